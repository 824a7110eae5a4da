import { decodeJwt } from "jose"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { LANES } from "@/testing/fixtures/lane"
import { addVersion, type TestApp } from "@/testing/fixtures/oauth-apps"
import { type OauthResponse, OauthProvider, type TestPerson, type TokenSet } from "@/testing/fixtures/oauth-provider"

// Refresh tokens rotate at every use; reuse revokes everything that this user granted the app.

describe.each(LANES)("refreshing, on the %s lane", (lane) => {
  let provider: OauthProvider
  let app: TestApp
  let person: TestPerson
  let tokens: TokenSet

  beforeAll(async () => {
    provider = await OauthProvider.lease(lane)
  })
  afterAll(() => provider.close())
  beforeEach(async () => {
    app = await provider.app({ required: ["openid"], optional: ["profile.read", "orders.read"] })
    person = await provider.person()
    tokens = await tokensFor(person)
  })

  const SCOPE = "openid profile.read orders.read"
  const tokensFor = async (whose: TestPerson, of = app, scope = SCOPE): Promise<TokenSet> => {
    const browser = provider.browser()
    await browser.goto(provider.authorizeUrl(of, { scope }))
    await provider.signIn(browser, whose)
    if (!browser.page?.externalRedirect) await browser.submit({ press: "allow", fill: { scope: scope.split(" ") } })
    const { json, status } = await provider.exchange(of, {
      code: browser.page?.externalRedirect?.searchParams.get("code") ?? "",
    })
    expect(status).toBe(200)
    return json
  }
  const outcome = ({ status, json }: OauthResponse<object>): [number, string | undefined] => [status, json.error]
  const OK = [200, undefined]
  const GONE = [400, "invalid_grant"]
  const v1 = async (token: string, path: string): Promise<number> =>
    (await provider.request(path, { headers: { authorization: `Bearer ${token}` } })).status

  test("issues new access and refresh tokens", async () => {
    const response = await provider.refresh(app, tokens.refresh_token)
    expect(outcome(response)).toEqual(OK)
    expect([response.headers.get("cache-control"), response.headers.get("pragma")]).toEqual([
      expect.stringContaining("no-store"),
      "no-cache",
    ])
    expect(response.json).toMatchObject({
      token_type: "Bearer",
      expires_in: 3600,
      access_token: expect.stringMatching(/^haat_at_/) as string,
      refresh_token: expect.stringMatching(/^haat_rt_/) as string,
    })
    expect(response.json.refresh_token).not.toBe(tokens.refresh_token)
    expect([
      await provider.isTokenActive(response.json.access_token),
      await v1(response.json.access_token, "/v1/orders"),
    ]).toEqual([true, 200])
    const next = await provider.refresh(app, response.json.refresh_token)
    expect(outcome(next)).toEqual(OK)
  })

  test("gives each refresh token a lifetime of thirty days", async () => {
    await provider.rows("UPDATE oauth_refresh_token SET expires_at = now() + interval '1 hour'")
    const { json } = await provider.refresh(app, tokens.refresh_token)
    const [row] = await provider.rows<{ days: number }>(
      "SELECT extract(epoch FROM max(expires_at) - now())::float / 86400 AS days FROM oauth_refresh_token",
    )
    expect(row?.days).toBeCloseTo(30, 1)
    await provider.rows("UPDATE oauth_refresh_token SET expires_at = now()")
    expect(outcome(await provider.refresh(app, json.refresh_token))).toEqual(GONE)
  })

  test("keeps issuer, subject, audience, auth_time and sid in the ID token", async () => {
    const first = decodeJwt(tokens.id_token ?? "")
    const { json } = await provider.refresh(app, tokens.refresh_token)
    const second = decodeJwt(json.id_token ?? "")
    expect([second.iss, second.sub, second.aud, second.auth_time, second.sid]).toEqual([
      first.iss,
      first.sub,
      first.aud,
      first.auth_time,
      first.sid,
    ])
    expect(second.at_hash).not.toBe(first.at_hash)
  })

  test("with a rotated token revokes all of that person's tokens for the app, and no others", async () => {
    const second = await tokensFor(person)
    const otherApp = await provider.app({ required: ["openid"], optional: ["profile.read", "orders.read"] })
    const elsewhere = await tokensFor(person, otherApp)
    const other = await tokensFor(await provider.person())
    const { json: rotated } = await provider.refresh(app, tokens.refresh_token)
    expect(outcome(await provider.refresh(app, tokens.refresh_token))).toEqual(GONE)
    for (const token of [tokens.access_token, rotated.access_token, second.access_token]) {
      expect([await provider.isTokenActive(token), await v1(token, "/v1/me")]).toEqual([false, 401])
    }
    for (const token of [rotated.refresh_token, second.refresh_token])
      expect(outcome(await provider.refresh(app, token))).toEqual(GONE)
    expect([
      await provider.isTokenActive(elsewhere.access_token),
      await provider.isTokenActive(other.access_token),
    ]).toEqual([true, true])
    expect(outcome(await provider.refresh(otherApp, elsewhere.refresh_token))).toEqual(OK)
    expect(outcome(await provider.refresh(app, other.refresh_token))).toEqual(OK)
  })

  test("with a rotated token and an invalid scope revokes them too", async () => {
    const { json } = await provider.refresh(app, tokens.refresh_token)
    for (const scope of ["openid catalog.read", "nothing"])
      expect((await provider.refresh(app, tokens.refresh_token, { scope })).status).toBe(400)
    expect(await provider.isTokenActive(json.access_token)).toBe(false)
  })

  test("works for a new authorization after a reuse", async () => {
    await provider.refresh(app, tokens.refresh_token)
    await provider.refresh(app, tokens.refresh_token)
    const again = await tokensFor(person)
    expect(await provider.isTokenActive(again.access_token)).toBe(true)
    expect(outcome(await provider.refresh(app, again.refresh_token))).toEqual(OK)
  })

  test("with a rotated token that has expired still revokes them", async () => {
    const { json } = await provider.refresh(app, tokens.refresh_token)
    await provider.rows(
      "UPDATE oauth_refresh_token SET expires_at = now() - interval '1 day' WHERE rotated_at IS NOT NULL",
    )
    expect(outcome(await provider.refresh(app, tokens.refresh_token))).toEqual(GONE)
    expect(await provider.isTokenActive(json.access_token)).toBe(false)
  })

  test("with an invalid token, client or secret changes nothing", async () => {
    const { json } = await provider.refresh(app, tokens.refresh_token)
    const others = [await provider.app({ required: ["openid"] }), await provider.app({ type: "public" })]
    for (const other of others) {
      for (const token of [json.refresh_token, tokens.refresh_token])
        expect(outcome(await provider.refresh(other, token))).toEqual(GONE)
    }
    const long = json.refresh_token
    for (const junk of [
      "",
      "junk",
      "haat_rt_",
      `${long}x`,
      long.slice(0, -1),
      long.toUpperCase(),
      json.access_token,
      tokens.id_token ?? "",
      "\0",
      "é".repeat(5_000),
    ]) {
      expect([400, 401]).toContain((await provider.refresh(app, junk)).status)
    }
    expect(
      (
        await provider.post("/oauth/token", {
          grant_type: "refresh_token",
          refresh_token: tokens.refresh_token,
          client_id: app.clientId,
          client_secret: "wrong",
        })
      ).status,
    ).toBe(401)
    expect(
      (
        await provider.post("/oauth/token", {
          grant_type: "refresh_token",
          refresh_token: long,
          client_id: app.clientId,
        })
      ).status,
    ).toBe(401)
    expect(await provider.isTokenActive(json.access_token)).toBe(true)
    expect(outcome(await provider.refresh(app, long))).toEqual(OK)
  })

  test("can narrow the scope of an access token without narrowing the next", async () => {
    const { json } = await provider.refresh(app, tokens.refresh_token, { scope: "profile.read" })
    expect(json.scope).toBe("profile.read")
    expect([await v1(json.access_token, "/v1/me"), await v1(json.access_token, "/v1/orders")]).toEqual([200, 403])
    const next = await provider.refresh(app, json.refresh_token)
    expect(outcome(next)).toEqual(OK)
    expect(await v1(next.json.access_token, "/v1/orders")).toBe(200)
  })

  test("cannot widen the scope: invalid_scope, and the token stays valid", async () => {
    const narrow = await tokensFor(person, app, "openid profile.read")
    for (const scope of ["openid profile.read orders.read", "catalog.read", "nothing", "PROFILE.READ"]) {
      expect(outcome(await provider.refresh(app, narrow.refresh_token, { scope }))).toEqual([400, "invalid_scope"])
    }
    expect(outcome(await provider.refresh(app, narrow.refresh_token, { scope: "openid profile.read" }))).toEqual(OK)
  })

  test("does not use scopes that another authorization added to the grant", async () => {
    const narrow = await tokensFor(person, app, "openid")
    const { json } = await provider.refresh(app, narrow.refresh_token)
    expect(await v1(json.access_token, "/v1/orders")).toBe(403)
  })

  describe("is invalid_grant", () => {
    const refused = async (): Promise<void> => {
      expect(outcome(await provider.refresh(app, tokens.refresh_token))).toEqual(GONE)
    }

    test("when the account is locked, which also ends its access tokens", async () => {
      await provider.rows("UPDATE account SET locked_at = now() WHERE id = $1", [person.id])
      await refused()
      expect([await provider.isTokenActive(tokens.access_token), await v1(tokens.access_token, "/v1/me")]).toEqual([
        false,
        401,
      ])
    })

    test("after a password change", async () => {
      await provider.rows("UPDATE account SET password_changed_at = now() WHERE id = $1", [person.id])
      await refused()
    })

    test("when the app is suspended, which also ends its access tokens", async () => {
      await provider.rows("UPDATE oauth_app SET suspended_at = now() WHERE id = $1", [app.id])
      const { status, json } = await provider.refresh(app, tokens.refresh_token)
      expect([
        [400, "invalid_grant"],
        [401, "invalid_client"],
      ]).toContainEqual([status, json.error])
      expect([await provider.isTokenActive(tokens.access_token), await v1(tokens.access_token, "/v1/me")]).toEqual([
        false,
        401,
      ])
    })

    test("when the app may no longer request one of its scopes", async () => {
      await addVersion(provider.lane.marketplace, app, { required: ["openid"], optional: ["profile.read"] })
      await refused()
    })

    test("when the grant was revoked", async () => {
      await provider.rows("UPDATE oauth_grant SET revoked_at = now() WHERE account_id = $1", [person.id])
      await refused()
    })

    test("when the person is no longer a tester of the draft app", async () => {
      const draft = await provider.app({
        status: "draft",
        required: ["openid"],
        optional: ["profile.read", "orders.read"],
      })
      await provider.rows("INSERT INTO oauth_app_tester (app_id, email) SELECT $1, email FROM account WHERE id = $2", [
        draft.id,
        person.id,
      ])
      const tested = await tokensFor(person, draft)
      await provider.rows("DELETE FROM oauth_app_tester WHERE app_id = $1", [draft.id])
      expect(outcome(await provider.refresh(draft, tested.refresh_token))).toEqual(GONE)
    })
  })

  test("works for a public client, and detects reuse there too", async () => {
    const open = await provider.app({ type: "public" })
    const browser = provider.browser()
    const own = await provider.obtainTokens(browser, person, open)
    const { json } = await provider.refresh(open, own.refresh_token)
    expect(await provider.isTokenActive(json.access_token)).toBe(true)
    expect(outcome(await provider.refresh(open, own.refresh_token))).toEqual(GONE)
    expect(await provider.isTokenActive(json.access_token)).toBe(false)
  })
})
