import { expect, type Page, test } from "./test"
import { account, openConsentPage, signIn } from "./marketplace"
import { collectConsoleErrors } from "./page-checks"

const LIGHT = "rgb(250, 246, 239)"
const DARK = "rgb(21, 18, 14)"

function paper(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
}
function coloursOfFrame(page: Page) {
  return page.locator("meta[name=theme-color]")
}

for (const scheme of ["light", "dark"] as const)
  test(`a reader's choice replaces the ${scheme} of the system on every page, until it is taken back`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ baseURL: baseURL ?? "", colorScheme: scheme })
    const page = await context.newPage()
    const errors = collectConsoleErrors(page)
    await page.goto("/docs")
    expect(await paper(page)).toBe(scheme === "light" ? LIGHT : DARK)
    await expect(coloursOfFrame(page)).toHaveCount(2)
    const [other, name] = scheme === "light" ? [DARK, "Dark"] : [LIGHT, "Light"]
    await page.getByRole("button", { name, exact: true }).click()
    await expect(page.getByRole("button", { name, exact: true })).toHaveAttribute("aria-pressed", "true")
    await expect.poll(() => paper(page)).toBe(other)
    for (const path of ["/", "/sign-in", "/status"]) {
      await page.goto(path)
      expect([path, await paper(page)]).toEqual([path, other])
      await expect(coloursOfFrame(page)).toHaveCount(1)
    }
    await signIn(page, account("customer"))
    await page.goto("/overview")
    expect(await paper(page)).toBe(other)
    await openConsentPage(page)
    expect(await paper(page)).toBe(other)
    await page.goto("/overview")
    await page.getByRole("button", { name: "Same as your system" }).click()
    await expect.poll(() => paper(page)).toBe(scheme === "light" ? LIGHT : DARK)
    await expect
      .poll(async () => (await context.cookies()).filter((cookie) => cookie.name === "haat-theme"))
      .toEqual([])
    expect(errors).toEqual([])
    await context.close()
  })

test("without scripts the form stores the choice, and the first paint has it", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL ?? "", javaScriptEnabled: false, colorScheme: "light" })
  await context.addCookies([{ name: "haat-locale", value: "mai", url: baseURL ?? "" }])
  const page = await context.newPage()
  await page.goto("/products")
  await page.getByRole("button", { name: "गहींर" }).click()
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark")
  const served = await context.request.get("/sign-in")
  expect(await served.text()).toMatch(/<html[^>]* data-theme="dark"/)
  await context.close()
})
