import { expect, type Page, test } from "./test"
import en from "../src/i18n/messages/en.json" with { type: "json" }
import { account, callPortal, keyRow, openKeyAction, rowDetails, signIn, signInWithForm } from "./marketplace"
import { approveStore, PASSWORD, signUpVerified } from "./signup"

/** The documents and server components that a page requests from now on, without prefetches for new links. */
function collectPageRequests(page: Page): string[] {
  const requests: string[] = []
  page.on("request", (request) => {
    const headers = request.headers()
    if ("next-router-prefetch" in headers || "next-router-segment-prefetch" in headers) return
    if (request.resourceType() === "document" || headers.rsc !== undefined || request.url().includes("_rsc="))
      requests.push(`${request.method()} ${request.url()}`)
  })
  return requests
}

/** Waits until no request is pending. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle")
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)))
}

/** Expects the navigation to offer one page and not the other. */
async function expectOffered(page: Page, offered: string, missing: string): Promise<void> {
  const navigation = page.getByRole("navigation", { name: "Main" })
  await expect(navigation.getByRole("link", { name: offered, exact: true })).toBeVisible()
  await expect(navigation.getByRole("link", { name: missing, exact: true })).toHaveCount(0)
}

function pathsOf(requests: readonly string[]): string[] {
  return requests.map((request) => new URL(request.split(" ")[1] ?? "").pathname)
}

test("the list of keys updates after creating, editing, rolling or revoking without a page load", async ({
  page,
  context,
}) => {
  await signIn(page, await signUpVerified(context, "en"), "/keys")
  await settle(page)
  const requests = collectPageRequests(page)
  const dialog = page.getByRole("dialog")
  const row = keyRow(page, /^Fresh/)

  await page.getByRole("button", { name: "Create key" }).click()
  await dialog.getByLabel("Name").fill("Fresh")
  await dialog.getByRole("checkbox", { name: "profile.read" }).check()
  await dialog.getByRole("button", { name: "Create key" }).click()
  const first = await dialog.getByLabel("API key").inputValue()
  await dialog.getByRole("button", { name: "Done" }).click()
  await dialog.getByRole("button", { name: "I saved it, close" }).click()
  await expect(row.getByText("Fresh", { exact: true })).toBeVisible()
  await expect(row).toContainText(first.slice(-4))

  await openKeyAction(row, "Edit")
  await dialog.getByLabel("Name").fill("Fresh again")
  await dialog.getByRole("button", { name: "Save" }).click()
  await expect(row.getByText("Fresh again", { exact: true })).toBeVisible()

  await openKeyAction(row, "Roll")
  await dialog.getByRole("button", { name: "Roll key" }).click()
  const second = await dialog.getByLabel("API key").inputValue()
  await dialog.getByRole("button", { name: "Done" }).click()
  await dialog.getByRole("button", { name: "I saved it, close" }).click()
  await expect(row).toContainText(`…${second.slice(-4)}`)
  await expect(row).toContainText(`The old key ending in ${first.slice(-4)}`)

  await openKeyAction(row, "Revoke")
  await dialog.getByRole("button", { name: "Revoke this key" }).click()
  await expect(row.getByText("Revoked", { exact: true })).toBeVisible()
  await settle(page)
  expect(requests).toEqual([])
})

test("the list of keys is rendered on the server and belongs to one account only", async ({ page, context }) => {
  const [first, second] = [await signUpVerified(context, "en"), await signUpVerified(context, "en")]
  await signIn(page, first, "/keys")
  await callPortal(page, "portalKeys.create", { name: "Of the first", scopes: ["profile.read"] })
  const html = await (await page.request.get("/keys")).text()
  expect(html).toMatch(/<td[^>]*>.{0,200}>Of the first</)
  await page.reload()
  await expect(page.getByText("Of the first", { exact: true })).toBeVisible()

  // In the same tab without a load in between, as after a sign-in in another tab.
  await page.getByRole("navigation").getByRole("link", { name: "My orders" }).first().click()
  await page.waitForURL("/orders")
  const other = await context.newPage()
  await context.clearCookies({ name: /session-token/ })
  await signIn(other, second, "/keys")
  await other.close()
  await page.getByRole("navigation").getByRole("link", { name: "API keys" }).first().click()
  await page.waitForURL("/keys")
  await expect(page.getByRole("button", { name: "Create key" })).toBeVisible()
  await expect(page.getByText("Of the first", { exact: true })).toHaveCount(0)
})

test("an endpoint updates after pausing, testing, rotating or deleting without a page load", async ({
  page,
  context,
}) => {
  await signIn(page, await signUpVerified(context, "en"), "/webhooks")
  const { id } = await callPortal<{ id: string }>(page, "webhookEndpoints.create", {
    url: "http://127.0.0.1:9/hooks",
    events: ["order.created"],
    description: "",
  })
  await page.goto(`/webhooks/${id}`)
  await settle(page)
  const requests = collectPageRequests(page)
  const main = page.getByRole("main")
  const dialog = page.getByRole("dialog")
  const deliveries = main.getByRole("table", { name: "Deliveries" }).locator("tbody tr")

  await main.getByRole("button", { name: "Pause" }).click()
  await expect(main.getByText("Paused", { exact: true })).toBeVisible()
  await main.getByRole("button", { name: "Resume" }).click()
  await expect(main.getByText("Paused", { exact: true })).toHaveCount(0)
  await main.getByRole("button", { name: "Send test event" }).click()
  await expect(deliveries).toHaveCount(1)
  await main.getByRole("button", { name: "Roll secret" }).click()
  await dialog.getByRole("button", { name: "Roll secret" }).click()
  await dialog.getByRole("button", { name: "Done" }).click()
  await dialog.getByRole("button", { name: "I saved it, close" }).click()
  await expect(main.getByText(/^The old secret also signs until/)).toBeVisible()
  await settle(page)
  expect(requests).toEqual([])

  // A link opens another page, with current data.
  await main.getByRole("button", { name: "Delete endpoint" }).click()
  await dialog.getByRole("button", { name: "Delete this endpoint" }).click()
  await page.waitForURL("/webhooks")
  await page.getByText(/^Deleted endpoints/).click()
  await expect(main.getByRole("link", { name: "http://127.0.0.1:9/hooks" })).toBeVisible()
})

test("an app's testers and secrets update without a page load", async ({ page, context }) => {
  await signIn(page, await signUpVerified(context, "en"), "/apps")
  const { app } = await callPortal<{ app: { client_id: string } }>(page, "oauthApps.create", {
    name: "Fresh app",
    type: "confidential",
  })
  await page.goto(`/apps/${app.client_id}/test`)
  await settle(page)
  const requests = collectPageRequests(page)
  const main = page.getByRole("main")
  const dialog = page.getByRole("dialog")
  const tester = main.getByRole("listitem").filter({ hasText: "tester@example.in" })

  await main.getByLabel("Email address of the tester’s account").fill("tester@example.in")
  await main.getByRole("button", { name: "Add tester" }).click()
  await expect(tester).toBeVisible()
  await tester.getByRole("button").click()
  await dialog.getByRole("button", { name: "Remove this tester" }).click()
  await expect(tester).toHaveCount(0)
  await settle(page)
  expect(requests).toEqual([])

  await page.goto(`/apps/${app.client_id}`)
  await settle(page)
  requests.length = 0
  await main.getByRole("button", { name: "Roll secret" }).click()
  await dialog.getByRole("button", { name: "Roll secret" }).click()
  await dialog.getByRole("button", { name: "Done" }).click()
  await dialog.getByRole("button", { name: "I saved it, close" }).click()
  const endOld = main.getByRole("button", { name: "End it now" })
  await endOld.click()
  await dialog.getByRole("button", { name: "End the old secret" }).click()
  await expect(endOld).toHaveCount(0)
  await settle(page)
  expect(requests).toEqual([])
})

/** Creates a key in the dialog of the page. */
async function createKey(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog")
  await page.getByRole("button", { name: "Create key" }).click()
  await dialog.getByLabel("Name").fill("First step")
  await dialog.getByRole("checkbox", { name: "profile.read" }).check()
  await dialog.getByRole("button", { name: "Create key" }).click()
  await dialog.getByRole("button", { name: "Done" }).click()
  await dialog.getByRole("button", { name: "I saved it, close" }).click()
  await expect(dialog).toHaveCount(0)
}

test("a page reopened from the history shows changes made meanwhile", async ({ page, context }) => {
  await signIn(page, await signUpVerified(context, "en"), "/overview")
  const steps = page.getByRole("region", { name: "Three steps to a working integration" })
  // The steps ask again by themselves; the limits are of the rendering.
  const limits = page.getByRole("region", { name: en.Overview.limits_title })
  await expect(steps).toContainText("0 of 3 done")
  await settle(page)
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "API keys" }).click()
  await page.waitForURL("/keys")
  await createKey(page)
  await page.goBack()
  await expect(steps).toContainText("1 of 3 done")
  await expect(limits.getByRole("link", { name: "First step" })).toBeVisible()
  await page.goForward()
  await expect(page.getByText("First step", { exact: true })).toBeVisible()
})

test("a page that the browser has kept whole shows changes of another tab", async ({ page, context }) => {
  await signIn(page, await signUpVerified(context, "en"), "/overview")
  const limits = page.getByRole("region", { name: en.Overview.limits_title })
  await expect(page.getByRole("region", { name: en.Overview.steps_title })).toBeVisible()
  await settle(page)
  const tab = await context.newPage()
  await tab.goto("/keys")
  await createKey(tab)
  await expect(limits.getByRole("link", { name: "First step" })).toHaveCount(0)
  // Playwright's browsers keep no pages, so their event is sent by hand.
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })))
  await expect(limits.getByRole("link", { name: "First step" })).toBeVisible()
})

test("the sandbox shows each change of its clock, faults and orders without a page load", async ({ page, context }) => {
  const t = en.Sandbox
  await signIn(page, await signUpVerified(context, "en"), "/sandbox?mode=sandbox")
  await settle(page)
  const requests = collectPageRequests(page)
  const count = page.getByRole("main").locator("dl > div", { hasText: t.count_seller_orders })
  const before = Number(/\d+$/.exec((await count.textContent()) ?? "")?.[0])
  await page.getByRole("button", { name: t.place, exact: true }).click()
  await expect(count).toHaveText(`${t.count_seller_orders}${before + 1}`)
  const clock = page.locator("[data-sandbox-clock]")
  const shown = (await clock.textContent()) ?? ""
  await page.getByRole("button", { name: t.advance_days }).click()
  await expect(clock).not.toHaveText(shown)
  await page.getByText(t.add_operation, { exact: true }).click()
  await page.getByRole("button", { name: t.add_fault }).click()
  const fault = page.locator("[data-fault=listSellerOrders]")
  await expect(fault).toContainText("503 unavailable")
  await fault.getByRole("button").click()
  await expect(fault).toHaveCount(0)
  await page.getByText(t.reset_open, { exact: true }).click()
  await page.getByRole("button", { name: t.reset_submit }).click()
  await expect(count).toHaveText(`${t.count_seller_orders}${before}`)
  await expect(clock).toHaveText(shown)
  await settle(page)
  expect(requests).toEqual([])
})

test("a test order updates after each action without a page load", async ({ page }) => {
  await signIn(page, account("seller"), "/sandbox?mode=sandbox")
  await page.getByRole("button", { name: en.Sandbox.place, exact: true }).click()
  const placed = page.getByText(/is placed and paid/)
  const number = `${((await placed.textContent()) ?? "").split(" ")[0] ?? ""}-1`
  await page.goto(`/store?order=${number}`)
  await settle(page)
  const requests = collectPageRequests(page)
  const dialog = page.getByRole("dialog")
  const order = rowDetails(page, number)
  const row = page.locator(`[data-order="${number}"]`)
  await expect(order).toContainText("2 events")
  await order.getByRole("button", { name: `Confirm ${number}` }).click()
  await expect(order.getByText("Confirmed", { exact: true })).toBeVisible()
  await expect(order).toContainText("3 events")
  await order.getByRole("button", { name: `Ship ${number}` }).click()
  await dialog.getByLabel("Courier").fill("Pavan Express")
  await dialog.getByLabel("AWB").fill("PX-1")
  await dialog.getByRole("button", { name: "Mark as shipped" }).click()
  await expect(order.getByText("Shipped", { exact: true })).toBeVisible()
  await expect(row.getByText("Shipped", { exact: true })).toBeVisible()
  await order.getByRole("button", { name: `Refund ${number}` }).click()
  await dialog.getByLabel("Reason").fill("Only a test")
  await dialog.getByRole("button", { name: "Issue refund" }).click()
  await expect(order.locator("dd").getByText("Refunded", { exact: true })).toBeVisible()
  await settle(page)
  expect(requests).toEqual([])
})

test("member lists update after invitations, joins, role changes and departures without a page load", async ({
  page,
  browser,
}) => {
  const [owner, guest] = [await browser.newContext(), page.context()]
  const ownersPage = await owner.newPage()
  await signIn(ownersPage, await signUpVerified(owner, "en", "Asha Jha"), "/store")
  const store = `Mithila ${Date.now()}`
  const place = { city: "Madhubani", district: "Madhubani", state: "Bihar", pincode: "847211" }
  await callPortal(ownersPage, "stores.open", { name: store, ...place })
  await approveStore(store)
  const invited = await signUpVerified(guest, "en", "Ravi Mishra")

  await ownersPage.goto("/store/people")
  await settle(ownersPage)
  const ofOwner = collectPageRequests(ownersPage)
  const dialog = ownersPage.getByRole("dialog")
  const row = ownersPage.getByRole("main").getByRole("row").filter({ hasText: invited.email })
  const invite = async (): Promise<void> => {
    await ownersPage.getByRole("button", { name: "Invite someone" }).click()
    await dialog.getByLabel("Email address").fill(invited.email)
    await ownersPage.getByRole("button", { name: "Invite", exact: true }).click()
    await expect(row).toContainText("until")
  }
  await invite()
  await row.getByRole("button", { name: "Actions for" }).click()
  await row.getByRole("button", { name: "Withdraw" }).click()
  await dialog.getByRole("button", { name: "Withdraw the invitation" }).click()
  await expect(row).toHaveCount(0)
  await invite()

  await signIn(page, invited, "/store")
  await settle(page)
  const ofGuest = collectPageRequests(page)
  await page.getByRole("button", { name: `Accept the invitation of ${store}` }).click()
  await expect(page.getByText("The store has no orders yet.")).toBeVisible()
  await expectOffered(page, "People", "Open a store")
  await settle(page)
  expect(ofGuest).toEqual([])

  await ownersPage.reload()
  await settle(ownersPage)
  ofOwner.length = 0
  await row.getByRole("button", { name: "Actions for" }).click()
  await row.getByRole("button", { name: "Change role of Ravi Mishra" }).click()
  await dialog.getByLabel("Role", { exact: true }).selectOption("catalogue")
  await dialog.getByRole("button", { name: "Change role", exact: true }).click()
  await expect(row).toContainText("Catalogue")
  await row.getByRole("button", { name: "Actions for" }).click()
  await row.getByRole("button", { name: "Remove Ravi Mishra" }).click()
  await dialog.getByRole("button", { name: "Remove Ravi Mishra from the store" }).click()
  await expect(row).toHaveCount(0)
  await settle(ownersPage)
  expect(ofOwner).toEqual([])

  // Leaving opens another page. The page of a store's people, reopened from the history, leads there too.
  await invite()
  await page.goto("/store")
  await page.getByRole("button", { name: `Accept the invitation of ${store}` }).click()
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "People" }).click()
  await page.waitForURL("/store/people")
  await settle(page)
  ofGuest.length = 0
  const self = page.getByRole("main").getByRole("row").filter({ hasText: invited.email })
  await self.getByRole("button", { name: "Actions for" }).click()
  await self.getByRole("button", { name: "Leave" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Leave the store" }).click()
  await page.waitForURL("/store")
  await expectOffered(page, "Open a store", "People")
  await settle(page)
  expect(pathsOf(ofGuest)).toEqual(["/store"])
  await page.goBack()
  await page.waitForURL("/store")
  await expect(page.getByText("You are not a member of a store.")).toBeVisible()
  await owner.close()
})

test("opening a store requests the page that it opens, and nothing else of the server's pages", async ({
  page,
  context,
}) => {
  const t = en.OpenStore
  await signIn(page, await signUpVerified(context, "en", "Asha Jha"), "/store/open")
  await expectOffered(page, "Open a store", "People")
  await settle(page)
  const requests = collectPageRequests(page)
  for (const [label, value] of [
    [t.name, `Kosi ${Date.now()}`],
    [t.city, "Saharsa"],
    [t.district, "Saharsa"],
    [t.state, "Bihar"],
    [t.pincode, "852201"],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByRole("button", { name: t.submit }).click()
  await page.waitForURL("/store")
  await expectOffered(page, "People", "Open a store")
  await settle(page)
  expect(pathsOf(requests)).toEqual(["/store"])
})

test("changed settings show without a page load", async ({ page, context, browser }) => {
  const me = await signUpVerified(context, "en")
  const otherPage = await browser.newPage()
  await signInWithForm(otherPage, me)
  await callPortal(otherPage, "portalKeys.create", { name: "Ended", scopes: ["profile.read"] })
  await signInWithForm(page, me, "/settings/sessions")
  await settle(page)
  const requests = collectPageRequests(page)
  const dialog = page.getByRole("dialog")
  await page.locator("[data-session=other]").getByRole("button").click()
  await expect(page.getByText("You are not signed in anywhere else.")).toBeVisible()
  await settle(page)
  expect(requests).toEqual([])

  await page.goto("/settings/security")
  await settle(page)
  requests.length = 0
  await expect(page.getByText("1 active API key")).toBeVisible()
  await page.getByRole("button", { name: "Revoke keys and apps" }).click()
  await dialog.getByRole("button", { name: "Revoke keys and apps now" }).click()
  await expect(page.getByText("No active API keys")).toBeVisible()
  await settle(page)
  expect(requests).toEqual([])

  await page.goto("/settings/account")
  await settle(page)
  requests.length = 0
  await page.getByLabel("New email address").fill(`new-${me.email}`)
  await page.getByRole("button", { name: "Change email address" }).click()
  await expect(page.getByText(`A change to new-${me.email} is in progress`)).toBeVisible()
  await page.getByRole("button", { name: "Cancel the change" }).click()
  await expect(page.getByText("is in progress")).toHaveCount(0)
  await settle(page)
  expect(requests).toEqual([])
  await otherPage.close()
})

test("staff decisions show without a page load", async ({ page, context }) => {
  const { email } = await signUpVerified(context, "en", "Locked Out")
  await signIn(page, account("staff"), `/staff/accounts?q=${encodeURIComponent(email)}`)
  await page.getByRole("link", { name: "Locked Out" }).click()
  await page.waitForURL(/accounts\/acc/)
  await settle(page)
  const requests = collectPageRequests(page)
  const dialog = page.getByRole("dialog")
  await page.getByLabel("Message to the account holder").fill("Until we know more.")
  await page.getByRole("button", { name: "Lock the account" }).click()
  await expect(page.getByRole("button", { name: "Unlock the account" })).toBeVisible()
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Locked")
  await settle(page)
  expect(requests).toEqual([])

  await page.goto("/staff/platform")
  await settle(page)
  requests.length = 0
  const app = page.getByRole("main").getByRole("listitem").first()
  const name = (await app.getByRole("heading").textContent()) ?? ""
  await app.getByRole("button", { name: `Begin maintenance of ${name}` }).click()
  await dialog.getByRole("button", { name: `Begin maintenance of ${name}` }).click()
  await app.getByRole("button", { name: `End maintenance of ${name}` }).click()
  await expect(app.getByRole("button", { name: `Begin maintenance of ${name}` })).toBeVisible()
  await settle(page)
  expect(requests).toEqual([])
})

test("without a connection a sign-up fails, and a retry sends it", async ({ page, context }) => {
  await page.goto("/sign-up")
  await settle(page)
  await page.getByLabel("Name").fill("Asha Jha")
  await page.getByLabel("Email").fill(`offline-${Date.now()}@example.in`)
  await page.getByLabel("Password").fill(PASSWORD)
  const submit = page.getByRole("main").getByRole("button", { name: "Create" })
  await context.setOffline(true)
  await submit.click()
  await expect(page.getByRole("main").getByRole("alert")).toBeFocused()
  await context.setOffline(false)
  await submit.click()
  await expect(page.getByRole("heading", { name: "Check your" })).toBeVisible()
})
