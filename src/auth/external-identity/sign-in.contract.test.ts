import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { messagesTo } from "@/testing/fixtures/mailbox"
import { ScriptlessBrowser } from "@/testing/fixtures/oauth-browser"
import { OauthProvider, PASSWORD } from "@/testing/fixtures/oauth-provider"
import { OpenidProviderProcess } from "@/testing/fixtures/openid-provider-process"
import { PortalClient } from "@/testing/fixtures/portal-client"
import { SESSION_COOKIE } from "@/testing/fixtures/session"

const PENDING_COOKIE = "haat-pending-identity"

let openid: OpenidProviderProcess
let haat: OauthProvider
let login: string
let logins = 0

beforeAll(async () => {
  openid = await OpenidProviderProcess.create()
  haat = await OauthProvider.open("fast", openid.settings)
  await openid.start(haat.url)
})
afterAll(async () => {
  await haat.lane.close()
  await openid.stop()
})
beforeEach(() => {
  login = `person${++logins}`
})

function addressOf(who: string): string {
  return `${who}@provider.example`
}

/** Signs in at the provider, and follows it back. @returns the browser on the page where it ends */
async function signInAtProvider(who = login, path = "/sign-in/with/oidc?return=/keys"): Promise<ScriptlessBrowser> {
  const browser = haat.browser()
  const { externalRedirect } = await browser.goto(path)
  const there = new ScriptlessBrowser(openid.issuer)
  await there.goto(String(externalRedirect))
  await there.submit({ fill: { login: who, password: "anything" } })
  const { externalRedirect: back } = await there.submit()
  await browser.goto(String(back))
  return browser
}

function clientOf(browser: ScriptlessBrowser): PortalClient {
  return new PortalClient(haat.url, browser.ip).withCookie(
    SESSION_COOKIE,
    browser.cookies.get(SESSION_COOKIE)?.value ?? "",
  )
}

async function accountOf(browser: ScriptlessBrowser): Promise<string | undefined> {
  return (await clientOf(browser).query<{ data: { email: string } } | undefined>("me.get")).data?.data.email
}

async function account(email: string) {
  const person = await haat.person()
  await haat.rows("UPDATE account SET email = $2, email_verified_at = now() WHERE id = $1", [person.id, email])
  return { ...person, email }
}
function identities() {
  return haat.rows<{ account_id: string; email: string }>(
    "SELECT account_id, email FROM external_identity WHERE subject = $1",
    [login],
  )
}
function pathOf(browser: ScriptlessBrowser): string {
  return browser.page?.url.slice(haat.url.length) ?? ""
}

test("the sign-in page links to the provider, and a new person gets an account with the confirmed address", async () => {
  const page = await haat.browser().goto("/sign-in?return=/keys")
  expect(page.html).toContain(`href="/sign-in/with/oidc?return=%2Fkeys"`)
  expect((await haat.browser().goto("/sign-up?return=/keys")).html).toContain(
    `href="/sign-in/with/oidc?return=%2Fkeys"`,
  )
  expect(page.html).toContain("Continue with Example ID")
  const browser = await signInAtProvider()
  expect([pathOf(browser), browser.page?.status]).toEqual(["/keys", 200])
  expect(await accountOf(browser)).toBe(addressOf(login))
  const [row] = await haat.rows("SELECT name, password_hash, email_verified_at FROM account WHERE email = $1", [
    addressOf(login),
  ])
  expect(row).toEqual({
    // A name with a link in it appears in emails.
    name: `${login} https evil.example`,
    password_hash: null,
    email_verified_at: expect.any(Date) as Date,
  })
  expect(await accountOf(await signInAtProvider())).toBe(addressOf(login))
  expect(await identities()).toHaveLength(1)
})

test("an equal address does not open an account, until its holder signs in to it in the same browser", async () => {
  const person = await account(addressOf(login))
  const browser = await signInAtProvider()
  expect(pathOf(browser)).toBe(
    `/sign-in?return=%2Fkeys&error=connect&login_hint=${encodeURIComponent(addressOf(login))}`,
  )
  expect(browser.page?.html).toContain("already uses this email address")
  expect(await accountOf(browser)).toBeUndefined()
  expect(await identities()).toEqual([])

  const pending = browser.cookies.get(PENDING_COOKIE)?.value ?? ""
  expect(pending).not.toBe("")
  // Who signs in to another account connects nothing to it.
  const stranger = await haat.person()
  expect(
    await new PortalClient(haat.url, "198.51.106.1")
      .withCookie(PENDING_COOKIE, pending)
      .signIn(stranger.email, PASSWORD),
  ).toBeNull()
  expect(await identities()).toEqual([])

  expect(
    await new PortalClient(haat.url, browser.ip).withCookie(PENDING_COOKIE, pending).signIn(person.email, PASSWORD),
  ).toBeNull()
  expect(await identities()).toEqual([{ account_id: person.id, email: person.email }])
  expect(await accountOf(await signInAtProvider())).toBe(person.email)
  await expect
    .poll(async () => (await messagesTo(haat.lane.marketplace, person.email)).map(({ subject }) => subject), {
      timeout: 15_000,
    })
    .toEqual(["A sign-in provider was connected"])
})

test("an account with an unconfirmed address is not connected, because a stranger may have created it", async () => {
  const person = await account(addressOf(login))
  await haat.rows("UPDATE account SET email_verified_at = NULL WHERE id = $1", [person.id])
  const browser = await signInAtProvider()
  const client = new PortalClient(haat.url, browser.ip).withCookie(
    PENDING_COOKIE,
    browser.cookies.get(PENDING_COOKIE)?.value ?? "",
  )
  expect(await client.signIn(person.email, PASSWORD)).toBeNull()
  expect(await identities()).toEqual([])
})

test("an address that the provider has not verified opens and creates nothing", async () => {
  const browser = await signInAtProvider(`unverified-${login}`)
  expect(pathOf(browser)).toBe("/sign-in?return=%2Fkeys&error=address_unverified")
  expect(await haat.rows("SELECT FROM account WHERE email = $1", [addressOf(login)])).toEqual([])
})

test("a second factor is still asked for, and a locked account stays closed", async () => {
  await signInAtProvider()
  const [row] = await haat.rows<{ id: string }>("SELECT id FROM account WHERE email = $1", [addressOf(login)])
  await haat.rows("INSERT INTO totp (account_id, seed_encrypted, confirmed_at) VALUES ($1, '\\x00', now())", [row?.id])
  const browser = await signInAtProvider()
  expect(pathOf(browser)).toBe("/sign-in/second-step?return=%2Fkeys")
  expect(await accountOf(browser)).toBeUndefined()
  await haat.rows("UPDATE account SET locked_at = now() WHERE id = $1", [row?.id])
  const locked = await signInAtProvider()
  expect(pathOf(locked)).toBe("/sign-in?return=%2Fkeys&error=locked")
  expect(await accountOf(locked)).toBeUndefined()
})

test("a disconnected provider does not sign in any more", async () => {
  const browser = await signInAtProvider()
  const client = clientOf(browser)
  const state = await client.query<{ data: object }>("security.state")
  expect(state.data.data).toMatchObject({
    has_password: false,
    identities: [{ provider: "oidc", name: "Example ID", email: addressOf(login) }],
  })
  expect((await client.query("security.waysToProve")).data).toEqual({ password: false, code: false, passkey: false })
  expect((await client.mutate("security.removeIdentity", { provider: "oidc" })).status).toBe(200)
  expect((await client.mutate("security.removeIdentity", { provider: "oidc" })).problem).toBe("not_found")
  expect(pathOf(await signInAtProvider())).toContain("error=connect")
})

test("a response that this browser has not asked for signs nobody in", async () => {
  const browser = haat.browser()
  const { externalRedirect } = await browser.goto("/sign-in/with/oidc")
  const there = new ScriptlessBrowser(openid.issuer)
  await there.goto(String(externalRedirect))
  await there.submit({ fill: { login, password: "anything" } })
  const { externalRedirect: back } = await there.submit()
  for (const [other, url] of [
    [haat.browser(), String(back)],
    [browser, String(back).replace(/state=[^&]+/, "state=forged")],
    [browser, `${haat.url}/api/auth/callback/oidc?error=access_denied`],
  ] as const) {
    await other.goto(url)
    expect(pathOf(other)).toMatch(/^\/sign-in\?/)
    expect(other.page?.html).toContain("Signing in with this provider failed")
    expect(await accountOf(other)).toBeUndefined()
  }
})

test("another site cannot begin a sign-in, nor name where it ends", async () => {
  const { externalRedirect, url } = await haat
    .browser()
    .goto("/sign-in/with/oidc?return=/keys", { headers: { "sec-fetch-site": "cross-site" } })
  expect([externalRedirect, url]).toEqual([null, `${haat.url}/sign-in?return=%2Fkeys`])
  const browser = await signInAtProvider(login, "/sign-in/with/oidc?return=https://evil.example/")
  expect(pathOf(browser)).toBe("/overview")
})

test("a provider that is not set up, or does not respond, is an error that the person can read", async () => {
  expect((await haat.browser().goto("/sign-in/with/google")).status).toBe(404)
  await openid.stop()
  const browser = haat.browser()
  await browser.goto("/sign-in/with/oidc?return=/keys")
  expect(browser.page?.html).toContain("Signing in with this provider failed")
  await openid.start(haat.url)
})
