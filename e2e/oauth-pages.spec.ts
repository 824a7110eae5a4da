import { randomBytes } from "node:crypto"
import { type Browser, expect, type Locator, type Page, test } from "./test"
import { v7 as uuidv7 } from "uuid"
import { hashPassword } from "../src/auth/password"
import { emptyTestDatabase, type TestDatabase } from "../src/testing/setup/database"
import { startServer, type TestServer } from "../src/testing/setup/server"
import { APP_SCOPES } from "../src/domain/oauth-app"
import { LOCALES } from "../src/domain/locale"
import en from "../src/i18n/messages/en.json" with { type: "json" }
import hi from "../src/i18n/messages/hi.json" with { type: "json" }
import mai from "../src/i18n/messages/mai.json" with { type: "json" }
import { TestMarketplace } from "../src/testing/fixtures/marketplace"
import { addTestClient, CALLBACK, registerApp, type TestApp } from "../src/testing/fixtures/oauth-apps"
import { expectAccessible } from "./accessibility"
import { collectConsoleErrors } from "./page-checks"

// The provider's own pages, which have no script: in every language, light and dark, narrow and wide.

const MESSAGES = { en, hi, mai }
const PASSWORD = "kamal kachnar palash"

let database: TestDatabase
let server: TestServer
let marketplace: TestMarketplace
let app: TestApp
let testClient: TestApp
/** An app that requests all it may, and its test client. */
let greedy: TestApp
let greedyTestClient: TestApp
/** The email address of a store's owner. */
let seller: string

test.beforeAll(async () => {
  database = await emptyTestDatabase()
  server = await startServer({ lane: "fast", databaseUrl: database.url })
  marketplace = new TestMarketplace(database.url)
  app = await registerApp(marketplace, {
    name: "Dukaan Dost",
    optional: ["profile", "orders.read", "seller.orders.read"],
  })
  testClient = await addTestClient(marketplace, app)
  greedy = await registerApp(marketplace, {
    name: "Bazaar Bahi",
    required: ["openid", "profile", "profile.read"],
    optional: APP_SCOPES.filter((scope) => !["openid", "profile", "profile.read"].includes(scope)),
  })
  greedyTestClient = await addTestClient(marketplace, greedy)
  seller = await person()
  const [owner] = await marketplace.rows<{ id: string }>("SELECT id FROM account WHERE email = $1", [seller])
  await marketplace.store("Mithila Crafts", { owner: owner?.id ?? "", status: "approved" })
})

test.afterAll(async () => {
  await server.stop()
  await marketplace.close()
  await database.drop()
})

async function person(guarded = false): Promise<string> {
  const email = `${uuidv7()}@example.in`
  const id = await marketplace.account({ name: "आशा झा", email })
  await marketplace.rows("UPDATE account SET password_hash = $2 WHERE id = $1", [id, await hashPassword(PASSWORD)])
  if (guarded) {
    await marketplace.rows("INSERT INTO totp (account_id, seed_encrypted, confirmed_at) VALUES ($1, $2, now())", [
      id,
      randomBytes(48),
    ])
    await marketplace.rows(
      "INSERT INTO passkey (id, account_id, credential_id, public_key, name) VALUES ($1, $2, $3, $4, 'Phone')",
      [uuidv7(), id, randomBytes(16).toString("base64url"), randomBytes(77)],
    )
  }
  return email
}

function authorize(more: Record<string, string> = {}): string {
  return `${server.url}/oauth/authorize?${new URLSearchParams({ response_type: "code", client_id: app.clientId, redirect_uri: CALLBACK, scope: "openid profile seller.orders.read", ...more })}`
}

async function enter(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.locator("#email").fill(email)
  await page.locator("#password").fill(password)
  await page.locator("#password").press("Enter")
}

/** Everything that an app may request is in the first screen, above the buttons; on a phone, the buttons stay in sight. */
async function expectWholeDecision(page: Page, url: string): Promise<void> {
  const size = page.viewportSize()
  await page.goto(`${server.url}/oauth/end_session`)
  await page.locator("#sign-out").click()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(url)
  await enter(page, seller)
  await page.locator("#consent-form").waitFor()
  await expect(page.locator("#consent-form li")).toHaveCount(APP_SCOPES.length)
  const allow = page.locator("#allow")
  const { y: top } = await boxOf(allow)
  for (const line of await page.locator("#consent-form li, #consent-form p").all()) {
    const { y, height } = await boxOf(line)
    expect(y + height).toBeLessThan(top)
  }
  await expect(allow).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(allow).toBeInViewport({ ratio: 1 })
  if (size) await page.setViewportSize(size)
}

async function boxOf(element: Locator): Promise<{ y: number; height: number }> {
  const box = await element.boundingBox()
  if (!box) throw new Error("it is not visible")
  return box
}

for (const locale of LOCALES) {
  const look = async (page: Page, name: string): Promise<void> => {
    await expect.soft(page.locator("html"), name).toHaveAttribute("lang", locale)
    await expectAccessible(page, { of: `${name} in ${locale}` })
  }

  // Scripts are switched off, because these pages must not need any.
  const open = async (browser: Browser): Promise<Page> => {
    const page = await browser.newPage({ locale })
    await page.context().addCookies([{ name: "haat-locale", value: locale, url: server.url }])
    return page
  }

  test(`the provider's pages in ${locale} are accessible`, async ({ browser }) => {
    test.setTimeout(180_000)
    const page = await open(browser)
    const consoleErrors = collectConsoleErrors(page)
    await page.goto(authorize())
    await look(page, "sign-in")
    await enter(page, await person(), "not the password")
    await page.getByRole("alert").waitFor()
    await look(page, "sign-in-wrong")
    await enter(page, await person(true))
    await page.locator("#step-form").waitFor()
    await look(page, "second-step")
    await page.locator("#code").fill("no-such-code")
    await page.locator("#confirm").click()
    await page.getByRole("alert").waitFor()
    await look(page, "second-step-wrong")
    await page.goto(authorize())
    await enter(page, await person())
    await page.locator("#consent-form").waitFor()
    await expect(page.locator("#without-store")).toBeVisible()
    await look(page, "consent")
    const { clientId: client_id, redirectUri: redirect_uri } = testClient
    await page.goto(authorize({ client_id, redirect_uri, scope: "openid profile seller.orders.read sandbox.manage" }))
    const { Oauth: t } = MESSAGES[locale]
    await expect(page.locator("#sandbox-notice")).toContainText(t.test_title)
    await expect(page.locator("#sandbox-notice")).toContainText("Asha Jha (person-")
    await expect(page.getByRole("checkbox", { name: t.scope_sandbox_manage })).not.toBeChecked()
    await look(page, "consent of a test client")
    await page.goto(
      authorize({
        client_id: greedyTestClient.clientId,
        redirect_uri: greedyTestClient.redirectUri,
        scope: [...APP_SCOPES, "sandbox.manage"].join(" "),
      }),
    )
    await page.locator("#consent-form").waitFor()
    const [sentTo, allow] = [await boxOf(page.locator("#sent-to")), await boxOf(page.locator("#allow"))]
    expect(sentTo.y + sentTo.height).toBeLessThan(allow.y)
    await expectWholeDecision(page, authorize({ client_id: greedy.clientId, scope: APP_SCOPES.join(" ") }))
    await look(page, "consent to everything")
    await page.goto(`${server.url}/oauth/end_session`)
    await look(page, "end-session")
    await page.locator("#sign-out").click()
    await page.locator("#sign-out-form").waitFor({ state: "detached" })
    await look(page, "signed-out")
    expect(consoleErrors).toEqual([])
    for (const [name, path] of [
      ["error", "/oauth/authorize?client_id=nobody"],
      ["expired", "/oauth/consent?interaction=none"],
    ] as const) {
      await page.goto(server.url + path)
      await look(page, name)
    }
    await page.close()
  })
}

test("without scripts, people tick the access to their orders themselves, in every language", async ({ browser }) => {
  for (const locale of LOCALES) {
    const { Oauth: t } = MESSAGES[locale]
    const page = await browser.newPage({ javaScriptEnabled: false })
    await page.goto(authorize({ ui_locales: locale, scope: "profile orders.read" }))
    await enter(page, await person())
    await expect(page.getByRole("checkbox", { name: t.scope_profile })).toBeChecked()
    const orders = page.getByRole("checkbox", { name: t.scope_orders_read })
    await expect(orders).not.toBeChecked()
    await page.getByRole("checkbox", { name: t.scope_profile }).uncheck()
    await page.getByRole("button", { name: t.allow, exact: true }).click()
    await expect(page.getByRole("alert")).toHaveText(t.nothing_selected)
    await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0)
    await orders.check()
    const [callback] = await Promise.all([
      page.waitForRequest((request) => request.url().startsWith(CALLBACK)),
      page.getByRole("button", { name: t.allow, exact: true }).click(),
    ])
    expect(new URL(callback.url()).searchParams.get("code")).toMatch(/^haat_ac_/)
    await page.close()
  }
})

test("the sign-in page's language buttons work, and Enter still signs in", async ({ browser }) => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await browser.newPage({ locale: "en-IN", javaScriptEnabled })
    const email = await person()
    await page.goto(authorize({ ui_locales: "en" }))
    // The page reports what is missing, not the browser.
    await page.locator("#sign-in").click()
    await expect(page.getByRole("alert")).toHaveText("Enter your email address and password.")
    await page.locator("#email").fill(email)
    await page.getByRole("button", { name: "मैथिली" }).click()
    await expect(page.locator("html")).toHaveAttribute("lang", "mai")
    await expect(page.locator("#email")).toHaveValue(email)
    await expect(page.locator("#password")).toBeFocused()
    await expect(page.getByRole("alert")).toHaveCount(0)
    await page.locator("#password").fill(PASSWORD)
    await page.locator("#password").press("Enter")
    await page.locator("#consent-form").waitFor()
    await expect(page.locator("html")).toHaveAttribute("lang", "mai")
    await page.close()
  }
})
