import { setTimeout as sleep } from "node:timers/promises"
import { UnsecuredJWT } from "jose"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { TestApp } from "@/testing/fixtures/oauth-apps"
import type { Page } from "@/testing/fixtures/oauth-browser"
import { textOf } from "@/testing/fixtures/oauth-form"
import { codeChallenge, OauthProvider, type Parameters, type TestPerson } from "@/testing/fixtures/oauth-provider"
import {
  expectInvalidGrant,
  expectRecent,
  randomText,
  RelyingParty,
  type SignIn,
} from "@/testing/fixtures/relying-party"

// What the OpenID Foundation's conformance suite asks of a provider in its plan oidcc-basic-certification-test-plan,
// with response_type=code and client_secret_basic. Each test begins with the name of the suite's module. Later
// versions of the plan have oidcc-alternate-happy-flow in place of oidcc-ensure-other-scope-order-succeeds.

const MODULES = [
  "oidcc-server",
  "oidcc-response-type-missing",
  "oidcc-idtoken-signature",
  "oidcc-idtoken-unsigned",
  "oidcc-userinfo-get",
  "oidcc-userinfo-post-header",
  "oidcc-userinfo-post-body",
  "oidcc-ensure-request-without-nonce-succeeds-for-code-flow",
  "oidcc-scope-profile",
  "oidcc-scope-email",
  "oidcc-scope-address",
  "oidcc-scope-phone",
  "oidcc-scope-all",
  "oidcc-ensure-other-scope-order-succeeds",
  "oidcc-alternate-happy-flow",
  "oidcc-display-page",
  "oidcc-display-popup",
  "oidcc-prompt-login",
  "oidcc-prompt-none-not-logged-in",
  "oidcc-prompt-none-logged-in",
  "oidcc-max-age-1",
  "oidcc-max-age-10000",
  "oidcc-ensure-request-with-unknown-parameter-succeeds",
  "oidcc-id-token-hint",
  "oidcc-login-hint",
  "oidcc-ui-locales",
  "oidcc-claims-locales",
  "oidcc-ensure-request-with-acr-values-succeeds",
  "oidcc-codereuse",
  "oidcc-codereuse-30seconds",
  "oidcc-ensure-registered-redirect-uri",
  "oidcc-ensure-post-request-succeeds",
  "oidcc-server-client-secret-post",
  "oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported",
  "oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported",
  "oidcc-claims-essential",
  "oidcc-ensure-request-object-with-redirect-uri",
  "oidcc-refresh-token",
  "oidcc-ensure-request-with-valid-pkce-succeeds",
]

/** The errors of OpenID Connect Core, section 3.1.2.6, for a request that needs a page. */
const NEEDS_PAGE = ["interaction_required", "login_required", "account_selection_required", "consent_required"]

/** Adds the characters that a URL may hold unencoded and base64url does not (RFC 3986, section 2.3). */
function withUnreserved(text: string): string {
  return `${text}-._~`
}

describe("the plan Basic OP", () => {
  let provider: OauthProvider
  let app: TestApp
  let person: TestPerson
  let client: RelyingParty

  beforeAll(async () => {
    provider = await OauthProvider.lease("fast")
    app = await provider.app({ required: ["openid"], optional: ["profile", "email"] })
    person = await provider.person({ locale: "mai" })
    await provider.rows("UPDATE account SET avatar_path = '/media/avatars/1.svg' WHERE id = $1", [person.id])
    client = await RelyingParty.discover(provider, app)
  })
  afterAll(() => provider.close())

  /** A sign-in in a browser without cookies. */
  const signInAfresh = (parameters: Parameters = {}): Promise<SignIn> =>
    client.signIn(provider.browser(), person, parameters)

  const expectSamePerson = (first: SignIn, second: SignIn): void => {
    expect(second.asked).toEqual([])
    expect(first.claims.auth_time).toEqual(expect.any(Number))
    expect([second.claims.sub, second.claims.auth_time]).toEqual([first.claims.sub, first.claims.auth_time])
  }

  const expectRedirectUriPage = (page: Page): void => {
    expect([page.status, page.externalRedirect, page.headers.get("location")]).toEqual([400, null, null])
    expect(textOf(page.html)).toContain("redirect you to a URL that is not registered")
  }

  test("every module has a test", ({ task }) => {
    const names = task.suite?.tasks
      .map(({ name }) => name.split(" ")[0] ?? "")
      .filter((name) => name.startsWith("oidcc"))
    expect(names).toEqual(MODULES)
  })

  test("oidcc-server signs a person in", async () => {
    const { claims, scope, userInfo } = await signInAfresh()
    expect([scope, userInfo]).toEqual(["openid", { sub: person.sub }])
    expect(Object.keys(claims).sort()).toEqual(
      ["iss", "sub", "aud", "exp", "iat", "auth_time", "nonce", "acr", "at_hash", "sid"].sort(),
    )
    expect(client.list("claims_supported")).toEqual(expect.arrayContaining(["iss", "sub", "aud", "exp", "iat"]))
  })

  test("oidcc-response-type-missing is refused at the client's address", async () => {
    expect(["invalid_request", "unsupported_response_type"]).toContain(
      await client.refusal(provider.browser(), { response_type: undefined }),
    )
  })

  // The suite runs this module with dynamic registration only, which we do not offer.
  test("oidcc-idtoken-signature is by RS256 with a published key", async () => {
    const { kid, idToken } = await signInAfresh()
    expect(client.keys.keys.filter((key) => key.kid === kid)).toEqual([
      expect.objectContaining({ kty: "RSA", use: "sig", alg: "RS256" }),
    ])
    expect(JSON.parse(Buffer.from(idToken.split(".")[0] ?? "", "base64url").toString())).toMatchObject({
      alg: "RS256",
      kid,
    })
    expect(client.metadata).not.toHaveProperty("registration_endpoint")
  })

  // The suite skips this module because the algorithm "none" is not listed.
  test("oidcc-idtoken-unsigned is not offered", () => {
    expect(client.list("id_token_signing_alg_values_supported")).toEqual(["RS256"])
  })

  test("oidcc-userinfo-get reads UserInfo by GET", async () => {
    const tokens = await signInAfresh({ scope: "openid email" })
    expect(await client.userInfo(tokens, "get")).toMatchObject({ sub: person.sub, email: person.email })
  })

  test("oidcc-userinfo-post-header reads UserInfo by POST with the token in a header", async () => {
    const tokens = await signInAfresh({ scope: "openid email" })
    expect(await client.userInfo(tokens, "post-header")).toMatchObject({ sub: person.sub, email: person.email })
  })

  test("oidcc-userinfo-post-body reads UserInfo by POST with the token in the form", async () => {
    const tokens = await signInAfresh({ scope: "openid email" })
    expect(await client.userInfo(tokens, "post-body")).toMatchObject({ sub: person.sub, email: person.email })
  })

  test("oidcc-ensure-request-without-nonce-succeeds-for-code-flow without a nonce in the ID token", async () => {
    expect((await signInAfresh({ nonce: undefined })).claims).not.toHaveProperty("nonce")
  })

  // The suite warns because we have no data for the other claims of this scope.
  test("oidcc-scope-profile gives what an account has of its claims", async () => {
    expect(client.list("scopes_supported")).toContain("profile")
    const { userInfo } = await signInAfresh({ scope: "openid profile" })
    const picture = `${provider.url}/media/avatars/1.svg`
    expect(userInfo).toEqual({
      sub: person.sub,
      name: person.name,
      picture,
      locale: "mai",
      updated_at: expect.any(Number) as number,
    })
    expect(client.list("claims_supported")).toEqual(expect.arrayContaining(Object.keys(userInfo)))
  })

  test("oidcc-scope-email gives all its claims", async () => {
    expect(client.list("scopes_supported")).toContain("email")
    const { userInfo } = await signInAfresh({ scope: "openid email" })
    expect(userInfo).toEqual({ sub: person.sub, email: person.email, email_verified: true })
  })

  // The suite skips these modules because the scopes are not listed. A request that names them is served without them.
  test.each([
    ["oidcc-scope-address", "address", ["address"]],
    ["oidcc-scope-phone", "phone", ["phone_number", "phone_number_verified"]],
  ])("%s is not listed, and %s is ignored", async (_, scope, claims) => {
    for (const name of claims) expect(client.list("claims_supported")).not.toContain(name)
    expect(client.list("scopes_supported")).not.toContain(scope)
    const response = await signInAfresh({ scope: `openid ${scope}` })
    expect([response.scope, response.userInfo]).toEqual(["openid", { sub: person.sub }])
  })

  // The suite skips this module because two of its scopes are not listed.
  test("oidcc-scope-all gives those that are listed", async () => {
    const { scope, userInfo } = await signInAfresh({ scope: "openid profile email address phone" })
    expect(String(scope).split(" ").sort()).toEqual(["email", "openid", "profile"])
    expect(Object.keys(userInfo).sort()).toEqual(
      ["sub", "name", "picture", "locale", "updated_at", "email", "email_verified"].sort(),
    )
  })

  test("oidcc-ensure-other-scope-order-succeeds", async () => {
    const { userInfo } = await signInAfresh({ scope: "email openid" })
    expect(userInfo).toEqual({ sub: person.sub, email: person.email, email_verified: true })
  })

  test("oidcc-alternate-happy-flow with the parameters and scopes in another order", async () => {
    const order = "reverse alphabetical"
    const authorization = await client.authorize(provider.browser(), person, { scope: "email openid" }, { order })
    expect(Object.keys(authorization.sent)[0]).toBe("state")
    const tokens = await client.redeem(authorization)
    expect(await client.userInfo(tokens)).toEqual({ sub: person.sub, email: person.email, email_verified: true })
  })

  test.each([
    ["oidcc-display-page", "page"],
    ["oidcc-display-popup", "popup"],
  ])("%s shows the sign-in page with display=%s", async (_, display) => {
    expect((await signInAfresh({ display })).asked[0]).toBe("sign-in")
  })

  test("oidcc-prompt-login asks for the password again", async () => {
    const browser = provider.browser()
    const first = await client.signIn(browser, person)
    await sleep(1_000)
    const second = await client.signIn(browser, person, { prompt: "login" })
    expect(second.asked).toEqual(["sign-in"])
    expect(second.claims.auth_time).toBeGreaterThan(Number(first.claims.auth_time))
    expect(second.claims.sub).toBe(first.claims.sub)
  })

  test("oidcc-prompt-none-not-logged-in is refused, with a long state unchanged", async () => {
    const state = withUnreserved(randomText(93))
    expect(NEEDS_PAGE).toContain(await client.refusal(provider.browser(), { prompt: "none", state }))
  })

  test("oidcc-prompt-none-logged-in shows no page", async () => {
    const browser = provider.browser()
    const first = await client.signIn(browser, person)
    expectSamePerson(first, await client.signIn(browser, person, { prompt: "none" }))
  })

  test("oidcc-max-age-1 asks for the password again after two seconds", async () => {
    const browser = provider.browser()
    const first = await client.signIn(browser, person)
    await sleep(2_000)
    const requestedAt = Date.now() / 1000
    const second = await client.signIn(browser, person, { max_age: "1" })
    expect(second.asked).toEqual(["sign-in"])
    expect(second.claims.auth_time).toBeGreaterThan(Number(first.claims.auth_time))
    expect(second.claims.auth_time).toBeGreaterThanOrEqual(Math.floor(requestedAt))
    expectRecent(second.claims.auth_time, 60)
  })

  test("oidcc-max-age-10000 shows no page, and keeps auth_time", async () => {
    const browser = provider.browser()
    const first = await client.signIn(browser, person, { max_age: "15000" })
    expectRecent(first.claims.auth_time, 60)
    expectSamePerson(first, await client.signIn(browser, person, { max_age: "10000" }))
  })

  test("oidcc-ensure-request-with-unknown-parameter-succeeds", async () => {
    expect((await signInAfresh({ extra: "foobar" })).claims.sub).toBe(person.sub)
  })

  test("oidcc-id-token-hint of the signed-in person shows no page", async () => {
    const browser = provider.browser()
    const first = await client.signIn(browser, person)
    expectSamePerson(first, await client.signIn(browser, person, { prompt: "none", id_token_hint: first.idToken }))
  })

  test("oidcc-login-hint fills the sign-in page", async () => {
    const hint = `buffy@${new URL(provider.url).hostname}`
    const { forms } = await provider.browser().goto(client.request({ login_hint: hint }).url)
    expect(forms[0]?.fields.find(({ name }) => name === "email")?.value).toBe(hint)
    const { asked, claims } = await signInAfresh({ login_hint: hint })
    expect([asked[0], claims.sub]).toEqual(["sign-in", person.sub])
  })

  test("oidcc-ui-locales shows the sign-in page in a requested language that is listed", async () => {
    for (const locale of client.list("ui_locales_supported")) {
      const { html } = await provider.browser().goto(client.request({ ui_locales: `se ${locale}` }).url)
      expect(/<html[^>]* lang="(\w+)/.exec(html)?.[1]).toBe(locale)
    }
    expect((await signInAfresh({ ui_locales: "se" })).asked[0]).toBe("sign-in")
  })

  test("oidcc-claims-locales is no error", async () => {
    expect((await signInAfresh({ scope: "openid profile", claims_locales: "se" })).userInfo.name).toBe(person.name)
  })

  test("oidcc-ensure-request-with-acr-values-succeeds with a requested class in the ID token", async () => {
    const values = client.list("acr_values_supported")
    expect(values).toContain((await signInAfresh({ acr_values: values.join(" ") })).claims.acr)
  })

  test("oidcc-codereuse is refused immediately", async () => {
    const { code, sent } = await signInAfresh()
    expectInvalidGrant(await client.present(code, sent))
  })

  test("oidcc-codereuse-30seconds is refused, and revokes the access token", async () => {
    const { code, sent, accessToken } = await signInAfresh()
    await provider.rows(
      `UPDATE oauth_code SET created_at = created_at - interval '30 seconds', used_at = used_at - interval '30 seconds',
         expires_at = expires_at - interval '30 seconds'
       WHERE grant_id IN (SELECT id FROM oauth_grant WHERE account_id = $1)`,
      [person.id],
    )
    expect((await client.callUserInfo(accessToken)).status).toBe(200)
    expectInvalidGrant(await client.present(code, sent))
    expect((await client.callUserInfo(accessToken)).status).toBe(401)
  })

  test("oidcc-ensure-registered-redirect-uri shows a page that says what is wrong", async () => {
    const { url } = client.request({ redirect_uri: `${app.redirectUri}/${randomText()}` })
    expectRedirectUriPage(await provider.browser().goto(url))
  })

  test("oidcc-ensure-post-request-succeeds", async () => {
    const tokens = await client.redeem(await client.authorize(provider.browser(), person, {}, { method: "POST" }))
    expect(await client.userInfo(tokens)).toEqual({ sub: person.sub })
  })

  test("oidcc-server-client-secret-post signs a person in", async () => {
    expect(client.list("token_endpoint_auth_methods_supported")).toEqual(
      expect.arrayContaining(["client_secret_basic", "client_secret_post"]),
    )
    const authorization = await client.authorize(provider.browser(), person)
    const tokens = await client.redeem(authorization, { by: "client_secret_post" })
    expect(await client.userInfo(tokens)).toEqual({ sub: person.sub })
  })

  /** An unsigned request object with a state and nonce, which are then not in the query. */
  const requestObject = (): string =>
    new UnsecuredJWT({ ...client.request().sent, iss: app.clientId, aud: client.metadata.issuer as string }).encode()

  // The suite runs this module with dynamic registration only. Without the metadata, true would be assumed.
  test("oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported", async () => {
    expect(client.metadata.request_uri_parameter_supported).toBe(false)
    const parameters = { request_uri: "https://shop-sync.example/request.jwt#1", state: undefined, nonce: undefined }
    expect(await client.refusal(provider.browser(), parameters)).toBe("request_uri_not_supported")
  })

  test("oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported", async () => {
    expect(client.metadata.request_parameter_supported).toBe(false)
    const parameters = { request: requestObject(), state: undefined, nonce: undefined }
    expect(await client.refusal(provider.browser(), parameters)).toBe("request_not_supported")
  })

  test("oidcc-claims-essential gives the name by UserInfo only", async () => {
    const { userInfo } = await signInAfresh({ claims: JSON.stringify({ userinfo: { name: { essential: true } } }) })
    expect(userInfo).toEqual({ sub: person.sub, name: person.name })
  })

  test("oidcc-ensure-request-object-with-redirect-uri shows a page about the unregistered URI", async () => {
    const { url } = client.request({
      request: requestObject(),
      redirect_uri: `${app.redirectUri}_invalid`,
      state: undefined,
      nonce: undefined,
    })
    expectRedirectUriPage(await provider.browser().goto(url))
  })

  test("oidcc-refresh-token gives new tokens to its own client only", async () => {
    expect(client.list("grant_types_supported")).toContain("refresh_token")
    const otherClient = client.as(await provider.app())
    const nonce = withUnreserved(randomText(29))
    const signIns = [
      { party: client, first: await signInAfresh(), parameters: { scope: "openid" } },
      { party: otherClient, first: await otherClient.signIn(provider.browser(), person, { nonce }), parameters: {} },
    ]
    await sleep(1_000)
    for (const { party, first, parameters } of signIns) {
      const second = await party.refresh(first.refreshToken, parameters)
      const { iss, sub, aud, auth_time } = first.claims
      expect(second.claims).toMatchObject({ iss, sub, aud, auth_time })
      expect([first.claims.azp, second.claims.azp]).toEqual([undefined, undefined])
      expect(second.claims.iat).toBeGreaterThan(Number(first.claims.iat))
      expect(second.accessToken).not.toBe(first.accessToken)
      await party.userInfo(second)
      if (party === otherClient) {
        expectInvalidGrant(await client.presentRefreshToken(second.refreshToken, { scope: "openid" }))
      }
    }
  })

  test("oidcc-ensure-request-with-valid-pkce-succeeds", async () => {
    const verifier = withUnreserved(randomText(93))
    expect(verifier).toHaveLength(128)
    const authorization = await client.authorize(provider.browser(), person, {
      code_challenge: codeChallenge(verifier),
      code_challenge_method: "S256",
    })
    const tokens = await client.redeem(authorization, { verifier })
    expect(await client.userInfo(tokens)).toEqual({ sub: person.sub })
  })
})
