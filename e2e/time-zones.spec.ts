import { type Browser, expect, type Locator, type Page, test } from "./test"
import { type ViewerTimeZone, toLocalTime } from "../src/domain/time-zone"
import { formatSecond } from "../src/i18n/format"
import { TIME_ZONE_COOKIE } from "../src/i18n/time-zone-cookie"
import { account, callPortal, demoApp, openConsentPage, signIn } from "./marketplace"
import { addFailedDelivery, signUpVerified } from "./signup"
import { collectConsoleErrors } from "./page-checks"
import { PageUrls, PAGES } from "./pages"
import { DAY_MS } from "@/domain/time-units"

const ZONE = "Asia/Kathmandu"
/** Nepal's time zone is ahead of India's by this much. */
const AHEAD_MINUTES = 15
const DAY_MINUTES = 24 * 60

const TIME_PATTERN = /\d{1,2} \S+(?: \d{4})?, (\d\d):(\d\d)(?::\d\d)?( IST)?/g

interface ShownTime {
  text: string
  /** The minute of the day. */
  minute: number
  named: boolean
}

/** The charts of a page and their tables: a sentence beside the choice of the period names the zone of their hours. */
const CHARTS = "section[aria-labelledby^='figure-']"

/** The times that a page shows outside its charts, including folded content and tooltips. */
async function findTimes(page: Page, path: string): Promise<ShownTime[]> {
  await page.goto(path)
  const words = await page.getByRole("main").evaluate((main, charts) => {
    for (const chart of main.querySelectorAll(charts)) chart.remove()
    return [main.textContent, ...[...main.querySelectorAll<HTMLElement>("[title]")].map(({ title }) => title)].join(
      "\n",
    )
  }, CHARTS)
  return [...words.matchAll(TIME_PATTERN)].map(([text, hour, minute, name]) => ({
    text,
    minute: Number(hour) * 60 + Number(minute),
    named: name !== undefined,
  }))
}

/** @param app the client ID of the app whose endpoint it is; null for the account */
async function endpointWithDelivery(page: Page, app: string | null = null): Promise<string> {
  const input = { url: "http://127.0.0.1:9/hooks", events: ["order.created"], description: "" }
  const { id } = await callPortal<{ id: string }>(page, "webhookEndpoints.create", input, "live", app)
  await callPortal(page, "webhookEndpoints.test", { id }, "live", app)
  return id
}

type Role = "customer" | "seller" | "developer" | "staff"

/** Creates events that only pages of this role show. */
async function createActivity(page: Page, role: Role): Promise<void> {
  if (role === "developer")
    for (const app of [null, demoApp("confidential").client_id]) await endpointWithDelivery(page, app)
  if (role === "staff") await callPortal(page, "portalKeys.create", { name: "Audited", scopes: ["profile.read"] })
  if (role !== "customer") return
  await openConsentPage(page)
  await page.locator("#allow").click()
  // Nothing listens at the app's URL.
  await page.waitForURL("chrome-error://chromewebdata/", { waitUntil: "commit" })
}

/** A page without scripts, signed in as the same account. */
async function withoutScripts(browser: Browser, page: Page, role: Role): Promise<Page> {
  await signIn(page, account(role))
  await createActivity(page, role)
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: process.env.HAAT_TEST_URL ?? "" })
  await context.addCookies((await page.context().cookies()).filter(({ name }) => name !== TIME_ZONE_COOKIE))
  return context.newPage()
}

/** Pages that show times of the demo's data. */
const PAGES_WITH_TIMES: Record<Role, readonly string[]> = {
  customer: ["/connected-apps", "/orders"],
  seller: ["/store"],
  developer: ["/requests", "/webhooks/events"],
  staff: ["/staff/audit"],
}

/** Pages with charts name the zone of their hours once. */
async function expectZoneOfCharts(page: Page, path: string, zone: string): Promise<void> {
  await page.goto(path)
  if ((await page.locator(CHARTS).count()) > 0)
    await expect.soft(page.getByText(`Times are in ${zone}.`), path).toBeVisible()
}

for (const role of ["customer", "seller", "developer", "staff"] as const) {
  test(`every page of a ${role} shows times in the reader's time zone, and in India's with its name until it is known`, async ({
    page: own,
    browser,
  }) => {
    test.slow()
    const page = await withoutScripts(browser, own, role)
    const addresses = new PageUrls(page)
    for (const shown of PAGES.filter((each) => each.role === role)) {
      const path = await addresses.urlOf(shown)
      await page.context().clearCookies({ name: TIME_ZONE_COOKIE })
      await expectZoneOfCharts(page, path, "Asia/Kolkata")
      const before = await findTimes(page, path)
      expect
        .soft(
          before.filter(({ named }) => !named),
          `${path} does not say whose time it tells`,
        )
        .toEqual([])
      if (PAGES_WITH_TIMES[role].includes(path)) expect.soft(before, path).not.toEqual([])
      await page.context().addCookies([{ name: TIME_ZONE_COOKIE, value: ZONE, url: process.env.HAAT_TEST_URL ?? "" }])
      const after = await findTimes(page, path)
      expect
        .soft(
          after.filter(({ named }) => named),
          `${path} shows a time zone that is not the reader's`,
        )
        .toEqual([])
      await expectZoneOfCharts(page, path, ZONE)
      expect
        .soft(
          after.map(({ minute }) => minute),
          path,
        )
        .toEqual(before.map(({ minute }) => (minute + AHEAD_MINUTES) % DAY_MINUTES))
    }
    await page.context().close()
  })
}

test("a browser reports its time zone, and deliveries, attempts, events and forms use it", async ({
  browser,
  baseURL,
}) => {
  const timeZone: ViewerTimeZone = { zone: ZONE, detected: true }
  const context = await browser.newContext({ timezoneId: ZONE, baseURL: baseURL ?? "" })
  const page = await context.newPage()
  const consoleErrors = collectConsoleErrors(page)
  const expectTimesInZone = async (time: Locator): Promise<void> =>
    expect(time).toHaveText(formatSecond((await time.getAttribute("datetime")) ?? "", "en", timeZone))
  await signIn(page, await signUpVerified(context, "en"), "/webhooks")
  const id = await endpointWithDelivery(page)
  await addFailedDelivery(id)
  await page.goto("/webhooks/events")
  await expectTimesInZone(page.getByRole("main").locator("time").first())

  await page.goto(`/webhooks/${id}`)
  const deliveries = page.getByRole("table", { name: "Deliveries" })
  await expectTimesInZone(deliveries.locator("time:visible").first())
  await page.getByRole("button", { name: "Redeliver failed deliveries" }).click()
  const dialog = page.getByRole("dialog")
  await expect(dialog.getByText(ZONE)).toBeVisible()
  const since = await dialog.getByLabel("Failed since").inputValue()
  expect([Date.now(), Date.now() - 60_000].map((now) => toLocalTime(ZONE, new Date(now - DAY_MS)))).toContain(since)
  await page.keyboard.press("Escape")
  await deliveries.getByRole("link").first().click()
  await expectTimesInZone(
    page
      .getByText(/^Attempt/)
      .locator("..")
      .locator("time")
      .first(),
  )

  await page.goto("/keys")
  await page.getByRole("button", { name: "Create key" }).first().click()
  await dialog.getByLabel("Expiry").selectOption("date")
  await expect(dialog.getByText(`Valid until the end of that day in ${ZONE}.`)).toBeVisible()
  expect(consoleErrors).toEqual([])
  await context.close()
})
