import { generateKeyPair, SignJWT } from "jose"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { TestApp } from "@/testing/fixtures/oauth-apps"
import type { Page, ScriptlessBrowser } from "@/testing/fixtures/oauth-browser"
import { textOf } from "@/testing/fixtures/oauth-form"
import { OauthProvider, type Parameters, type TestPerson } from "@/testing/fixtures/oauth-provider"
import { randomText, RelyingParty, type SignIn } from "@/testing/fixtures/relying-party"

// What the OpenID Foundation's conformance suite asks of a provider in its plan
// oidcc-rp-initiated-logout-certification-test-plan. Each test begins with the name of the suite's module.

const MODULES = [
  "oidcc-rp-initiated-logout-discovery-endpoint-verification",
  "oidcc-rp-initiated-logout",
  "oidcc-rp-initiated-logout-bad-post-logout-redirect-uri",
  "oidcc-rp-initiated-logout-modified-id-token-hint",
  "oidcc-rp-initiated-logout-no-id-token-hint",
  "oidcc-rp-initiated-logout-no-params",
  "oidcc-rp-initiated-logout-no-post-logout-redirect-uri",
  "oidcc-rp-initiated-logout-no-state",
  "oidcc-rp-initiated-logout-only-state",
  "oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri",
  "oidcc-rp-initiated-logout-bad-id-token-hint",
]

const GOODBYE = "https://shop-sync.example/post_logout_redirect"
/** Long, and with all punctuation that a state may hold (RFC 6749, appendix A.5). */
const STATE = `${randomText(60)} !"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~`

describe("the plan RP-Initiated Logout OP", () => {
  let provider: OauthProvider
  let app: TestApp
  let person: TestPerson
  let client: RelyingParty
  let browser: ScriptlessBrowser
  let signIn: SignIn
  let cookies: [string, { value: string; path: string }][]

  beforeAll(async () => {
    provider = await OauthProvider.lease("fast")
    app = await provider.app({ postLogout: [GOODBYE] })
    person = await provider.person()
    client = await RelyingParty.discover(provider, app)
  })
  afterAll(() => provider.close())
  beforeEach(async () => {
    browser = provider.browser()
    signIn = await client.signIn(browser, person)
    cookies = [...browser.cookies]
  })

  /** Sends the browser to end its session; undefined omits a parameter. */
  const endSession = (parameters: Parameters = {}): Promise<Page> => {
    const pairs = Object.entries({
      id_token_hint: signIn.idToken,
      post_logout_redirect_uri: GOODBYE,
      state: STATE,
      ...parameters,
    }).filter((pair): pair is [string, string] => pair[1] !== undefined)
    return browser.goto(`${client.endpoint("end_session")}?${new URLSearchParams(pairs).toString()}`)
  }

  /** Also a copy of the cookies from before must be of no use. */
  const expectSignedOut = async (): Promise<void> => {
    const copy = provider.browser()
    for (const [name, cookie] of cookies) copy.cookies.set(name, cookie)
    for (const someone of [browser, copy])
      expect(await client.refusal(someone, { prompt: "none", state: STATE })).toBe("login_required")
  }
  const expectSignedIn = async (): Promise<void> => {
    expect((await client.authorize(browser, person, { prompt: "none" })).asked).toEqual([])
  }

  const expectSignedOutPage = (page: Page): void => {
    expect([page.status, page.externalRedirect]).toEqual([200, null])
    expect(textOf(page.html)).toContain("You are signed out")
  }

  /** Expects a page that asks, ends nothing by itself, and never leads to the client. */
  const expectQuestion = async (parameters: Parameters, problem: string | null): Promise<void> => {
    const question = await endSession(parameters)
    expect([question.status, question.externalRedirect]).toEqual([200, null])
    const text = textOf(question.html)
    expect(text).toContain("Sign out of Haat?")
    if (problem !== null) expect(text).toContain(problem)
    await expectSignedIn()
    await endSession(parameters)
    expectSignedOutPage(await browser.submit({ press: "sign-out" }))
    await expectSignedOut()
  }

  const NOT_REGISTERED = "The requested URL is not registered for the app"
  const NOT_ISSUED = "the request’s ID token was not issued to it"

  test("every module has a test", ({ task }) => {
    const names = task.suite?.tasks
      .map(({ name }) => name.split(" ")[0] ?? "")
      .filter((name) => name.startsWith("oidcc"))
    expect(names).toEqual(MODULES)
  })

  test("oidcc-rp-initiated-logout-discovery-endpoint-verification", () => {
    const endpoints = Object.entries(client.metadata).filter(([name]) => name.endsWith("_endpoint"))
    expect(endpoints.map(([name]) => name)).toContain("end_session_endpoint")
    // The issuer of a public provider is https: see the plan Config OP.
    for (const [name, url] of endpoints)
      expect([name, new URL(String(url)).origin]).toEqual([name, client.metadata.issuer])
  })

  test("oidcc-rp-initiated-logout ends the session and redirects with the state", async () => {
    const redirect = (await endSession()).externalRedirect
    expect(redirect?.href.split("?")[0]).toBe(GOODBYE)
    expect([...(redirect?.searchParams ?? [])]).toEqual([["state", STATE]])
    await expectSignedOut()
  })

  test("oidcc-rp-initiated-logout-bad-post-logout-redirect-uri asks, and does not redirect", async () => {
    await expectQuestion(
      { post_logout_redirect_uri: "https://shop-sync.example/bad_post_logout_redirect_uri" },
      NOT_REGISTERED,
    )
  })

  test("oidcc-rp-initiated-logout-modified-id-token-hint with alg none asks, and does not redirect", async () => {
    const header = Buffer.from('{"alg": "none"}').toString("base64url")
    await expectQuestion({ id_token_hint: `${header}.${signIn.idToken.split(".")[1]}.` }, NOT_ISSUED)
  })

  test("oidcc-rp-initiated-logout-no-id-token-hint asks, and does not redirect", async () => {
    await expectQuestion({ id_token_hint: undefined }, "the request has no ID token to prove where it comes from")
  })

  test("oidcc-rp-initiated-logout-no-params asks, and ends the session", async () => {
    await expectQuestion({ id_token_hint: undefined, post_logout_redirect_uri: undefined, state: undefined }, null)
  })

  test("oidcc-rp-initiated-logout-no-post-logout-redirect-uri ends the session and says so", async () => {
    expectSignedOutPage(await endSession({ post_logout_redirect_uri: undefined }))
    await expectSignedOut()
  })

  test("oidcc-rp-initiated-logout-no-state ends the session and redirects without a state", async () => {
    expect((await endSession({ state: undefined })).externalRedirect?.href).toBe(GOODBYE)
    await expectSignedOut()
  })

  test("oidcc-rp-initiated-logout-only-state asks, and ends the session", async () => {
    await expectQuestion({ id_token_hint: undefined, post_logout_redirect_uri: undefined }, null)
  })

  test("oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri asks, and does not redirect", async () => {
    await expectQuestion({ post_logout_redirect_uri: `${GOODBYE}?foo=bar` }, NOT_REGISTERED)
  })

  test("oidcc-rp-initiated-logout-bad-id-token-hint signed by the client asks, and does not redirect", async () => {
    const { privateKey } = await generateKeyPair("RS256")
    const secret = new TextEncoder().encode(app.secret ?? "")
    expect(secret.length).toBeGreaterThanOrEqual(32)
    const issuer = String(client.metadata.issuer)
    const now = Math.floor(Date.now() / 1000)
    const asClient = { iss: app.clientId, sub: "SubjectID", aud: issuer, iat: now, exp: now + 300 }
    for (const [claims, header, key] of [
      [asClient, { alg: "HS256" }, secret],
      [asClient, { alg: "RS256", kid: "of-the-client" }, privateKey],
      [signIn.claims, { alg: "HS256", kid: signIn.kid ?? "" }, secret],
      [signIn.claims, { alg: "RS256", kid: signIn.kid ?? "" }, privateKey],
    ] as const) {
      const hint = await new SignJWT(claims).setProtectedHeader(header).sign(key)
      const page = await endSession({ id_token_hint: hint })
      expect([page.externalRedirect, textOf(page.html).includes(NOT_ISSUED)]).toEqual([null, true])
      await expectSignedIn()
    }
  })
})
