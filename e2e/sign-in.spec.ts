import { expect, test } from "./test"
import { account, signInWithForm } from "./marketplace"

test("a wrong password and an unknown address get the same message", async ({ page }) => {
  for (const email of [account("customer").email, "nobody@example.in"]) {
    await page.goto("/sign-in")
    await page.getByLabel("Email").fill(email)
    await page.getByLabel("Password", { exact: true }).fill("not the password")
    await page.getByRole("button", { name: "Sign in" }).click()
    const alert = page.getByRole("main").getByRole("alert")
    await expect(alert).toHaveText("Incorrect email address or password.")
    await expect(alert).toBeFocused()
  }
})

test("too many attempts show the wait, with and without scripts", async ({ page, browser, baseURL }) => {
  await page.goto("/sign-in")
  await page.getByLabel("Email").fill("hammered@example.in")
  await page.getByLabel("Password", { exact: true }).fill("not the password")
  for (let attempt = 0; attempt < 11; attempt++) {
    const answered = page.waitForResponse(/\/api\/auth\/callback\/credentials/)
    await page.getByRole("button", { name: "Sign in" }).click()
    await answered
    await expect(page.getByRole("button", { name: "Sign in" })).toBeEnabled()
  }
  await expect(page.getByRole("main").getByRole("alert")).toHaveText(
    /Too many attempts\. Try again in \d+ (seconds?|minutes?)\./,
  )
  const context = await browser.newContext({ baseURL: baseURL ?? "", javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto("/sign-in?return=%2Forders")
  await plain.getByLabel("Email").fill("hammered@example.in")
  await plain.getByLabel("Password", { exact: true }).fill("not the password")
  await plain.getByRole("button", { name: "Sign in" }).click()
  await expect(plain.getByRole("main").getByRole("alert")).toHaveText(
    /Too many attempts\. Try again in \d+ (seconds?|minutes?)\./,
  )
  await plain.goto("/sign-in?error=wait&seconds=soon")
  await expect(plain.getByRole("main").getByRole("alert")).toHaveText(
    "Too many attempts. Wait a few minutes and try again.",
  )
  await context.close()
})

test("signing in returns to the requested page, and only to pages of this site", async ({ page }) => {
  await signInWithForm(page, account("customer"), "/orders?status=delivered&per_page=50")
  await expect(page.getByRole("heading", { name: "My orders" })).toBeVisible()
  for (const otherPage of [
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
  ]) {
    await page.goto(`/sign-in?return=${encodeURIComponent(otherPage)}`)
    await expect(page).toHaveURL("/overview")
  }
  await page.getByRole("button", { name: "Sign out" }).click()
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible()
  await page.goto("/keys")
  await expect(page).toHaveURL("/sign-in?return=%2Fkeys")
})

test("the language can be selected before signing in, and persists", async ({ page }) => {
  await page.goto("/sign-in")
  await expect(page.locator("html")).toHaveAttribute("lang", "en")
  for (const [name, locale] of [
    ["हिन्दी", "hi"],
    ["मैथिली", "mai"],
  ] as const) {
    await page.getByRole("button", { name }).click()
    await expect(page.locator("html")).toHaveAttribute("lang", locale)
    await page.reload()
    await expect(page.locator("html")).toHaveAttribute("lang", locale)
    const { spacing, lineHeight } = await page.locator("h1").evaluate((heading) => {
      const { letterSpacing, lineHeight: height, fontSize } = getComputedStyle(heading)
      return { spacing: letterSpacing, lineHeight: parseFloat(height) / parseFloat(fontSize) }
    })
    expect(["normal", "0px"]).toContain(spacing)
    expect(lineHeight).toBeGreaterThanOrEqual(1.6)
  }
})
