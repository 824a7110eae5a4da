import { expect, type Locator, type Page, test } from "./test"
import type { Mode } from "../src/domain/mode"
import words from "../src/i18n/messages/hi.json" with { type: "json" }
import { account, callApi, callPortal, clickCopy, signIn, signInWithForm } from "./marketplace"
import { signUpVerified } from "./signup"
import { collectConsoleErrors, expectDenseRows, settle } from "./page-checks"

function open(page: Page, path: string): Promise<void> {
  return signIn(page, account("developer"), path)
}

test.beforeEach(async ({ context, baseURL }) => {
  await context.addCookies([{ name: "haat-locale", value: "hi", url: baseURL ?? "" }])
})

function rowsOf(page: Page) {
  return page.getByRole("table").locator("tbody tr")
}

test("a developer finds out why a call failed", async ({ page, context }) => {
  test.slow()
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  const consoleErrors = collectConsoleErrors(page)
  const { live_key } = account("developer")
  const refused = await fetch(`${process.env.HAAT_TEST_URL}/v1/orders/HT-0000-404404?token=hidden-${live_key}`, {
    headers: {
      authorization: `Bearer ${live_key}`,
      "user-agent": "journey/1.0",
      "idempotency-key": `once-${live_key}`,
    },
  })
  const id = refused.headers.get("x-request-id") ?? ""

  await open(page, "/requests")
  await expect(page.locator("html")).toHaveAttribute("lang", "hi")
  await expect(page.getByRole("heading", { level: 1, name: "अनुरोध लॉग" })).toBeVisible()

  // By its id, which is written a second or two after the response.
  await expect(async () => {
    await page.goto(`/requests?id=${id}`)
    await expect(rowsOf(page)).toHaveCount(1, { timeout: 500 })
  }).toPass({ timeout: 30_000 })
  await page.getByRole("link", { name: "पूरे लॉग पर लौटें" }).click()
  await expect(page).toHaveURL(/\/requests$/)
  await page.getByLabel("अनुरोध ID").fill(id)
  await page.getByLabel("अनुरोध ID").press("Enter")
  await expect(rowsOf(page)).toHaveCount(1)

  const row = page.getByRole("link", { name: "GET /v1/orders/HT-0000-404404 का विवरण" })
  await row.click()
  const pane = page.getByRole("complementary", { name: "GET /v1/orders/HT-0000-404404" })
  await expect(page).toHaveURL(/request=/)
  await expect(pane.getByRole("heading", { level: 2 })).toBeFocused()
  await expect(pane).toContainText("orders.read")
  await expect(pane).toContainText("journey/1.0")
  await expect(pane.getByRole("group", { name: "उत्तर की बॉडी" })).toContainText('"code": "not_found"')
  // What says why it failed comes before everything else.
  await expect(pane.getByRole("group").first()).toHaveAccessibleName("उत्तर की बॉडी")
  await expect(pane.getByRole("link", { name: "not_found का अर्थ" })).toHaveAttribute("href", "/docs/errors#not_found")
  // The operation has no such parameter, so nothing of it was stored.
  await expect(pane.getByRole("group", { name: "क्वेरी" })).toHaveCount(0)
  await expect(
    pane.getByText("यह पूरा अनुरोध नहीं: जो हटाया गया, उसकी जगह [redacted] लिखा है। भेजने से पहले उसे भरें।"),
  ).toBeVisible()
  await clickCopy(
    pane.getByRole("group", { name: "curl में" }).locator("..").getByRole("button"),
    pane.getByRole("status").filter({ hasText: "कॉपी हुआ" }),
  )
  const command = await page.evaluate(() => navigator.clipboard.readText())
  expect(command).toContain("Bearer $HAAT_KEY")
  expect(command + (await page.content())).not.toContain(live_key.slice(10, 40))

  // The pane is in the URL, and closing it leads back to the row.
  await page.reload()
  await expect(pane).toBeVisible()
  await pane.getByRole("link", { name: words.Table.close_pane }).click()
  await expect(pane).toHaveCount(0)
  await expect(page).not.toHaveURL(/request=/)
  await row.click()
  await expect(pane.getByRole("heading", { level: 2 })).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(pane).toHaveCount(0)
  await expect(row).toBeFocused()
  expect(consoleErrors).toEqual([])
})

test("filters are in the URL and survive reloads and paging", async ({ page }) => {
  await open(page, "/requests")
  await page.locator("summary", { hasText: "स्थिति" }).click()
  await page.getByRole("link", { name: words.Requests.status_error }).click()
  await expect(page).toHaveURL(/status=error$/)
  await page.locator("summary", { hasText: words.Requests.path_chip }).click()
  await page.getByLabel("पाथ में यह हो").fill("/v1/products")
  await page.getByRole("button", { name: "लागू करें" }).click()
  await expect(page).toHaveURL(/^[^?]+\?status=error&path=%2Fv1%2Fproducts$/)
  await page.reload()
  await expect(page.locator("summary", { hasText: words.Requests.status_error })).toBeVisible()
  const href = (await page.getByRole("link", { name: words.Table.export }).getAttribute("href")) ?? ""
  const lines = (await (await page.request.get(href)).text()).trimEnd().split("\r\n")
  expect(lines.length - 1).toBeGreaterThanOrEqual(await rowsOf(page).count())
  for (const line of lines.slice(1)) expect(line).toMatch(/\/v1\/products.*,4\d\d,/)
  for (const row of await rowsOf(page).all()) await expect(row).toContainText(/\/v1\/products.*4\d\d/)
  await page.getByRole("link", { name: "फ़िल्टर हटाएँ", exact: true }).click()
  await expect(page).toHaveURL("/requests")
  await expect(page.locator("summary", { hasText: words.Requests.status_error })).toHaveCount(0)
  await expect(rowsOf(page)).toHaveCount(50)
  const newest = await rowsOf(page).first().textContent()
  await page.getByRole("link", { name: "पुराने अनुरोध" }).click()
  await expect(page).toHaveURL(/before=/)
  await expect(rowsOf(page)).toHaveCount(50)
  await expect(rowsOf(page).first()).not.toHaveText(newest ?? "")
  await page.getByRole("link", { name: "सबसे नए पर लौटें" }).click()
  await expect(rowsOf(page).first()).toHaveText(newest ?? "")
  await page.goto("/requests?id=nothing-has-this-id")
  await expect(page.getByRole("status").filter({ hasText: "nothing-has-this-id" })).toBeVisible()
  await page.goto("/requests")
  await page.locator("summary", { hasText: words.Requests.time }).click()
  await page.getByRole("link", { name: words.Requests.within_1h }).click()
  await expect(page).toHaveURL("/requests?within=1h")
  await expect(page.locator("summary", { hasText: words.Requests.within_1h })).toBeVisible()
  await page.goto("/requests?status=5xx&code=unavailable")
  await expect(page.getByText("इन फ़िल्टरों से कुछ नहीं मिला।")).toBeVisible()
})

test("18 requests fit on a screen, also below a filter's second line and the bar of the sandbox", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, "/requests?status=error")
  for (const mode of ["live", "sandbox"]) {
    await page.goto(`/requests?status=error&mode=${mode}`)
    await expectDenseRows(rowsOf(page))
  }
})

test("details are beside the log, and lead to the requests before and after it by keyboard", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, "/requests?status=error")
  const links = rowsOf(page).getByRole("link")
  const pane = page.getByRole("complementary")
  const [previous, next] = [words.Table.previous_row, words.Table.next_row].map((name) =>
    pane.getByRole("link", { name }),
  ) as [Locator, Locator]
  await links.first().click()
  await expect(pane.getByRole("heading", { level: 2 })).toBeFocused()
  await expectDenseRows(rowsOf(page))
  for (const header of [words.Requests.time, words.Requests.request, words.Requests.result, words.Requests.duration])
    await expect(page.getByRole("columnheader", { name: header })).toBeVisible()
  await expect(previous).toHaveCount(0)
  await next.focus()
  for (const row of [1, 2]) {
    await page.keyboard.press("Enter")
    await expect(links.nth(row)).toHaveAttribute("aria-current", "true")
    await expect(next).toBeFocused()
  }
  await previous.click()
  await expect(links.nth(1)).toHaveAttribute("aria-current", "true")
  await page.keyboard.press("Escape")
  await expect(pane).toHaveCount(0)
  await expect(links.nth(1)).toBeFocused()
})

test("on a phone the error code of a failed request is beside its time", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, "/requests?status=error")
  await expect(
    rowsOf(page)
      .first()
      .getByText(/^[a-z]+(_[a-z]+)*$/)
      .filter({ visible: true }),
  ).toHaveCount(1)
})

test("requests come in live, until they are paused", async ({ page }) => {
  const { live_key } = account("developer")
  await open(page, "/requests")
  const consoleErrors = collectConsoleErrors(page)
  await page.getByRole("button", { name: "लाइव देखें" }).click()
  await expect(page.getByText("लाइव: नए अनुरोध सबसे ऊपर आते हैं।")).toBeVisible()
  const polled: string[] = []
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.startsWith("/api/")) polled.push(request.url())
  })
  await callApi("/v1/orders/HT-0000-000001", live_key)
  await expect(rowsOf(page).first()).toContainText("HT-0000-000001", { timeout: 10_000 })
  expect(polled).toEqual([])
  // A live row opens like any other, and the view stays live beside it.
  await page.getByRole("link", { name: /HT-0000-000001/ }).click()
  const pane = page.getByRole("complementary", { name: /HT-0000-000001/ })
  await expect(pane).toContainText("not_found")
  await callApi("/v1/orders/HT-0000-000004", live_key)
  await pane.getByRole("link", { name: words.Table.previous_row }).click({ timeout: 10_000 })
  await expect(page.getByRole("complementary", { name: /HT-0000-000004/ })).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(page.getByRole("complementary")).toHaveCount(0)
  await expect(page.getByRole("link", { name: /HT-0000-000001/ })).toHaveCount(1)

  await page.getByRole("button", { name: "रोकें" }).click()
  await expect(page.getByText("रुका हुआ।")).toBeVisible()
  await callApi("/v1/orders/HT-0000-000002", live_key)
  await page.waitForTimeout(4_000)
  await expect(page.getByRole("link", { name: /HT-0000-000002/ })).toHaveCount(0)
  await page.getByRole("button", { name: "लाइव देखें" }).click()
  await expect(rowsOf(page).first()).toContainText("HT-0000-000002", { timeout: 10_000 })
  expect(consoleErrors).toEqual([])
})

async function makeKey(page: Page, mode: Mode): Promise<{ id: string; secret: string }> {
  const { key, secret } = await callPortal<{ key: { id: string }; secret: string }>(
    page,
    "portalKeys.create",
    { name: "पहली कुंजी", scopes: ["profile.read"] },
    mode,
  )
  return { id: key.id, secret }
}

test("the live log respects the key filter", async ({ page }) => {
  await open(page, "/requests")
  const { id, secret } = await makeKey(page, "live")
  await page.goto(`/requests?key=${id}`)
  await page.getByRole("button", { name: "लाइव देखें" }).click()
  await expect(page.getByText("लाइव: नए अनुरोध सबसे ऊपर आते हैं।")).toBeVisible()
  await callApi("/v1/orders/HT-0000-000011", account("developer").live_key)
  await callApi("/v1/orders/HT-0000-000012", secret)
  await expect(page.getByRole("link", { name: /HT-0000-000012/ })).toBeVisible({ timeout: 10_000 })
  await expect(page.getByRole("link", { name: /HT-0000-000011/ })).toHaveCount(0)
})

test("the live log shows a new account's first request with the name of a new key", async ({ page, context }) => {
  await signInWithForm(page, await signUpVerified(context, "hi"), "/requests?mode=sandbox")
  await expect(page.getByText("इस प्रकार में अभी कोई अनुरोध नहीं है।")).toBeVisible()
  await page.getByRole("button", { name: "लाइव देखें" }).click()
  const { secret } = await makeKey(page, "sandbox")
  await callApi("/v1/me", secret)
  await expect(rowsOf(page)).toHaveCount(1, { timeout: 10_000 })
  await expect(rowsOf(page).first()).toContainText("पहली कुंजी")
  await expect(page.getByText("इस प्रकार में अभी कोई अनुरोध नहीं है।")).toHaveCount(0)
})

test("the live log shows requests that arrived since the page was rendered", async ({ page }) => {
  const { live_key } = account("developer")
  await open(page, "/requests")
  await settle(page)
  const refused = await fetch(`${process.env.HAAT_TEST_URL}/v1/orders/HT-0000-000003`, {
    headers: { authorization: `Bearer ${live_key}` },
  })
  const id = refused.headers.get("x-request-id") ?? ""
  await expect
    .poll(async () => (await page.request.get(`/requests?id=${id}`)).text(), { timeout: 20_000 })
    .toContain("HT-0000-000003")
  await expect(page.getByRole("link", { name: /HT-0000-000003/ })).toHaveCount(0)
  // Later than the server replays by itself.
  await page.clock.setFixedTime(Date.now() + 60_000)
  await page.getByRole("button", { name: "लाइव देखें" }).click()
  await expect(page.getByRole("link", { name: /HT-0000-000003/ })).toBeVisible()
})
