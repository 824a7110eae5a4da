import { expect, type Locator, type Page, test } from "@playwright/test"
import { callPortal, signIn } from "./marketplace"
import { PASSWORD, signUpVerified, currentAccount } from "./signup"

const keys = async (page: Page): Promise<string[]> =>
  (
    (await (await page.request.get("/api/trpc/apiKeys.list")).json()) as {
      result: { data: { data: { name: string }[] } }
    }
  ).result.data.data.map(({ name }) => name)

async function openKeyForm(page: Page, name: string): Promise<Locator> {
  await page.getByRole("button", { name: "Create key" }).click()
  const dialog = page.getByRole("dialog", { name: "Create" })
  await dialog.getByLabel("Name").fill(name)
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
    if (request.url().includes("apiKeys.create")) calls++
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

test("a session that expires while a form is open is renewed in another tab without losing input", async ({
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
  await signedOut.getByRole("button", { name: "Continue" }).click()
  await expect(signedOut.getByRole("alert")).toContainText("You are not signed in yet.")

  const opened = context.waitForEvent("page")
  await signedOut.getByRole("link", { name: "Sign in in a new tab" }).click()
  const tab = await opened
  await tab.getByLabel("Email").fill(person.email)
  await tab.getByLabel("Password", { exact: true }).fill(PASSWORD)
  await tab.getByRole("button", { name: "Sign in" }).click()
  await tab.waitForURL("/keys")
  expect(await currentAccount(page)).toMatchObject({ email: person.email })
  await tab.close()
  await page.bringToFront()
  const go = signedOut.getByRole("button", { name: "Continue" })
  // Returning to the tab may have been enough.
  if (await go.isVisible()) await go.click({ timeout: 2_000 }).catch(() => undefined)
  await expect(signedOut).toHaveCount(0)
  await expect(page.getByRole("dialog")).toContainText(/haat_live_/)
  expect(await keys(page)).toEqual(["Kept"])
})

test("all errors of a key form are shown together", async ({ page, context }) => {
  await signIn(page, await signUpVerified(context, "en"), "/keys")
  const dialog = await openKeyForm(page, "Wrong twice")
  await dialog.getByText("IP addresses and rate limit").click()
  await dialog.getByLabel(/Allowed/).fill("999.1.1.1")
  await dialog.getByLabel("Requests per minute").fill("abc")
  await dialog.getByRole("button", { name: "Create key" }).click()
  await expect(dialog.locator("[aria-invalid=true]")).toHaveCount(2)
  await callPortal(page, "apiKeys.create", {
    name: "Right",
    scopes: ["profile.read"],
    expires_at: null,
    allowed_ips: [],
    rate_limit: null,
  })
  await page.reload()
  await page.getByRole("button", { name: "Edit Right" }).click()
  const edit = page.getByRole("dialog", { name: /Right/ })
  await edit.getByLabel(/Allowed/).fill("999.1.1.1")
  await edit.getByLabel("Requests per minute").fill("abc")
  await edit.getByRole("button", { name: "Save" }).click()
  await expect(edit.locator("[aria-invalid=true]")).toHaveCount(2)
})

test("the first steps show the example request before there is a key", async ({ page, context }) => {
  await signIn(page, await signUpVerified(context, "en"), "/overview")
  await expect(
    page.getByRole("region", { name: "Three steps to a working integration" }).getByText(/curl .*\/v1\/me/),
  ).toBeVisible()
})
