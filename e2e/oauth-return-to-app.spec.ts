import { type BrowserContext, expect, type Page, test } from "./test"
import { v7 as uuidv7 } from "uuid"
import { hashPassword } from "../src/auth/password"
import { emptyTestDatabase, type TestDatabase } from "../src/testing/setup/database"
import { startServer, type TestServer } from "../src/testing/setup/server"
import { messagesTo } from "../src/testing/fixtures/mailbox"
import { TestMarketplace } from "../src/testing/fixtures/marketplace"
import { CALLBACK, registerApp, type TestApp } from "../src/testing/fixtures/oauth-apps"

// A person who comes from an app without an account or password returns to the app through the email.

const PASSWORD = "kamal kachnar palash"
const ANOTHER = "jhijhia paag machaan"

let database: TestDatabase
let server: TestServer
let marketplace: TestMarketplace
let app: TestApp

test.beforeAll(async () => {
  database = await emptyTestDatabase()
  server = await startServer({ lane: "fast", databaseUrl: database.url })
  marketplace = new TestMarketplace(database.url)
  app = await registerApp(marketplace, { name: "Dukaan Dost" })
})

test.afterAll(async () => {
  await server.stop()
  await marketplace.close()
  await database.drop()
})

async function comeFromApp(page: Page): Promise<void> {
  const query = new URLSearchParams({
    response_type: "code",
    client_id: app.clientId,
    redirect_uri: CALLBACK,
    scope: "openid",
    state: "of the app",
  })
  await page.goto(`${server.url}/oauth/authorize?${query}`)
  await expect(page.getByText("to continue to Dukaan Dost")).toBeVisible()
}

/** Performs an action that leads to the app, where nothing listens. @returns the app's URL */
async function reachApp(page: Page, act: () => Promise<void>): Promise<URL> {
  const [request] = await Promise.all([page.waitForRequest((each) => each.url().startsWith(CALLBACK)), act()])
  return new URL(request.url())
}

async function mailedLink(email: string, page: string): Promise<string> {
  const links = async (): Promise<string[]> =>
    (await messagesTo(marketplace, email))
      .flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? [])
      .filter((link) => link.includes(page))
  await expect.poll(async () => (await links()).length, { timeout: 15_000 }).toBe(1)
  return (await links())[0] ?? ""
}

async function signUp(page: Page, email: string): Promise<void> {
  await page.getByRole("link", { name: "Create an account" }).click()
  await page.waitForURL(/\/sign-up/)
  await page.getByLabel("Name").fill("Asha Jha")
  await page.getByLabel("Email").fill(email)
  await page.getByLabel("Password").fill(PASSWORD)
  await page.getByRole("button", { name: "Create account" }).click()
  await expect(page.getByText("open the link in this browser within ten minutes")).toBeVisible()
}

async function confirm(page: Page, email: string): Promise<void> {
  await page.goto(await mailedLink(email, "/verify-email"))
  await page.getByRole("button", { name: "Confirm email address" }).click()
}

async function enter(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email)
  await page.getByLabel("Password").fill(password)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
}

async function otherPage(context: BrowserContext): Promise<Page> {
  const other = await context.browser()?.newContext({ locale: "en-IN" })
  if (!other) throw new Error("there is no other browser")
  return other.newPage()
}

test("a new user signs up, confirms the email address and returns to the app", async ({ page }) => {
  const email = `${uuidv7()}@example.in`
  await comeFromApp(page)
  await signUp(page, email)
  await confirm(page, email)
  const callback = await reachApp(page, () => page.getByRole("button", { name: "Allow", exact: true }).click())
  expect([callback.searchParams.get("state"), callback.searchParams.has("code")]).toEqual(["of the app", true])
})

test("a user who resets the password returns to the app", async ({ page }) => {
  const email = `${uuidv7()}@example.in`
  await marketplace.account({ name: "Asha Jha", email })
  await comeFromApp(page)
  await page.getByRole("link", { name: "Forgot your password?" }).click()
  await page.waitForURL(/\/forgot-password/)
  await page.getByLabel("Email").fill(email)
  await page.getByRole("button", { name: "Send the link" }).click()
  await expect(page.getByText("open the link in this browser within ten minutes")).toBeVisible()
  await page.goto(await mailedLink(email, "/reset-password"))
  await page.getByLabel("New password").fill(PASSWORD)
  await page.getByRole("button", { name: "Save the new password" }).click()
  await page.getByRole("link", { name: "Sign in" }).click()
  await expect(page.getByText("to continue to Dukaan Dost")).toBeVisible()
  await enter(page, email, PASSWORD)
  const callback = await reachApp(page, () => page.getByRole("button", { name: "Allow", exact: true }).click())
  expect([callback.searchParams.get("state"), callback.searchParams.has("code")]).toEqual(["of the app", true])
})

test("a user with an account signs in by the emailed link and returns to the app", async ({ page }) => {
  const email = `${uuidv7()}@example.in`
  const id = await marketplace.account({ name: "Asha Jha", email })
  await marketplace.rows("UPDATE account SET password_hash = $2 WHERE id = $1", [id, await hashPassword(PASSWORD)])
  await comeFromApp(page)
  await signUp(page, email)
  await page.goto(await mailedLink(email, "/oauth/consent"))
  await expect(page.getByText("to continue to Dukaan Dost")).toBeVisible()
  await enter(page, email, PASSWORD)
  await expect(page.getByRole("button", { name: "Allow", exact: true })).toBeVisible()
})

test("in another browser the link confirms the address, asks for a new password, and says where the app waits", async ({
  page,
  context,
}) => {
  const email = `${uuidv7()}@example.in`
  await comeFromApp(page)
  await signUp(page, email)
  const other = await otherPage(context)
  await confirm(other, email)
  await expect(other.getByRole("heading", { name: "Email address confirmed" })).toBeVisible()
  await expect(other.getByText("started in another browser")).toBeVisible()
  await other.getByRole("link", { name: "Choose a password" }).click()
  await other.getByLabel("New password").fill(ANOTHER)
  await other.getByRole("button", { name: "Save the new password" }).click()
  await expect(other.getByRole("heading", { name: "Password changed" })).toBeVisible()
  await other.context().close()
  await comeFromApp(page)
  await enter(page, email, PASSWORD)
  await expect(page.getByRole("alert")).toBeVisible()
  await enter(page, email, ANOTHER)
  await expect(page.getByRole("button", { name: "Allow", exact: true })).toBeVisible()
})

test("signing in before confirming the address offers another email, and then returns to the app", async ({
  page,
  context,
}) => {
  const email = `${uuidv7()}@example.in`
  await comeFromApp(page)
  await signUp(page, email)
  await comeFromApp(page)
  await enter(page, email, PASSWORD)
  await page.waitForURL(/\/verify-email/)
  await expect(page.getByText(`We sent a link to ${email}.`)).toBeVisible()
  await marketplace.rows(`DELETE FROM mailbox_message WHERE "to" = $1`, [email])
  await page.getByRole("button", { name: "Send a new link" }).click()
  await expect(page.getByText("We sent a new link.")).toBeVisible()
  const confirming = await context.newPage()
  await confirm(confirming, email)
  await expect(confirming.getByRole("button", { name: "Allow", exact: true })).toBeVisible()
  await confirming.close()
  await page.getByRole("link", { name: "I confirmed it, continue" }).click()
  const callback = await reachApp(page, () => page.getByRole("button", { name: "Allow", exact: true }).click())
  expect([callback.searchParams.get("state"), callback.searchParams.has("code")]).toEqual(["of the app", true])
})

test("a page explains when the authorization request has expired", async ({ page }) => {
  const email = `${uuidv7()}@example.in`
  await comeFromApp(page)
  await signUp(page, email)
  await marketplace.rows("UPDATE oauth_interaction SET expires_at = now()")
  await confirm(page, email)
  await expect(page.getByRole("heading", { name: "Email address confirmed" })).toBeVisible()
  await expect(page.getByText("The app’s request has expired")).toBeVisible()
  await page.getByRole("link", { name: "Go to the overview" }).click()
  await page.waitForURL(`${server.url}/overview`)

  await page.context().clearCookies({ name: /session-token/ })
  await comeFromApp(page)
  await marketplace.rows("UPDATE oauth_interaction SET expires_at = now()")
  await enter(page, email, PASSWORD)
  await expect(page.getByRole("heading", { name: "The app’s request has expired" })).toBeVisible()
  await expect(page.getByText("Go back to the app and start again.")).toBeVisible()
})
