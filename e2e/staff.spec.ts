import { expect, test } from "./test"
import en from "../src/i18n/messages/en.json" with { type: "json" }
import hi from "../src/i18n/messages/hi.json" with { type: "json" }
import mai from "../src/i18n/messages/mai.json" with { type: "json" }
import { account, callApi, callPortal, openEmail, signIn, setLocale } from "./marketplace"
import { signUpVerified } from "./signup"

test("in Hindi: staff find an account, set its key's limit, lock and unlock it", async ({ page, browser }) => {
  const t = hi.StaffAccounts
  const otherPage = await browser.newPage()
  const holder = await signUpVerified(otherPage.context(), "hi")
  await signIn(otherPage, holder)
  const { secret } = await callPortal<{ secret: string }>(otherPage, "portalKeys.create", {
    name: "Ledger",
    scopes: ["profile.read"],
  })

  await signIn(page, account("staff"), "/staff/accounts")
  await setLocale(page, "hi")
  await page.reload()
  await page.getByRole("searchbox", { name: t.search }).fill("nobody-at-all")
  await page.getByRole("searchbox", { name: t.search }).press("Enter")
  await page.waitForURL(/q=/)
  await expect(page.getByText(t.not_found)).toBeVisible()
  await page.getByRole("searchbox", { name: t.search }).fill(holder.email)
  await page.getByRole("searchbox", { name: t.search }).press("Enter")
  await page.waitForURL((url) => url.searchParams.get("q") === holder.email)
  await page.locator("tbody tr").getByRole("link").click()
  await page.waitForURL(/\/staff\/accounts\/./)
  await expect(page.getByText(holder.email)).toBeVisible()

  await page.locator("summary", { hasText: "Ledger" }).click()
  const limit = page.getByRole("textbox", { name: t.limit })
  await limit.fill("0")
  await page.getByRole("button", { name: t.limit_save }).click()
  await expect(limit).toBeFocused()
  await expect(limit).toHaveAttribute("aria-invalid", "true")
  // More than the requests below, which come within one window.
  await limit.fill("70")
  await page.getByRole("button", { name: t.limit_save }).click()
  await expect(page.getByText(t.limit_done)).toBeVisible()
  const limited = async (): Promise<unknown[]> => {
    const response = await fetch(`${process.env.HAAT_TEST_URL}/v1/me`, {
      headers: { authorization: `Bearer ${secret}` },
    })
    return [response.status, response.headers.get("x-ratelimit-limit")]
  }
  await expect.poll(limited, { intervals: [1_000] }).toEqual([200, "70"])

  const lock = page.getByRole("button", { name: t.lock, exact: true })
  await lock.click()
  await expect(page.getByLabel(t.message)).toHaveAccessibleDescription(new RegExp(t.message_required))
  await page.getByLabel(t.message).fill("कुंजी सार्वजनिक हो गई थी।")
  await lock.click()
  await expect(page.getByRole("heading", { level: 1 })).toContainText(t.locked)
  await expect.poll(async () => (await callApi("/v1/me", secret)).status).toBe(401)
  await otherPage.goto("/keys")
  await expect(otherPage).toHaveURL("/sign-in?return=%2Fkeys")
  await openEmail(otherPage, holder.email, hi.Mail.account_locked.subject)
  await expect(otherPage.getByRole("main")).toContainText("कुंजी सार्वजनिक हो गई थी।")

  await page.getByLabel(t.message).fill("नई कुंजी बन गई।")
  await page.getByRole("button", { name: t.unlock, exact: true }).click()
  await expect(lock).toBeVisible()
  await expect.poll(async () => (await callApi("/v1/me", secret)).status).toBe(200)
  await signIn(otherPage, holder)
  await otherPage.close()
})

test("staff pages, which show the marketplace in either mode, have no bar of the sandbox", async ({ page }) => {
  await signIn(page, account("staff"), "/staff/stores")
  const bar = page.locator("[data-sandbox-bar]")
  await page.goto("/keys?mode=sandbox")
  await expect(bar).toBeVisible()
  await page.getByRole("link", { name: en.Nav.staff_stores }).click()
  await page.waitForURL(/\/staff\/stores/)
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
  await expect(bar).toHaveCount(0)
  // The last link is below the edge of the navigation's column.
  await page.goto("/staff/audit")
  await expect(page.getByRole("link", { name: en.Nav.staff_audit })).toBeInViewport({ ratio: 1 })
})

test("a platform app is disabled, enabled and put into maintenance, and the audit log records it", async ({ page }) => {
  const { StaffPlatform: t, StaffAudit: audit } = en
  const listed = async (): Promise<unknown> =>
    (
      (await (await fetch(`${process.env.HAAT_TEST_URL}/v1/apps`)).json()) as {
        data: { key: string; maintenance: boolean }[]
      }
    ).data.find(({ key }) => key === "reader")?.maintenance
  const staff = account("staff")
  await signIn(page, staff, "/staff/platform")
  await setLocale(page, "en")
  await page.reload()
  const app = page.getByRole("main").getByRole("listitem").filter({ hasText: "Haat Docs" })
  const dialog = page.getByRole("dialog")

  await app.getByRole("button", { name: t.turn_off_name.replace("{name}", "Haat Docs") }).click()
  await expect(dialog).toContainText(t.turn_off_text)
  await dialog.getByRole("button", { name: en.Common.cancel }).click()
  expect(await listed()).toBe(false)
  await app.getByRole("button", { name: t.turn_off_name.replace("{name}", "Haat Docs") }).click()
  await dialog.getByRole("button", { name: t.turn_off_name.replace("{name}", "Haat Docs") }).click()
  await expect(app.getByText(t.disabled, { exact: true })).toBeVisible()
  await expect.poll(listed).toBeUndefined()
  await app.getByRole("button", { name: t.turn_on_name.replace("{name}", "Haat Docs") }).click()
  await expect(app.getByText(t.enabled, { exact: true })).toBeVisible()

  await app.getByRole("button", { name: t.begin_name.replace("{name}", "Haat Docs") }).click()
  await dialog.getByRole("button", { name: t.begin_name.replace("{name}", "Haat Docs") }).click()
  await expect(app.getByText(t.maintenance, { exact: true })).toBeVisible()
  await expect.poll(listed).toBe(true)
  await app.getByRole("button", { name: t.end_name.replace("{name}", "Haat Docs") }).click()
  await expect(app.getByText(t.maintenance, { exact: true })).toHaveCount(0)

  await page.getByRole("link", { name: en.Nav.staff_audit }).first().click()
  const entries = page.locator("tbody").getByRole("row")
  const filterBy = async (name: "actor" | "action" | "subject", text: string): Promise<void> => {
    await page.locator("summary").getByText(audit[name], { exact: true }).click()
    if (name === "action") {
      await page.getByLabel(audit.action, { exact: true }).selectOption(text)
      await page.getByRole("button", { name: en.Table.apply }).click()
    } else {
      await page.getByRole("textbox", { name: audit[`${name}_filter`] }).fill(text)
      await page.getByRole("textbox", { name: audit[`${name}_filter`] }).press("Enter")
    }
    await page.waitForURL((url) => url.searchParams.get(name) === text)
  }
  await filterBy("actor", staff.email)
  await filterBy("action", "platform_app")
  await filterBy("subject", "reader")
  await page.reload()
  await expect(page.locator("summary").getByText("platform_app", { exact: true })).toBeVisible()
  await expect(entries).toHaveCount(4)
  const pane = page.getByRole("complementary")
  for (const [place, action, on] of [
    [3, "platform_app.enabled", "false"],
    [0, "platform_app.maintenance", "false"],
  ] as const) {
    const entry = entries.nth(place)
    await expect(entry).toContainText(staff.email)
    await entry.getByRole("link", { name: action }).click()
    await expect(pane.getByRole("heading", { name: action })).toBeFocused()
    await expect(pane.locator("dl > div", { hasText: "on" }).getByRole("definition")).toHaveText(on)
  }
  await pane.getByRole("link", { name: "platform_app.maintenance" }).click()
  await page.waitForURL("/staff/audit?action=platform_app.maintenance")
  await filterBy("subject", "no such thing")
  await expect(page.getByText(audit.empty)).toBeVisible()
})

test("in Maithili: a reviewer sees all changes since the approval, and replies in the developer's language", async ({
  page,
  browser,
}) => {
  const { AppReviews: t, OauthApps: apps } = mai
  const developer = await browser.newPage()
  await signIn(developer, await signUpVerified(developer.context(), "hi"))
  const name = `Tyohar ${Date.now()}`
  const { app } = await callPortal<{ app: { client_id: string } }>(developer, "oauthApps.create", {
    name,
    type: "public",
  })
  const client = { client_id: app.client_id }
  const update = (fields: object): Promise<unknown> =>
    callPortal(developer, "oauthApps.update", { ...client, ...fields })
  const handIn = {
    homepage_url: "https://tyohar.example",
    privacy_url: "https://tyohar.example/privacy",
    redirect_uris: ["https://tyohar.example/callback"],
    required_scopes: ["openid"],
    optional_scopes: [],
  }
  await update({
    ...handIn,
    description: "Reminds of festivals.",
    scope_reasons: { openid: "To keep your calendar under your account." },
  })
  await callPortal(developer, "oauthApps.submit", client)

  await signIn(page, account("staff"), `/staff/apps/${app.client_id}`)
  await setLocale(page, "mai")
  await page.reload()
  const template = page.getByLabel(t.template.replace("{language}", "हिन्दी"))
  await page.getByLabel(t.message).first().fill("लोगो साफ़ नहीं है।")
  await template.selectOption({ label: t.template_scope })
  await expect(page.getByLabel(t.message).first()).toHaveValue(`लोगो साफ़ नहीं है।\n${hi.AppReviews.text_scope}`)
  await template.selectOption({ label: t.template_none })
  await expect(page.getByLabel(t.message).first()).toHaveValue("लोगो साफ़ नहीं है।")
  await page.getByLabel(t.message).first().fill("")
  await template.selectOption({ label: t.template_good })
  await expect(page.getByLabel(t.message).first()).toHaveValue(hi.AppReviews.text_good)
  await expect(page.getByLabel(t.message).first()).toHaveAttribute("lang", "hi")
  const privacyPolicy = page.getByRole("link", { name: handIn.privacy_url, exact: true })
  await expect(privacyPolicy).toHaveAttribute("href", handIn.privacy_url)
  await expect(privacyPolicy).toHaveAttribute("target", "_blank")
  await expect(privacyPolicy).toHaveAttribute("rel", "noopener noreferrer")
  const approve = page.getByRole("button", { name: t.approve })
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(approve).toBeInViewport()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(approve).not.toBeInViewport()
  await page.getByRole("link", { name: t.decide, exact: true }).click()
  await expect(page.getByRole("heading", { name: t.decide })).toBeInViewport()
  await approve.click()
  await page.waitForURL("/staff")

  const difference = page.getByRole("region", { name: t.difference, exact: true })
  await update({ description: "Sells your calendar." })
  await page.goto(`/staff/apps/${app.client_id}`)
  await expect(difference).toContainText("Reminds of festivals.")
  await expect(difference).toContainText("Sells your calendar.")
  await update({ terms_url: "https://tyohar.example/terms", scope_reasons: { openid: "To know who you are." } })
  await callPortal(developer, "oauthApps.submit", client)
  await page.reload()
  for (const [field, words] of [
    [apps.scopes, "To know who you are."],
    [apps.description, "Reminds of festivals."],
    [apps.terms, "https://tyohar.example/terms"],
  ] as const) {
    await expect(
      difference.locator("div", { has: page.getByRole("heading", { name: field, exact: true }) }).last(),
    ).toContainText(words)
  }
  await expect(difference.getByRole("heading", { level: 3 })).toHaveCount(3)
  await developer.close()
})

test("in Maithili: empty staff lists explain themselves and link onwards", async ({ page }) => {
  await signIn(page, account("staff"), "/staff")
  await setLocale(page, "mai")
  for (const [path, sentence, on, snippet] of [
    ["/staff?q=zebra", mai.AppReviews.not_found, mai.AppReviews.show_all, "/staff?q="],
    ["/staff/accounts?q=zebra", mai.StaffAccounts.not_found, mai.StaffAccounts.show_all, "/sign-up"],
    ["/staff/stores?q=zebra", mai.StaffStores.not_found, mai.StaffStores.show_all, "/store/open"],
    ["/staff/audit?subject=zebra", mai.StaffAudit.empty, mai.StaffAudit.clear, "/staff/audit?action=api_key.created"],
  ] as const) {
    await page.goto(path)
    const main = page.getByRole("main")
    await expect(main.getByText(sentence), path).toBeVisible()
    await expect(main.getByRole("link", { name: on }).last(), path).toBeVisible()
    await expect(main.locator("pre"), path).toContainText(`${process.env.HAAT_TEST_URL}${snippet}`)
  }
  await page.goto("/staff/orders?number=HT-0")
  await expect(page.getByText(mai.StaffOrders.not_found)).toBeVisible()
  await expect(page.getByRole("link", { name: mai.StaffOrders.all })).toBeVisible()
})

test("staff find and suspend an app that only testers use, with a message to its developer", async ({
  page,
  browser,
}) => {
  const { AppReviews: t } = en
  const developer = await browser.newPage()
  await signIn(developer, await signUpVerified(developer.context(), "en"))
  const name = `Jhola ${Date.now()}`
  const { app } = await callPortal<{ app: { client_id: string } }>(developer, "oauthApps.create", {
    name,
    type: "public",
  })
  await callPortal(developer, "oauthApps.addTester", { client_id: app.client_id, email: "friend@example.in" })

  await signIn(page, account("staff"), "/staff")
  await setLocale(page, "en")
  await page.reload()
  await page.getByRole("searchbox", { name: t.search }).fill(name)
  await page.getByRole("searchbox", { name: t.search }).press("Enter")
  await page.waitForURL(/q=/)
  await expect(page.getByRole("heading", { level: 2, name: t.found })).toBeVisible()
  await page.getByRole("link", { name }).click()
  await page.waitForURL(/\/staff\/apps\/./)
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible()
  await expect(page.getByText("its developer and 1 tester")).toBeVisible()
  await page.locator("summary", { hasText: t.suspend_title }).click()
  await page.getByLabel(t.message).fill("It asks people for their passwords.")
  await page.getByRole("button", { name: t.suspend, exact: true }).click()
  await expect(page.getByText(/^Suspended since/)).toBeVisible()
  await developer.goto(`/apps/${app.client_id}`)
  await expect(developer.getByRole("main")).toContainText("It asks people for their passwords.")
  await developer.close()
})

test("staff lists are paged and filtered, also without scripts", async ({ page, browser }) => {
  await signIn(page, account("staff"), "/staff/accounts")
  await setLocale(page, "en")
  await page.reload()
  const pages = page.getByRole("navigation", { name: en.Pager.label })
  const rows = page.locator("tbody tr")
  await expect(rows).toHaveCount(25)
  const first = await rows.first().textContent()
  await pages.getByRole("link", { name: en.Pager.next }).click()
  await page.waitForURL("/staff/accounts?page=2")
  await expect(rows.first()).not.toHaveText(first ?? "")
  await pages.getByRole("link", { name: en.Pager.previous }).click()
  await page.waitForURL("/staff/accounts")
  await expect(rows.first()).toHaveText(first ?? "")

  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await plain.context().addCookies(await page.context().cookies())
  const filter = (name: string) => plain.locator("summary").getByText(name, { exact: true }).click()
  const apply = plain.getByRole("button", { name: en.Table.apply })
  await plain.goto("/staff/accounts?role=staff", { waitUntil: "load" })
  await filter(en.StaffAccounts.created)
  await plain.getByLabel(en.Table.until, { exact: true }).fill("2020-01-01")
  await apply.click()
  await expect(plain).toHaveURL("/staff/accounts?role=staff&from=&until=2020-01-01")
  await expect(plain.getByText(en.StaffAccounts.not_found)).toBeVisible()
  await plain.goto("/staff/orders?payment=failed", { waitUntil: "load" })
  await filter(en.StaffOrders.buyer_filter)
  await plain.getByLabel(en.StaffOrders.buyer_field).fill("nobody@example.in")
  await apply.click()
  await expect(plain.getByText(en.StaffOrders.no_match)).toBeVisible()
  await plain.goto("/staff/audit?subject=zebra", { waitUntil: "load" })
  await filter(en.StaffAudit.action)
  await plain.getByLabel(en.StaffAudit.action, { exact: true }).selectOption("api_key.revoked")
  await apply.click()
  await expect(plain).toHaveURL("/staff/audit?subject=zebra&action=api_key.revoked")
  await expect(plain.getByText(en.StaffAudit.empty)).toBeVisible()
  await plain.context().close()
})
