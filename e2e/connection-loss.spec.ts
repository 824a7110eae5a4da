import { expect, type Locator, type Page, test } from "./test"
import { callPortal, keyRow, openKeyAction, signIn } from "./marketplace"
import en from "../src/i18n/messages/en.json" with { type: "json" }
import { PASSWORD, signUpVerified, currentAccount } from "./signup"

async function keys(page: Page): Promise<string[]> {
  return (
    (await (await page.request.get("/api/trpc/portalKeys.list")).json()) as {
      result: { data: { data: { name: string }[] } }
    }
  ).result.data.data.map(({ name }) => name)
}

async function openKeyForm(page: Page, name: string): Promise<Locator> {
  await page.getByRole("button", { name: "Create key" }).click()
  const dialog = page.getByRole("dialog", { name: "Create" })
  await dialog.getByLabel("Name").fill(name)
  await dialog.getByRole("checkbox", { name: "profile.read" }).check()
  return dialog
}

test("without a connection creating a key fails immediately, and none is created later", async ({ page, context }) => {
  await signIn(page, await signUpVerified(context, "en"), "/keys")
  const dialog = await openKeyForm(page, "Made offline")
  await context.setOffline(true)
  const submit = dialog.getByRole("button", { name: "Create key" })
  await submit.click()
  await expect(dialog.getByRole("alert")).toContainText("The server could not be reached")
  await expect(submit).toBeEnabled()
  let calls = 0
  page.on("request", (request) => {
    if (request.url().includes("portalKeys.create")) calls++
  })
  await context.setOffline(false)
  // The browser's online event would trigger a pending retry.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_000)))
  expect(calls).toBe(0)
  expect(await keys(page)).toEqual([])
  await submit.click()
  await expect(page.getByRole("dialog")).toContainText(/haat_live_/)
  expect(await keys(page)).toEqual(["Made offline"])
})

test("a session that expires while a form is open is renewed in place without losing input", async ({
  page,
  context,
}) => {
  const person = await signUpVerified(context, "en")
  await signIn(page, person, "/keys")
  const dialog = await openKeyForm(page, "Kept")
  await context.clearCookies({ name: /session-token/ })
  await dialog.getByRole("button", { name: "Create key" }).click()
  const signedOut = page.getByRole("dialog", { name: "You are signed out" })
  await expect(signedOut).toContainText(person.email)
  const password = signedOut.getByLabel("Password")
  await expect(password).toBeFocused()
  await signedOut.getByRole("button", { name: "Sign in" }).click()
  await expect(password).toHaveAccessibleDescription(/Enter a password/)
  await password.fill("not the password")
  await password.press("Enter")
  await expect(signedOut.getByRole("alert")).toBeFocused()
  await context.setOffline(true)
  await password.fill(PASSWORD)
  await password.press("Enter")
  await expect(signedOut.getByRole("alert")).toContainText("The server could not be reached")
  await context.setOffline(false)
  await password.press("Enter")
  await expect(signedOut).toHaveCount(0)
  await expect(page.getByRole("dialog")).toContainText(/haat_live_/)
  expect(await currentAccount(page)).toMatchObject({ email: person.email })
  expect(await keys(page)).toEqual(["Kept"])
})

test("all errors of a key form are shown together", async ({ page, context }) => {
  await signIn(page, await signUpVerified(context, "en"), "/keys")
  const dialog = await openKeyForm(page, "Wrong twice")
  await dialog.getByText("IP addresses, rate limit and API version").click()
  await dialog.getByLabel(/Allowed/).fill("999.1.1.1")
  await dialog.getByLabel("Requests per minute").fill("abc")
  await dialog.getByRole("button", { name: "Create key" }).click()
  await expect(dialog.locator("[aria-invalid=true]")).toHaveCount(2)
  await callPortal(page, "portalKeys.create", {
    name: "Right",
    scopes: ["profile.read"],
    expires_at: null,
    allowed_ips: [],
    rate_limit: null,
  })
  await page.reload()
  await openKeyAction(keyRow(page, "Right"), "Edit")
  const edit = page.getByRole("dialog", { name: /Right/ })
  await edit.getByLabel(/Allowed/).fill("999.1.1.1")
  await edit.getByLabel("Requests per minute").fill("abc")
  await edit.getByRole("button", { name: "Save" }).click()
  await expect(edit.locator("[aria-invalid=true]")).toHaveCount(2)
})

test("the first steps give no instruction without its command", async ({ page, context }) => {
  await signIn(page, await signUpVerified(context, "en"), "/overview")
  const steps = page.getByRole("region", { name: en.Overview.steps_title })
  await expect(steps.getByRole("button", { name: en.FirstSteps.key_submit })).toBeVisible()
  await expect(steps.getByText(en.Overview.step_request_text)).toHaveCount(0)
  await callPortal(page, "portalKeys.create", { name: "Made elsewhere", scopes: ["profile.read"] })
  await page.reload()
  await expect(steps.getByText(en.Overview.step_request_text)).toBeVisible()
  await expect(steps.getByText(/curl .*\/v1\/me/)).toBeVisible()
})
