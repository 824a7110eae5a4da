import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { startServer } from "@/testing/setup/server"
import { LANES } from "@/testing/fixtures/lane"
import type { TestApp } from "@/testing/fixtures/oauth-apps"
import {
  basicAuthorization,
  type OauthResponse,
  OauthProvider,
  type Parameters,
  type TestPerson,
  type TokenSet,
} from "@/testing/fixtures/oauth-provider"
import { DatabaseProxy } from "@/testing/fixtures/database-proxy"

// RFC 7009: an app can revoke its own tokens only.

describe.each(LANES)("the revocation endpoint, on the %s lane", (lane) => {
  let provider: OauthProvider
  let app: TestApp
  let publicApp: TestApp
  let person: TestPerson
  let tokens: TokenSet

  beforeAll(async () => {
    provider = await OauthProvider.lease(lane)
    app = await provider.app()
    publicApp = await provider.app({ type: "public" })
  })
  afterAll(() => provider.close())
  beforeEach(async () => {
    person = await provider.person()
    tokens = await provider.obtainTokens(provider.browser(), person, app)
  })

  const expectDone = (response: OauthResponse): void => {
    expect([response.status, response.text, response.headers.get("cache-control")]).toEqual([
      200,
      "",
      expect.stringContaining("no-store"),
    ])
  }
  const refreshes = async (of: TestApp, token: string): Promise<boolean> =>
    (await provider.refresh(of, token)).status === 200

  test("revokes an access token without its refresh token", async () => {
    expectDone(await provider.revoke(app, tokens.access_token))
    expect(await provider.isTokenActive(tokens.access_token)).toBe(false)
    expect(await refreshes(app, tokens.refresh_token)).toBe(true)
  })

  test("revokes a refresh token with every access token issued with it", async () => {
    const { json } = await provider.refresh(app, tokens.refresh_token)
    const elsewhere = await provider.obtainTokens(provider.browser(), person, app)
    expectDone(await provider.revoke(app, json.refresh_token, { token_type_hint: "refresh_token" }))
    for (const token of [tokens.access_token, json.access_token])
      expect(await provider.isTokenActive(token)).toBe(false)
    expect(await refreshes(app, json.refresh_token)).toBe(false)
    expect([
      await provider.isTokenActive(elsewhere.access_token),
      await refreshes(app, elsewhere.refresh_token),
    ]).toEqual([true, true])
  })

  test("revokes them also by a rotated refresh token", async () => {
    const { json } = await provider.refresh(app, tokens.refresh_token)
    expectDone(await provider.revoke(app, tokens.refresh_token))
    expect([await provider.isTokenActive(json.access_token), await refreshes(app, json.refresh_token)]).toEqual([
      false,
      false,
    ])
  })

  test("finds a token regardless of the hint", async () => {
    for (const [token, hint] of [
      [tokens.access_token, "refresh_token"],
      [tokens.refresh_token, "access_token"],
    ] as const) {
      expectDone(await provider.revoke(app, token, { token_type_hint: hint }))
    }
    expect([await provider.isTokenActive(tokens.access_token), await refreshes(app, tokens.refresh_token)]).toEqual([
      false,
      false,
    ])
    const more = await provider.obtainTokens(provider.browser(), person, app)
    expectDone(await provider.revoke(app, more.refresh_token, { token_type_hint: "nothing_known" }))
    expect(await refreshes(app, more.refresh_token)).toBe(false)
  })

  test("responds with 200 to an invalid or already revoked token", async () => {
    for (const token of ["junk", "haat_at_", tokens.id_token ?? "", `${tokens.access_token}x`, "\0", "é".repeat(3_000)])
      expectDone(await provider.revoke(app, token))
    expect(await provider.isTokenActive(tokens.access_token)).toBe(true)
    for (let i = 0; i < 2; i++) expectDone(await provider.revoke(app, tokens.access_token))
  })

  test("responds with 200 to another client's token, without revoking it", async () => {
    const other = await provider.app()
    for (const by of [other, publicApp]) {
      for (const token of [tokens.access_token, tokens.refresh_token]) expectDone(await provider.revoke(by, token))
    }
    expect([await provider.isTokenActive(tokens.access_token), await refreshes(app, tokens.refresh_token)]).toEqual([
      true,
      true,
    ])
  })

  test("lets a public client revoke its own tokens", async () => {
    const own = await provider.obtainTokens(provider.browser(), person, publicApp)
    expectDone(await provider.revoke(publicApp, own.refresh_token))
    expect([await provider.isTokenActive(own.access_token), await refreshes(publicApp, own.refresh_token)]).toEqual([
      false,
      false,
    ])
  })

  test("keeps the consent: the app needs no new one", async () => {
    const browser = await provider.signedInBrowser(person, app)
    await provider.revoke(app, tokens.refresh_token)
    expect((await browser.goto(provider.authorizeUrl(app))).externalRedirect?.searchParams.has("code")).toBe(true)
  })

  const unauthenticated: [string, () => [Parameters, Record<string, string>]][] = [
    ["a wrong secret in the header", () => [{}, { authorization: basicAuthorization(app.clientId, "wrong") }]],
    ["a wrong secret in the form", () => [{ client_id: app.clientId, client_secret: "wrong" }, {}]],
    ["a confidential client without a secret", () => [{ client_id: app.clientId }, {}]],
    ["no client", () => [{}, {}]],
  ]
  test.each(unauthenticated)("rejects %s, and the token stays valid", async (_, credentials) => {
    const [parameters, headers] = credentials()
    const response = await provider.post("/oauth/revoke", { token: tokens.access_token, ...parameters }, headers)
    expect([response.status, response.json.error]).toEqual([401, "invalid_client"])
    expect(response.headers.has("www-authenticate")).toBe("authorization" in headers)
    expect(await provider.isTokenActive(tokens.access_token)).toBe(true)
  })

  test("rejects malformed revocation requests", async () => {
    const authorization = basicAuthorization(app.clientId, app.secret ?? "")
    const token = tokens.access_token
    const responses = [
      await provider.post("/oauth/revoke", {}, { authorization }),
      await provider.post("/oauth/revoke", { token: "" }, { authorization }),
      await provider.post(
        "/oauth/revoke",
        [
          ["token", token],
          ["token", token],
        ],
        { authorization },
      ),
      await provider.post(`/oauth/revoke?token=${token}`, { token }, { authorization }),
      await provider.post("/oauth/revoke", { token, client_secret: app.secret ?? "" }, { authorization }),
      await provider.request("/oauth/revoke", {
        method: "POST",
        headers: { authorization, "content-type": "application/json" },
        body: JSON.stringify({ token }),
      }),
    ]
    for (const { status, json, headers } of responses) {
      expect([status, json.error]).toEqual([400, "invalid_request"])
      expect([headers.get("cache-control"), headers.get("pragma")]).toEqual([
        expect.stringContaining("no-store"),
        "no-cache",
      ])
    }
    expect(await provider.isTokenActive(token)).toBe(true)
  })

  test.each(["GET", "HEAD", "PUT", "DELETE"])("rejects %s with 405 and Allow", async (method) => {
    const { status, headers } = await provider.request("/oauth/revoke", { method })
    expect([status, headers.get("allow")]).toEqual([405, expect.stringContaining("POST")])
  })

  test("allows CORS requests from any origin, without credentials", async () => {
    const { headers } = await provider.post(
      "/oauth/revoke",
      { token: "x", client_id: publicApp.clientId },
      { origin: "https://spa.example" },
    )
    expect([headers.get("access-control-allow-origin"), headers.get("access-control-allow-credentials")]).toEqual([
      "*",
      null,
    ])
    expect(
      (
        await provider.request("/oauth/revoke", {
          method: "OPTIONS",
          headers: { origin: "https://spa.example", "access-control-request-method": "POST" },
        })
      ).status,
    ).toBe(204)
  })

  test("responds with 503 while the database is unavailable", async () => {
    const database = new DatabaseProxy(provider.lane.databaseUrl)
    await database.listen()
    const server = await startServer({ lane, databaseUrl: database.url })
    try {
      expectDone(await provider.revoke(app, "haat_at_nothing", {}, server.url))
      await database.disconnect()
      for (const token of [tokens.refresh_token, tokens.access_token]) {
        const response = await provider.revoke(app, token, {}, server.url)
        expect([response.status, response.json.error]).toEqual([503, "temporarily_unavailable"])
      }
      expect((await provider.refresh(app, tokens.refresh_token, {}, server.url)).status).toBe(503)
      expect((await provider.userinfo(tokens.access_token, server.url)).status).toBe(503)
      await database.listen()
      await expect
        .poll(async () => (await provider.revoke(app, tokens.refresh_token, {}, server.url)).status, {
          timeout: 10_000,
        })
        .toBe(200)
      expect(await provider.isTokenActive(tokens.access_token)).toBe(false)
    } finally {
      await server.stop()
      await database.disconnect()
    }
  })
})
