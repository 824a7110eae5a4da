import { expect, type Page, test } from "./test"
import { account, callApi, callPortal, signIn, setLocale } from "./marketplace"
import { signUpVerified } from "./signup"
import { collectConsoleErrors } from "./page-checks"

test.beforeEach(async ({ context, baseURL }) => {
  await context.addCookies([{ name: "haat-locale", value: "mai", url: baseURL ?? "" }])
})

async function signInInMaithili(page: Page, role: Parameters<typeof account>[0]): Promise<void> {
  const { email, password } = account(role)
  await page.goto("/sign-in")
  await page.locator("[name=email]").fill(email)
  await page.locator("[name=password]").fill(password)
  await page.locator("[name=password]").press("Enter")
  await page.waitForURL("/overview")
}

test("signing in leads to the overview, whose figures link to their requests", async ({ page }) => {
  const consoleErrors = collectConsoleErrors(page)
  await signInInMaithili(page, "developer")
  await expect(page.locator("html")).toHaveAttribute("lang", "mai")
  await expect(page.getByRole("heading", { level: 1, name: "सारांश" })).toBeVisible()
  await page.getByRole("link", { name: "30 दिन" }).click()
  await expect(page).toHaveURL(/range=30d/)
  await expect(page.getByText("समय Asia/Kolkata केर हिसाबसँ अछि।")).toBeVisible()

  // The chart by keyboard: one Tab stop, arrow keys between bars, figures as text, Enter opens the requests.
  const bars = page.getByRole("list", { name: "अनुरोध, स्तम्भ चार्ट" }).getByRole("link")
  await expect(bars).toHaveCount(30)
  // They are drawn without scripts.
  expect(await (await page.request.get("/overview?range=30d")).text()).toMatch(
    /<a href="\/requests[^>]*style="background-size:84% [1-9]/,
  )
  await expect(bars.and(page.locator("[tabindex='0']"))).toHaveCount(1)
  await bars.nth(29).focus()
  await page.keyboard.press("ArrowLeft")
  await page.keyboard.press("ArrowLeft")
  await expect(bars.nth(27)).toBeFocused()
  const words = (await bars.nth(27).getAttribute("aria-label")) ?? ""
  expect(words).toMatch(/अनुरोध, \S+ विफल$/)
  await expect(page.getByText(words)).toBeVisible()
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/\/requests\?.*from=.+&until=.+/)
  await expect(page.getByRole("heading", { level: 1, name: "अनुरोध लॉग" })).toBeVisible()
  await expect(page.getByRole("table").locator("tbody tr").first()).toBeVisible()
  await page.goBack()

  // The data as a table.
  const requests = page.getByRole("region", { name: "अनुरोध", exact: true })
  await requests.getByText("तालिका देखू").click()
  const rows = requests.getByRole("table").locator("tbody tr")
  await expect(rows).toHaveCount(30)
  await expect
    .poll(() =>
      rows.evaluateAll((all) => [...new Set(all.map((row) => Math.floor(row.getBoundingClientRect().height)))]),
    )
    .toEqual([36])

  // The most frequent errors, on the first screen, with links to their documentation and requests.
  const errors = page.getByRole("region", { name: "सभसँ बेसी भेल त्रुटि" }).locator("tbody tr")
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(errors.last()).toBeInViewport({ ratio: 1 })
  const code = (await errors.first().getByRole("link").first().textContent()) ?? ""
  await expect(errors.first().getByRole("link").first()).toHaveAttribute("href", `/docs/errors#${code}`)
  await errors
    .first()
    .getByRole("link", { name: /वला अनुरोध$/ })
    .click()
  await expect(page).toHaveURL(new RegExp(`code=${code}`))
  await expect(page.getByRole("table").locator("tbody tr").first()).toContainText(code)
  await page.goBack()

  expect(consoleErrors).toEqual([])
})

test("on a phone each frequent error has its endpoint, and each recent request of a key its time", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInInMaithili(page, "developer")
  await page.goto("/overview?range=30d")
  const errors = page.getByRole("region", { name: "सभसँ बेसी भेल त्रुटि" })
  const rows = errors.locator("tbody tr")
  await expect(rows.first()).toBeVisible()
  const endpoints = rows.getByText(/^(GET|POST|PATCH|PUT|DELETE) \//).filter({ visible: true })
  await expect(endpoints).toHaveCount(await rows.count())
  const box = errors.getByRole("table").locator("..")
  await expect.poll(() => box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)

  await page.goto("/keys")
  await page.getByRole("link", { name: "Storefront production" }).click()
  const recent = page.getByRole("region", { name: "हालक अनुरोध" }).locator("tbody tr")
  await expect(recent).toHaveCount(10)
  await expect(recent.locator("time").filter({ visible: true })).toHaveCount(10)
})

test("chart bars are whole hours in UTC, in the reader's time", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ timezoneId: "Asia/Kathmandu", baseURL: baseURL ?? "" })
  await context.addCookies([{ name: "haat-locale", value: "mai", url: baseURL ?? "" }])
  const page = await context.newPage()
  await signInInMaithili(page, "developer")
  await expect(page.getByText("समय Asia/Kathmandu केर हिसाबसँ अछि।")).toBeVisible()
  await page.goto("/overview?range=24h")
  const first = page.getByRole("list", { name: "अनुरोध, स्तम्भ चार्ट" }).getByRole("link").first()
  // Nepal is ahead of UTC by 5:45 hours.
  await expect(first).toHaveAttribute("aria-label", /\d\d:45–\d\d:45/)
  expect(new URL((await first.getAttribute("href")) ?? "", baseURL).searchParams.get("from")).toMatch(/:00:00\.000Z$/)
  await context.close()
})

test("an account without requests sees how to send the first one", async ({ page }) => {
  await signInInMaithili(page, "seller_staff")
  const steps = page.getByRole("region", { name: "तीन डेगमे चालू इंटीग्रेशन" })
  await expect(steps).toContainText("3 मेसँ 1 पूरा")
  await expect(steps.getByRole("group", { name: "पहिल अनुरोध पठाउ" })).toContainText(/curl http.*\/v1\/me/)
  await expect(steps.getByRole("link", { name: "एंडपॉइंट जोड़ू" })).toHaveAttribute("href", "/webhooks")
  await expect(page.getByText("एहि अवधिमे कोनो अनुरोध नहि भेल।")).toBeVisible()
})

test("in English counts of one are singular", async ({ page, context }) => {
  await signIn(page, await signUpVerified(context, "en"))
  await setLocale(page, "en")
  const { secret } = await callPortal<{ secret: string }>(page, "portalKeys.create", {
    name: "Once",
    scopes: ["profile.read"],
  })
  expect((await callApi("/v1/orders", secret)).status).toBe(403)
  await expect(async () => {
    await page.goto("/overview")
    await expect(page.getByRole("link", { name: /^1 ?: Requests with / })).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 30_000 })
  await expect(page.getByRole("link", { name: /: 1 request, 1 failed$/ })).toHaveCount(1)
})
