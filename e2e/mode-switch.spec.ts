import { type Browser, type BrowserContext, expect, type Locator, type Page, test } from "./test"
import en from "../src/i18n/messages/en.json" with { type: "json" }
import hi from "../src/i18n/messages/hi.json" with { type: "json" }
import mai from "../src/i18n/messages/mai.json" with { type: "json" }
import { LOCALES } from "../src/domain/locale"
import {
  account,
  callApi,
  callPortal,
  keyRow,
  openKeyAction,
  openOrder,
  openOrderWith,
  setLocale,
  signIn,
} from "./marketplace"
import { expectAccessible } from "./accessibility"
import { collectConsoleErrors } from "./page-checks"
import { addFailedDelivery, signUpVerified } from "./signup"

const MESSAGES = { en, hi, mai }
const LIVE_HINT = en.Common.live_hint
const SANDBOX_HINT = en.Common.test_hint

function bar(page: Page): Locator {
  return page.locator("[data-sandbox-bar]")
}
function switchTo(page: Page, mode: "live" | "sandbox", t = en.Mode): Locator {
  return page.getByRole("group", { name: t.label, exact: true }).getByRole("link", { name: t[mode], exact: true })
}
function key(page: Page, name: string): Locator {
  return page.getByRole("cell").getByText(name, { exact: true })
}

/** A new account with one key of each mode, signed in on its keys page. */
async function withKeys(page: Page, context: BrowserContext): Promise<void> {
  await signIn(page, await signUpVerified(context, "en"))
  for (const mode of ["live", "sandbox"] as const)
    await callPortal(page, "portalKeys.create", { name: `The ${mode} one`, scopes: ["profile.read"] }, mode)
  await page.goto("/keys")
}

/** A new page of the same person in a browser without scripts. */
async function withoutScripts(browser: Browser, context: BrowserContext): Promise<Page> {
  const other = await browser.newContext({ javaScriptEnabled: false, baseURL: process.env.HAAT_TEST_URL ?? "" })
  await other.addCookies(await context.cookies())
  return other.newPage()
}

for (const locale of LOCALES) {
  test(`in ${locale}: the switch leads to the sandbox and back, and each page shows one mode`, async ({
    page,
    context,
  }) => {
    const t = MESSAGES[locale]
    const consoleErrors = collectConsoleErrors(page)
    await withKeys(page, context)
    await setLocale(page, locale)
    await page.reload()
    await expect(switchTo(page, "live", t.Mode)).toHaveAttribute("aria-current", "true")
    await expect(switchTo(page, "sandbox", t.Mode)).not.toHaveAttribute("aria-current")
    await expect(bar(page)).toHaveCount(0)
    await expect(key(page, "The live one")).toBeVisible()
    await expect(key(page, "The sandbox one")).toHaveCount(0)

    // By keyboard: the address has the mode, and later pages keep it.
    await switchTo(page, "sandbox", t.Mode).focus()
    await page.keyboard.press("Enter")
    await expect(page).toHaveURL("/keys?mode=sandbox")
    await expect(bar(page)).toHaveText(`${t.Mode.sandbox}: ${t.Mode.bar}`)
    await expect(switchTo(page, "sandbox", t.Mode)).toHaveAttribute("aria-current", "true")
    await expect(key(page, "The sandbox one")).toBeVisible()
    await expect(key(page, "The live one")).toHaveCount(0)
    await expectAccessible(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    for (const path of ["/overview", "/requests", "/webhooks", "/webhooks/events", "/orders", "/settings/profile"]) {
      await page.goto(path)
      await expect(bar(page)).toBeVisible()
      await expect(switchTo(page, "sandbox", t.Mode)).toHaveAttribute("aria-current", "true")
    }
    await page.goto("/requests?status=error")
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 800 })
    await switchTo(page, "live", t.Mode).click()
    await expect(page).toHaveURL("/requests?mode=live")
    await expect(bar(page)).toHaveCount(0)
    await page.goto("/keys")
    await expect(key(page, "The live one")).toBeVisible()
    expect(consoleErrors).toEqual([])
  })
}

test("two tabs in different modes each stay in their own", async ({ page, context }) => {
  await withKeys(page, context)
  const other = await context.newPage()
  await other.goto("/keys?mode=sandbox")
  await expect(key(other, "The sandbox one")).toBeVisible()

  // The first tab is still live, whatever the cookie says: its calls, its changes and its further pages.
  await page.getByRole("button", { name: "Create key" }).click()
  await expect(page.getByRole("dialog")).toHaveAccessibleDescription("Live")
  await page.getByRole("dialog").getByLabel("Name").fill("Made in the first tab")
  await page.getByRole("dialog").getByRole("checkbox", { name: "profile.read" }).check()
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click()
  await expect(page.getByRole("dialog").getByLabel("API key")).toHaveValue(/^haat_live_/)
  await page.getByRole("dialog").getByRole("button", { name: "Done" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "I saved it, close" }).click()
  await expect(key(page, "Made in the first tab")).toBeVisible()
  await expect(key(page, "The sandbox one")).toHaveCount(0)
  const navigation = page.getByRole("navigation", { name: "Main" })
  await navigation.getByRole("link", { name: "Overview" }).click()
  await page.waitForURL("/overview")
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible()
  await navigation.getByRole("link", { name: "API keys" }).click()
  await page.waitForURL("/keys")
  await expect(key(page, "The live one")).toBeVisible()
  await expect(key(page, "The sandbox one")).toHaveCount(0)
  await expect(bar(page)).toHaveCount(0)
  // Through a page that has no mode, and back.
  await page.getByRole("link", { name: "Docs" }).first().click()
  await page.waitForURL("/docs")
  await page.getByRole("link", { name: "Open the portal" }).click()
  await page.waitForURL("/overview")
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  await page.goBack()
  await page.goBack()
  await page.waitForURL("/keys")
  await expect(key(page, "The live one")).toBeVisible()
  await expect(bar(page)).toHaveCount(0)

  // Changes in the second tab are of the sandbox.
  await openKeyAction(keyRow(other, "The sandbox one"), "Revoke")
  await other.getByRole("dialog").getByRole("button", { name: "Revoke this key" }).click()
  await expect(keyRow(other, "The sandbox one")).toContainText("Revoked")
  await expect(bar(other)).toBeVisible()

  // A new document opens in the mode that was chosen last.
  await page.reload()
  await expect(key(page, "The live one")).toHaveCount(0)
  await expect(bar(page)).toBeVisible()
})

test("a link to the other mode opens a new document", async ({ page, context }) => {
  await withKeys(page, context)
  const documents: string[] = []
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname + new URL(request.url()).search)
  })
  // As a link in the page would, without a load.
  await page.evaluate(() => {
    const { next } = window as unknown as { next: { router: { push: (path: string) => void } } }
    next.router.push("/keys?mode=sandbox")
  })
  await expect(bar(page)).toBeVisible()
  await expect(key(page, "The sandbox one")).toBeVisible()
  expect(documents).toEqual(["/keys?mode=sandbox"])
  await page.goto("/keys")
  await expect(bar(page)).toBeVisible()
})

test("without scripts the switch works and is kept", async ({ browser, page, context }) => {
  await withKeys(page, context)
  const plain = await withoutScripts(browser, context)
  await plain.goto("/keys")
  await switchTo(plain, "sandbox").click()
  await expect(plain).toHaveURL("/keys?mode=sandbox")
  await expect(key(plain, "The sandbox one")).toBeVisible()
  await plain.goto("/webhooks")
  await expect(bar(plain)).toBeVisible()
  await plain.setViewportSize({ width: 320, height: 800 })
  await switchTo(plain, "live").click()
  await expect(plain).toHaveURL("/webhooks?mode=live")
  await expect(bar(plain)).toHaveCount(0)
  await plain.context().close()
})

test("an object of the other mode is not found, and leads there", async ({ page, context }) => {
  await withKeys(page, context)
  const { secret } = await callPortal<{ secret: string }>(
    page,
    "portalKeys.create",
    { name: "Caller", scopes: ["profile.read"] },
    "sandbox",
  )
  const { id } = await callPortal<{ id: string }>(
    page,
    "webhookEndpoints.create",
    { url: "http://127.0.0.1:9/hooks", events: ["order.created"], description: "" },
    "sandbox",
  )
  await page.goto(`/webhooks/${id}?status=failed`)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(en.ErrorPage.missing_title)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole("main").getByRole("link", { name: en.Mode.view_sandbox }).click()
  await expect(page).toHaveURL(`/webhooks/${id}?status=failed&mode=sandbox`)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("http://127.0.0.1:9/hooks")
  // The switch leads from an object to the list.
  await switchTo(page, "live").click()
  await expect(page).toHaveURL("/webhooks?mode=live")
  await expect(page.getByText(en.Webhooks.empty)).toBeVisible()

  const response = await fetch(`${process.env.HAAT_TEST_URL}/v1/me`, { headers: { authorization: `Bearer ${secret}` } })
  const request = response.headers.get("x-request-id") ?? ""
  await expect(async () => {
    await page.goto(`/requests?id=${request}&mode=sandbox`)
    await expect(page.getByRole("link", { name: /GET \/v1\/me/ })).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 30_000 })
  await page.goto(`/requests?id=${request}&mode=live`)
  await expect(page.getByRole("main").getByRole("status")).toContainText("in this mode")
  await page.getByRole("main").getByRole("link", { name: en.Mode.view_sandbox }).click()
  await expect(page.getByRole("link", { name: /GET \/v1\/me/ })).toBeVisible()
  expect((await callApi("/v1/me", secret)).status).toBe(200)
})

test("every endpoint action names its mode", async ({ page, context }) => {
  await signIn(page, await signUpVerified(context, "en"))
  const dialog = page.getByRole("dialog")
  for (const [mode, name, hint] of [
    ["live", "Live", LIVE_HINT],
    ["sandbox", "Sandbox", SANDBOX_HINT],
  ] as const) {
    await page.goto(`/webhooks/new?mode=${mode}`)
    await expect(page.getByRole("main").getByTitle(hint)).toHaveText(name)
    await page.getByLabel("URL").fill("http://127.0.0.1:9/hooks")
    await page.getByRole("button", { name: "Add endpoint" }).click()
    await expect(dialog).toHaveAccessibleName("Copy the signing secret now")
    await expect(dialog).toHaveAccessibleDescription(name)
    await dialog.getByRole("button", { name: "Done" }).click()
    await expect(dialog.getByTitle(hint)).toBeVisible()
    await dialog.getByRole("button", { name: "I saved it, close" }).click()
    await page.waitForURL(/\/webhooks\/we_/)
    await addFailedDelivery(new URL(page.url()).pathname.split("/").at(-1) ?? "")
    await page.getByRole("button", { name: "Send test event" }).click()
    await expect(page.getByRole("table", { name: "Deliveries" }).locator("tbody tr")).toHaveCount(2)
    for (const button of ["Roll secret", "Redeliver failed deliveries", "Delete endpoint"]) {
      await page.getByRole("button", { name: button }).click()
      await expect(dialog.getByTitle(hint)).toBeVisible()
      await page.keyboard.press("Escape")
      await expect(dialog).toHaveCount(0)
    }
    await page.locator("summary", { hasText: "Export" }).click()
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "CSV", exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^deliveries-we_.*\.csv$/)
  }
})

test("a store shows live orders, or in the sandbox its test orders", async ({ page }) => {
  await signIn(page, account("seller"), "/store?mode=live")
  const navigation = page.getByRole("navigation", { name: "Main" })
  const orders = page.locator("[data-order]")
  await expect(orders.first()).toBeVisible()
  const ofSandbox = navigation.getByRole("listitem").filter({ has: page.locator('a[href="/sandbox"]') })
  await expect(ofSandbox).toHaveCount(0)
  const dialog = page.getByRole("dialog")
  for (const [status, buttons] of [
    ["confirmed", [/^Ship /, /^Refund /, /^Cancel /]],
    ["shipped", [/^Mark as delivered: /]],
  ] as const) {
    for (const name of buttons) {
      await page.goto(`/store?status=${status}`)
      await openOrderWith(page, orders, name)
      await page.getByRole("main").getByRole("button", { name }).first().click()
      await expect(dialog).toHaveAccessibleDescription("Live")
      await page.keyboard.press("Escape")
      await expect(dialog).toHaveCount(0)
    }
  }
  const [liveNumber = ""] = await orders.evaluateAll((cards) =>
    cards.map((card) => card.getAttribute("data-order") ?? ""),
  )

  // The page that the sandbox's page replaced.
  await page.goto("/store/sandbox")
  await expect(page).toHaveURL("/sandbox")
  await page.getByRole("main").getByRole("link", { name: en.Sandbox.open }).click()
  await page.waitForURL("/sandbox?mode=sandbox")
  await expect(bar(page)).toBeVisible()
  await expect(ofSandbox).not.toHaveCount(0)
  await page.getByRole("button", { name: en.Sandbox.place, exact: true }).click()
  const placed = page.getByRole("status").filter({ hasText: "is placed" })
  const number = `${/HT-[\d-]+/.exec((await placed.textContent()) ?? "")?.[0] ?? ""}-1`
  await navigation.getByRole("link", { name: "Store", exact: true }).click()
  await page.waitForURL("/store")
  const order = await openOrder(page, page.locator(`[data-order="${number}"]`))
  await order.getByRole("button", { name: /^Confirm / }).click()
  for (const name of [/^Ship /, /^Refund /, /^Cancel /]) {
    await order.getByRole("button", { name }).click()
    await expect(dialog).toHaveAccessibleDescription("Sandbox")
    await page.keyboard.press("Escape")
    await expect(dialog).toHaveCount(0)
  }
  await expect(page.locator(`[data-order="${liveNumber}"]`)).toHaveCount(0)
  await switchTo(page, "live").click()
  await expect(page).toHaveURL("/store?mode=live")
  await expect(order).toHaveCount(0)
})

test("an account without a store handles the orders of its sandbox's store", async ({ page }) => {
  await signIn(page, account("customer"), "/store?mode=sandbox")
  const orders = page.locator("[data-order]")
  await expect(orders.first()).toBeVisible()
  await expect(page.getByText("Your sandbox store")).toBeVisible()
  await page.goto("/store?status=pending")
  const confirm = page.getByRole("button", { name: /^Confirm / }).first()
  const number =
    /HT-[\d-]+/.exec((await confirm.getAttribute("aria-label")) ?? (await confirm.textContent()) ?? "")?.[0] ?? ""
  expect(number).not.toBe("")
  await confirm.click()
  await expect(page.locator(`[data-order="${number}"]`)).toHaveCount(0)
  await page.goto("/sandbox")
  await expect(page.getByRole("button", { name: en.Sandbox.place, exact: true })).toBeVisible()
  await switchTo(page, "live").click()
  await expect(page).toHaveURL("/overview?mode=live")
  await page.goto("/store")
  await expect(orders).toHaveCount(0)
})
