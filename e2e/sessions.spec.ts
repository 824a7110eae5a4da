import { expect, test } from "./test"
import { signInWithForm } from "./marketplace"
import { signUpVerified } from "./signup"

test("signing out one session and all others ends them immediately", async ({ page, browser, context }) => {
  const me = await signUpVerified(context, "en")
  const [phone, library] = [await browser.newPage(), await browser.newPage()]
  await signInWithForm(phone, me)
  await signInWithForm(library, me)
  await signInWithForm(page, me, "/settings/sessions")
  await expect(page.locator("[data-session=this]")).toContainText("This browser")

  const others = page.locator("[data-session=other]")
  await expect(others).toHaveCount(2)
  const rows = page.getByRole("table", { name: "Sessions" }).locator("tbody tr")
  await expect
    .poll(() => rows.evaluateAll((found) => found.map((row) => row.getBoundingClientRect().height)))
    .toEqual([36, 36, 36])
  await others
    .first()
    .getByRole("button", { name: /^Sign out/ })
    .click()
  await expect(others).toHaveCount(1)
  await page.getByRole("button", { name: "Sign out everywhere else" }).click()
  const dialog = page.getByRole("dialog")
  await expect(dialog).toContainText("1 other session ends immediately. This one stays.")
  await dialog.getByRole("button", { name: "Sign out everywhere else" }).click()
  await expect(others).toHaveCount(0)
  await expect(page.getByText("1 session ended.")).toBeVisible()

  for (const otherPage of [phone, library]) {
    await otherPage.goto("/keys")
    await expect(otherPage).toHaveURL("/sign-in?return=%2Fkeys")
    await otherPage.close()
  }
  await page.reload()
  await expect(page.getByText("You are not signed in anywhere else.")).toBeVisible()

  // What was done to the account is below.
  await expect(page.getByText("Changes to your account appear here.")).toBeVisible()
  await page.goto("/settings/profile")
  await page.getByLabel("Name", { exact: true }).fill("Asha J.")
  await page.getByRole("button", { name: "Save profile" }).click()
  await expect(page.getByText("Saved")).toBeVisible()
  await page.goto("/settings/sessions")
  const activity = page.getByRole("region", { name: "Recent activity" }).locator("tbody tr")
  await expect(activity).toHaveCount(1)
  await expect(activity).toContainText("Profile updated")
})
