import { decodeJwt } from "jose"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { LANES } from "@/testing/fixtures/lane"
import type { TestApp } from "@/testing/fixtures/oauth-apps"
import type { ScriptlessBrowser } from "@/testing/fixtures/oauth-browser"
import { type OauthResponse, OauthProvider, type TestPerson, type TokenSet } from "@/testing/fixtures/oauth-provider"

// What an app can read about a user: the claims of the token's scopes, and nothing else.

describe.each(LANES)("userinfo, on the %s lane", (lane) => {
  let provider: OauthProvider
  let app: TestApp
  let person: TestPerson
  let browser: ScriptlessBrowser
  let all: TokenSet

  beforeAll(async () => {
    provider = await OauthProvider.lease(lane)
    app = await provider.app({ required: ["openid"], optional: ["profile", "email", "profile.read"] })
    person = await provider.person({ locale: "mai" })
    browser = provider.browser()
    all = await tokens("openid profile email")
  })
  afterAll(() => provider.close())

  const tokens = (scope: string): Promise<TokenSet> => provider.obtainTokens(browser, person, app, { scope })
  const PROFILE = () => ({ name: person.name, locale: "mai", updated_at: expect.any(Number) as number })
  const EMAIL = () => ({ email: person.email, email_verified: true })
  const challenge = ({ headers }: OauthResponse): string => headers.get("www-authenticate") ?? ""

  test("returns the claims of each scope, with the ID token's sub", async () => {
    expect(decodeJwt(all.id_token ?? "").sub).toBe(person.sub)
    for (const [scope, claims] of [
      ["openid", {}],
      ["openid profile", PROFILE()],
      ["openid email", EMAIL()],
      ["openid profile email", { ...PROFILE(), ...EMAIL() }],
      ["openid profile.read", {}],
    ] as const) {
      const { status, json } = await provider.userinfo((await tokens(scope)).access_token)
      expect([scope, status, json]).toEqual([scope, 200, { sub: person.sub, ...claims }])
    }
  })

  test("returns whether the email address is verified, and the picture if there is one", async () => {
    const plain = await provider.person()
    const { access_token } = await provider.obtainTokens(provider.browser(), plain, app, {
      scope: "openid profile email",
    })
    await provider.rows(
      "UPDATE account SET email_verified_at = NULL, avatar_path = '/media/avatars/1.svg' WHERE id = $1",
      [plain.id],
    )
    const { json } = await provider.userinfo(access_token)
    expect(json).toMatchObject({ email_verified: false, picture: `${provider.url}/media/avatars/1.svg` })
  })

  test("accepts the token in the header or in a POST form", async () => {
    const { access_token } = all
    const responses = [
      await provider.userinfo(access_token),
      await provider.request("/oauth/userinfo", { headers: { authorization: `bearer ${access_token}` } }),
      await provider.request("/oauth/userinfo", {
        method: "POST",
        headers: { authorization: `Bearer ${access_token}` },
      }),
      await provider.post("/oauth/userinfo", { access_token }),
      await provider.post("/oauth/userinfo", { other: "x" }, { authorization: `Bearer ${access_token}` }),
    ]
    for (const { status, json, headers } of responses) {
      expect([status, json.sub]).toEqual([200, person.sub])
      expect(headers.get("content-type")).toMatch(/^application\/json/)
      expect(headers.get("cache-control")).toContain("no-store")
    }
  })

  test("does not accept the token in the query or in a JSON body", async () => {
    const { access_token } = all
    const responses = [
      await provider.request(`/oauth/userinfo?access_token=${access_token}`),
      await provider.post(`/oauth/userinfo?access_token=${access_token}`, {}),
      await provider.request("/oauth/userinfo", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ access_token }),
      }),
    ]
    for (const { status, json } of responses) expect([[400, 401].includes(status), json.sub]).toEqual([true, undefined])
  })

  test("rejects a request with two tokens", async () => {
    const { access_token } = all
    const response = await provider.post(
      "/oauth/userinfo",
      { access_token },
      { authorization: `Bearer ${access_token}` },
    )
    expect([response.status, response.json.error]).toEqual([400, "invalid_request"])
    const twice = await provider.post("/oauth/userinfo", [
      ["access_token", access_token],
      ["access_token", access_token],
    ])
    expect([twice.status, twice.json.error]).toEqual([400, "invalid_request"])
  })

  test("challenges a request without a token, without an error code", async () => {
    for (const init of [
      {},
      { method: "POST" },
      { headers: { authorization: "" } },
      { headers: { authorization: "Bearer" } },
    ]) {
      const response = await provider.request("/oauth/userinfo", init)
      expect([response.status, challenge(response)]).toEqual([401, expect.stringMatching(/^Bearer /)])
      expect(challenge(response)).not.toContain("error")
      expect(response.headers.get("cache-control")).toContain("no-store")
    }
  })

  test("rejects every kind of invalid token with invalid_token", async () => {
    const key = await provider.lane.marketplace.key(person.id)
    const ended = await tokens("openid")
    await provider.revoke(app, ended.access_token)
    const { code } = await provider.code(browser, person, app)
    const { access_token, refresh_token, id_token = "" } = all
    for (const token of [
      "junk",
      "haat_at_",
      `${access_token}x`,
      access_token.slice(0, -1),
      access_token.toUpperCase(),
      access_token.replace("haat_at_", "haat_rt_"),
      refresh_token,
      id_token,
      code,
      key.secret,
      app.secret ?? "",
      ended.access_token,
      "%00",
      "x".repeat(5_000),
    ]) {
      const response = await provider.userinfo(token)
      expect([token.slice(0, 20), response.status, challenge(response)]).toEqual([
        token.slice(0, 20),
        401,
        expect.stringMatching(/^Bearer .*error="invalid_token"/),
      ])
      expect(response.text).not.toContain(person.email)
    }
    for (const authorization of [
      "Basic eDp5",
      `Token ${access_token}`,
      `Bearer ${access_token} ${access_token}`,
      `Bearer ${access_token},`,
      `Bearer="${access_token}"`,
    ]) {
      expect([
        authorization.slice(0, 12),
        (await provider.request("/oauth/userinfo", { headers: { authorization } })).status,
      ]).toEqual([authorization.slice(0, 12), 401])
    }
  })

  test("rejects an expired token with invalid_token", async () => {
    const old = await tokens("openid")
    await provider.rows(
      "UPDATE oauth_access_token SET expires_at = now() WHERE created_at = (SELECT max(created_at) FROM oauth_access_token)",
    )
    const response = await provider.userinfo(old.access_token)
    expect([response.status, challenge(response)]).toEqual([401, expect.stringContaining('error="invalid_token"')])
  })

  test("rejects a token without the openid scope with insufficient_scope", async () => {
    const plain = await provider.app({ required: ["profile.read"] })
    const response = await provider.userinfo(
      (await provider.obtainTokens(browser, person, plain, { scope: "profile.read" })).access_token,
    )
    expect([response.status, challenge(response)]).toEqual([
      403,
      expect.stringMatching(/^Bearer .*error="insufficient_scope"/),
    ])
    expect(response.text).not.toContain(person.sub)
  })

  describe("with the claims parameter", () => {
    const claims = (value: object): string => JSON.stringify(value)

    test("returns single claims after the person has allowed their scopes", async () => {
      const fresh = await provider.person()
      const { access_token } = await provider.obtainTokens(provider.browser(), fresh, app, {
        scope: "openid",
        claims: claims({ userinfo: { name: { essential: true }, email: null, nothing: null } }),
      })
      expect((await provider.userinfo(access_token)).json).toEqual({
        sub: fresh.sub,
        name: fresh.name,
        email: fresh.email,
      })
    })

    test("shows the requested claims to the person, and omits those not allowed", async () => {
      const fresh = await provider.person()
      const theirs = provider.browser()
      await theirs.goto(provider.authorizeUrl(app, { scope: "openid", claims: claims({ userinfo: { email: null } }) }))
      const page = await provider.signIn(theirs, fresh)
      expect(page.html).toContain("So that email works.")
      const after = await theirs.submit({ press: "allow", fill: { scope: [] } })
      const { json } = await provider.exchange(app, { code: after.externalRedirect?.searchParams.get("code") ?? "" })
      expect((await provider.userinfo(json.access_token)).json).toEqual({ sub: fresh.sub })
    })

    test("returns no claims that the app may not request", async () => {
      const modest = await provider.app({ required: ["openid"] })
      const { access_token } = await provider.obtainTokens(browser, person, modest, {
        claims: claims({ userinfo: { email: { essential: true }, name: null }, id_token: { email: null } }),
      })
      expect((await provider.userinfo(access_token)).json).toEqual({ sub: person.sub })
    })

    test("returns no claims of an earlier request", async () => {
      const fresh = await provider.person()
      const theirs = provider.browser()
      await provider.obtainTokens(theirs, fresh, app, {
        scope: "openid",
        claims: claims({ userinfo: { email: null } }),
      })
      const { access_token } = await provider.obtainTokens(theirs, fresh, app, { scope: "openid" })
      expect((await provider.userinfo(access_token)).json).toEqual({ sub: fresh.sub })
    })

    test("returns the claims after a refresh too", async () => {
      const first = await provider.obtainTokens(provider.browser(), await provider.person(), app, {
        scope: "openid",
        claims: claims({ userinfo: { name: null } }),
      })
      const { json } = await provider.refresh(app, first.refresh_token)
      expect((await provider.userinfo(json.access_token)).json.name).toBe("Asha Jha")
    })

    test("rejects a request for another person's sub with login_required", async () => {
      const other = await provider.person()
      const page = await browser.goto(
        provider.authorizeUrl(app, { prompt: "none", claims: claims({ id_token: { sub: { value: other.sub } } }) }),
      )
      expect(page.externalRedirect?.searchParams.get("error")).toBe("login_required")
    })
  })

  test("supports HEAD like GET, and rejects other methods with 405", async () => {
    const head = await provider.request("/oauth/userinfo", {
      method: "HEAD",
      headers: { authorization: `Bearer ${all.access_token}` },
    })
    expect([head.status, head.text]).toEqual([200, ""])
    for (const method of ["PUT", "DELETE", "PATCH"]) {
      const { status, headers } = await provider.request("/oauth/userinfo", { method })
      expect([status, headers.get("allow")]).toEqual([405, expect.stringContaining("GET")])
      expect(headers.get("allow")).toContain("POST")
    }
  })

  test("allows CORS requests from any origin without credentials, and exposes the challenge", async () => {
    const { headers } = await provider.request("/oauth/userinfo", { headers: { origin: "https://spa.example" } })
    expect([headers.get("access-control-allow-origin"), headers.get("access-control-allow-credentials")]).toEqual([
      "*",
      null,
    ])
    expect(headers.get("access-control-expose-headers")?.toLowerCase()).toContain("www-authenticate")
    const preflight = await provider.request("/oauth/userinfo", {
      method: "OPTIONS",
      headers: {
        origin: "https://spa.example",
        "access-control-request-method": "GET",
        "access-control-request-headers": "authorization",
      },
    })
    expect([preflight.status, preflight.headers.get("access-control-allow-headers")?.toLowerCase()]).toEqual([
      204,
      expect.stringContaining("authorization"),
    ])
  })
})
