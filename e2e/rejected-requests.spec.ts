import { expect, test } from "./test"
import en from "../src/i18n/messages/en.json" with { type: "json" }
import hi from "../src/i18n/messages/hi.json" with { type: "json" }
import mai from "../src/i18n/messages/mai.json" with { type: "json" }
import { signInWithForm, setLocale } from "./marketplace"
import { signUpVerified } from "./signup"

// Messages for requests that the server refuses.

test("in Maithili: a rate-limited export stays on the page and shows the wait", async ({ page, context }) => {
  await signInWithForm(page, await signUpVerified(context, "mai"), "/settings/account")
  for (let n = 0; n < 10; n++) expect((await page.request.post("/account-export")).status()).toBe(200)
  await page.getByRole("button", { name: mai.Account.export_submit }).click()
  const alert = page.getByRole("alert").filter({ hasText: mai.Problems.wait.split("{")[0] ?? "" })
  await expect(alert).toContainText("मिनट")
  await expect(alert).toBeFocused()
  await expect(page).toHaveURL("/settings/account")
  await page.reload()
  await expect(page.getByRole("heading", { level: 1, name: mai.Account.title })).toBeVisible()
  await expect(alert).toHaveCount(0)
})

test("in Hindi: failures to cancel an email change and to sign out are shown", async ({ page, context }) => {
  await signInWithForm(page, await signUpVerified(context, "hi"), "/settings/account")
  await page.getByLabel(hi.Account.email_new).fill("moved@example.in")
  await page.getByRole("button", { name: hi.Account.email_submit }).click()
  const cancel = page.getByRole("button", { name: hi.Account.email_cancel })
  await page.route("**/api/trpc/accounts.cancelEmailChange*", (route) => route.abort())
  await cancel.click()
  await expect(page.getByRole("alert").filter({ hasText: hi.Problems.offline })).toBeFocused()
  await page.unroute("**/api/trpc/accounts.cancelEmailChange*")
  await cancel.click()
  await expect(cancel).toHaveCount(0)
  await expect(page.getByRole("alert").filter({ hasText: hi.Problems.offline })).toHaveCount(0)

  const signOut = page.getByRole("banner").getByRole("button", { name: hi.Nav.sign_out })
  await page.route("**/api/auth/signout", (route) => route.fulfill({ status: 500, body: "" }))
  await signOut.click()
  await expect(page.getByRole("alert").filter({ hasText: hi.Nav.sign_out_failed })).toBeFocused()
  await page.unroute("**/api/auth/signout")
  await signOut.click()
  await page.waitForURL("/")
})

test("a rejected store application shows the error of each field, and never calls a filled field empty", async ({
  page,
  context,
}) => {
  await setLocale(page, "en")
  await signInWithForm(page, await signUpVerified(context, "en"), "/store/open")
  const { OpenStore: t } = en
  for (const [label, text] of [
    [t.name, "Kosi Crafts"],
    [t.city, "Saharsa"],
    [t.district, "Saharsa"],
    [t.state, "Bihar"],
    [t.pincode, "852201"],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(text)
  // Exceeds the length that the fields accept from a keyboard.
  const overfill = (name: string, length: number) =>
    page
      .locator(`main [name=${name}]`)
      .evaluate((field: HTMLInputElement, count) => (field.value = "x".repeat(count)), length)
  await overfill("description", 501)
  await overfill("city", 81)
  await page.getByRole("button", { name: t.submit }).click()
  for (const name of ["description", "city"])
    await expect(page.locator(`main [name=${name}]`)).toHaveAccessibleDescription(t.error_refused)
  await expect(page.getByText(t.error_required)).toHaveCount(0)
  await overfill("description", 3)
  await overfill("city", 3)
  await page.getByRole("button", { name: t.submit }).click()
  await page.waitForURL("/store")
})
