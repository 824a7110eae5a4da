import { type ChildProcess, spawn } from "node:child_process"
import { expect, type Page, test } from "./test"
import { hashPassword } from "../src/auth/password"
import { freePort } from "../src/commands/process/free-port"
import { emptyTestDatabase, type TestDatabase } from "../src/testing/setup/database"
import { startServer, type TestServer } from "../src/testing/setup/server"
import { publicId } from "../src/domain/public-id"
import { TestMarketplace } from "../src/testing/fixtures/marketplace"
import { type AppOptions, registerApp } from "../src/testing/fixtures/oauth-apps"

// Third-party clients, each in an app of its own, through a real browser to a signed-in page and out again.

const PASSWORD = "kamal kachnar palash"

const CLIENTS: Record<string, AppOptions> = {
  "openid-client": { type: "confidential" },
  oauth4webapi: { type: "confidential", pkceRequired: true },
  "next-auth": { type: "confidential", pkceRequired: true },
  "passport-openidconnect": { type: "confidential" },
  "simple-oauth2": { type: "confidential" },
  "oidc-client-ts": { type: "public" },
}
/** simple-oauth2 has no OpenID Connect logout: its person stays signed in to Haat. */
const STAYS_SIGNED_IN = new Set(["simple-oauth2"])

let database: TestDatabase
let server: TestServer
let marketplace: TestMarketplace
let account: string
let email: string

test.beforeAll(async () => {
  database = await emptyTestDatabase()
  server = await startServer({ lane: "fast", databaseUrl: database.url })
  marketplace = new TestMarketplace(database.url)
})

test.beforeEach(async () => {
  email = `asha-${Date.now()}@example.in`
  account = await marketplace.account({ name: "Asha Jha", email })
  await marketplace.rows("UPDATE account SET password_hash = $2 WHERE id = $1", [account, await hashPassword(PASSWORD)])
})

test.afterAll(async () => {
  await server.stop()
  await marketplace.close()
  await database.drop()
})

/**
 * Registers an app at its own URL and starts it there, on another host than Haat's, because browsers share cookies
 * between ports.
 */
async function startApp(name: string, options: AppOptions): Promise<{ url: string; child: ChildProcess }> {
  const url = `http://127.0.0.1:${await freePort()}`
  const callback = name === "next-auth" ? `${url}/api/auth/callback/haat` : `${url}/callback`
  const app = await registerApp(marketplace, {
    ...options,
    name,
    redirectUris: [callback],
    postLogout: [`${url}/`],
    required: ["openid"],
    optional: ["profile", "email", "profile.read"],
  })
  const child = spawn(process.execPath, ["--import", "tsx", `e2e/oauth-clients/${name}.ts`], {
    env: {
      ...process.env,
      ISSUER: server.url,
      CLIENT_ID: app.clientId,
      CLIENT_SECRET: app.secret ?? "",
      APP_ADDRESS: url,
      NEXTAUTH_URL: url,
    },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  })
  await new Promise((resolve, reject) =>
    child.once("message", resolve).once("exit", (code) => reject(new Error(`${name} ended: ${code}`))),
  )
  return { url, child }
}

async function signIn(page: Page): Promise<void> {
  await page.locator("#email").fill(email)
  await page.locator("#password").fill(PASSWORD)
  await page.locator("#sign-in").click()
}

for (const [name, options] of Object.entries(CLIENTS)) {
  test(`${name} signs a person in, refreshes, calls the API and signs out`, async ({ page }) => {
    const { url, child } = await startApp(name, options)
    try {
      await page.goto(url)
      await page.locator("#login").click()
      await expect(page.locator("main")).toContainText(name)
      await signIn(page)
      await expect(page.locator("h1")).toContainText(name)
      await page.locator("#allow").click()

      await expect(page.locator("#name")).toHaveText("Asha Jha")
      await expect(page.locator("#sub")).toHaveText(publicId("account", account))
      const first = await page.locator("#token").textContent()

      await page.locator("#refresh").click()
      await expect(page.locator("#note")).toHaveText("refreshed")
      await expect(page.locator("#token")).not.toHaveText(first ?? "")
      await page.locator("#me").click()
      await expect(page.locator("#note")).toHaveText(email)

      await page.locator("#logout").click()
      await expect(page.locator("#signed-out")).toBeVisible()
      expect(new URL(page.url()).origin).toBe(url)
      await page.locator("#login").click()
      if (STAYS_SIGNED_IN.has(name)) {
        await expect(page.locator("#name")).toHaveText("Asha Jha")
      } else {
        await signIn(page)
        // Consent was given before, so the page is skipped, except for a client that cannot be authenticated (a public
        // one on a loopback address).
        if (options.type === "public") await page.locator("#allow").click()
        await expect(page.locator("#name")).toHaveText("Asha Jha")
      }
    } finally {
      child.kill()
    }
  })
}

test("denying consent returns to the app with access_denied", async ({ page }) => {
  const { url, child } = await startApp("openid-client", { type: "confidential" })
  try {
    await page.goto(`${url}/login`)
    await signIn(page)
    await page.locator("#deny").click()
    await expect(page.locator("#error")).toContainText("access_denied")
    expect(new URL(page.url()).origin).toBe(url)
  } finally {
    child.kill()
  }
})

test("signing in and consenting work without scripts", async ({ browser }) => {
  const { url, child } = await startApp("oauth4webapi", { type: "confidential" })
  const context = await browser.newContext({ javaScriptEnabled: false })
  try {
    const page = await context.newPage()
    await page.goto(`${url}/login`)
    await signIn(page)
    await page.locator("#allow").click()
    await expect(page.locator("#name")).toHaveText("Asha Jha")
  } finally {
    await context.close()
    child.kill()
  }
})
