import { expect, type Locator, type Page, test } from "./test"
import { LOCALES } from "../src/domain/locale"
import en from "../src/i18n/messages/en.json" with { type: "json" }
import hi from "../src/i18n/messages/hi.json" with { type: "json" }
import mai from "../src/i18n/messages/mai.json" with { type: "json" }
import { callApi, callPortal, setLocale, signIn } from "./marketplace"
import { expectAccessible, expectExpandedAccessible } from "./accessibility"
import { collectConsoleErrors } from "./page-checks"
import { signUpVerified } from "./signup"
import { DAY_MS } from "@/domain/time-units"

const MESSAGES = { en, hi, mai }
const ORDER_NUMBER = /HT-[\d-]+/

function press(page: Page, name: string): Promise<void> {
  return page.getByRole("main").getByRole("button", { name, exact: true }).click()
}
function unfold(page: Page, summary: string): Promise<void> {
  return page.getByRole("main").getByText(summary, { exact: true }).click()
}
async function clock(page: Page): Promise<number> {
  return Date.parse((await page.locator("[data-sandbox-clock]").getAttribute("data-sandbox-clock")) ?? "")
}
function expectClock(page: Page, at: number): Promise<void> {
  return expect.poll(() => clock(page)).toBe(at)
}
function fault(page: Page, name: string): Locator {
  return page.locator(`[data-fault="${name}"]`)
}
async function placed(page: Page): Promise<string> {
  return ORDER_NUMBER.exec((await page.getByRole("status").getByText(ORDER_NUMBER).textContent()) ?? "")?.[0] ?? ""
}

/** Signs in to a new account with a test key. @returns the key */
async function openSandboxPage(page: Page, locale: keyof typeof MESSAGES): Promise<string> {
  await signIn(page, await signUpVerified(page.context(), locale), "/sandbox")
  await setLocale(page, locale)
  const { secret } = await callPortal<{ secret: string }>(
    page,
    "portalKeys.create",
    { name: "Test", scopes: ["orders.read", "seller.orders.read", "seller.orders.manage"] },
    "sandbox",
  )
  await page.goto("/sandbox")
  return secret
}

for (const locale of LOCALES) {
  test(`in ${locale}: a sandbox is driven from its page by keyboard and pointer, and its test key sees it`, async ({
    page,
  }) => {
    const t = MESSAGES[locale].Sandbox
    const consoleErrors = collectConsoleErrors(page)
    const key = await openSandboxPage(page, locale)
    await expect(page.getByRole("main").getByText(t.live_mode_note)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole("main").getByRole("link", { name: t.open }).click()
    await expect(page).toHaveURL("/sandbox?mode=sandbox")
    await expectExpandedAccessible(page)
    await page.reload()

    // An order in one press, and one with its payment pending.
    await page.getByRole("button", { name: t.place, exact: true }).focus()
    await page.keyboard.press("Enter")
    const paid = await placed(page)
    expect((await callApi(`/v1/seller/orders/${paid}-1`, key)).body.data).toMatchObject({
      status: "pending",
      payment_status: "paid",
      livemode: false,
    })
    await unfold(page, t.options)
    await page.getByLabel(t.payment_pending, { exact: true }).check()
    await page.getByLabel(t.sku, { exact: true }).fill("no-such-sku")
    await press(page, t.place)
    await expect(page.getByRole("main").getByRole("alert")).toBeFocused()
    await expect(page.getByLabel(t.sku, { exact: true })).toHaveAccessibleDescription(t.error_sku)
    await expectAccessible(page)
    await page.getByLabel(t.sku, { exact: true }).fill("")
    await press(page, t.place)
    await expect.poll(() => placed(page)).not.toBe(paid)
    const pending = await placed(page)
    expect((await callApi(`/v1/seller/orders/${pending}-1`, key)).body.data).toMatchObject({
      payment_status: "pending",
    })

    // The clock, by a step and until a date.
    const epoch = await clock(page)
    await page.getByRole("button", { name: t.advance_days }).click()
    await expectClock(page, epoch + 3 * DAY_MS)
    const day = new Date(epoch + 10 * DAY_MS).toISOString().slice(0, 10)
    await page.getByLabel(t.until).fill(day)
    await press(page, t.until_submit)
    await expectClock(page, epoch + 10 * DAY_MS)
    await page.getByLabel(t.until).fill(day)
    await press(page, t.until_submit)
    await expect(page.getByRole("main").getByRole("alert")).toBeFocused()

    // A fault of an operation, which the key meets once, and one of an event.
    await unfold(page, t.add_operation)
    await page.getByLabel(t.operation, { exact: true }).selectOption("listSellerOrders")
    await press(page, t.add_fault)
    await expect(fault(page, "listSellerOrders")).toContainText("503 unavailable")
    expect((await callApi("/v1/seller/orders", key)).status).toBe(503)
    expect((await callApi("/v1/seller/orders", key)).status).toBe(200)
    await unfold(page, t.add_event)
    await page.getByLabel(t.behaviour_delay, { exact: true }).check()
    await press(page, t.add_fault)
    await expect(page.getByLabel(t.delay).last()).toHaveAccessibleDescription(/86400/)
    await page.getByLabel(t.delay).last().fill("30")
    await press(page, t.add_fault)
    await expect(fault(page, "listSellerOrders")).toHaveCount(0)
    await expect(fault(page, "seller.order.updated")).toContainText(t.late.replace("{seconds}", "30"))
    await expectExpandedAccessible(page)
    await page.getByRole("button", { name: t.end_name.replace("{name}", "seller.order.updated") }).click()
    await expect(page.getByText(t.faults_empty)).toBeVisible()

    // Reset, after what is lost has been said.
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.reload()
    await unfold(page, t.reset_open)
    await press(page, t.reset_cancel)
    await expect(page.getByRole("button", { name: t.reset_submit })).toBeHidden()
    await page.keyboard.press("Enter")
    await press(page, t.reset_submit)
    await expect(page.getByRole("status").getByText(t.reset_done)).toBeVisible()
    await expectClock(page, epoch)
    expect((await callApi(`/v1/seller/orders/${paid}-1`, key)).status).toBe(404)
    // The browser logs the forms that were refused on purpose.
    expect(consoleErrors.filter((message) => !message.includes("status of 422"))).toEqual([])
  })
}

test("without scripts every form works, and says what was wrong", async ({ page, browser }) => {
  const t = en.Sandbox
  await openSandboxPage(page, "en")
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: process.env.HAAT_TEST_URL ?? "" })
  await context.addCookies(await page.context().cookies())
  const plain = await context.newPage()
  await plain.goto("/sandbox?mode=sandbox")
  const epoch = await clock(plain)

  await press(plain, t.place)
  await expect(plain.getByRole("status").getByText(ORDER_NUMBER)).toContainText(t.open_orders)
  await unfold(plain, t.options)
  await plain.getByLabel(t.sku, { exact: true }).fill("no-such-sku")
  await plain.getByLabel(t.payment_failed, { exact: true }).check()
  await press(plain, t.place)
  await expect(plain.getByLabel(t.sku, { exact: true })).toHaveAccessibleDescription(t.error_sku)
  await expect(plain.getByLabel(t.sku, { exact: true })).toHaveValue("no-such-sku")
  await expect(plain.getByLabel(t.payment_failed, { exact: true })).toBeChecked()

  await plain.getByRole("button", { name: t.advance_day }).click()
  await expectClock(plain, epoch + DAY_MS)
  await plain.getByLabel(t.until).fill(new Date(epoch + 9 * DAY_MS).toISOString().slice(0, 10))
  await press(plain, t.until_submit)
  await expectClock(plain, epoch + 9 * DAY_MS)

  await unfold(plain, t.add_operation)
  await plain.getByLabel(t.times).first().fill("0")
  await press(plain, t.add_fault)
  await expect(plain.getByLabel(t.times).first()).toHaveAccessibleDescription(t.error_times)
  await plain.getByLabel(t.times).first().fill("2")
  await press(plain, t.add_fault)
  await expect(fault(plain, "listSellerOrders")).toContainText("2 of 2 left")
  await plain.getByRole("button", { name: t.end_name.replace("{name}", "listSellerOrders") }).click()
  await expect(fault(plain, "listSellerOrders")).toHaveCount(0)

  await unfold(plain, t.reset_open)
  await press(plain, t.reset_submit)
  await expect(plain.getByText(t.reset_done)).toBeVisible()
  await expectClock(plain, epoch)
  await context.close()
})
