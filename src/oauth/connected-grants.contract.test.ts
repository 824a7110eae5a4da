import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { startServer, type TestServer } from "@/testing/setup/server"
import type { Scope } from "@/domain/scope"
import { LANES } from "@/testing/fixtures/lane"
import type { TestApp } from "@/testing/fixtures/oauth-apps"
import type { ScriptlessBrowser } from "@/testing/fixtures/oauth-browser"
import { OauthProvider, type TestPerson, type TokenSet } from "@/testing/fixtures/oauth-provider"
import { PortalClient } from "@/testing/fixtures/portal-client"

// Disconnecting an app revokes everything immediately, in every process.

describe.each(LANES)("connected apps, on the %s lane and another process", (lane) => {
  let provider: OauthProvider
  let other: TestServer
  let app: TestApp
  let person: TestPerson
  let browser: ScriptlessBrowser

  beforeAll(async () => {
    provider = await OauthProvider.lease(lane)
    other = await startServer({
      lane: lane === "fast" ? "next" : "fast",
      databaseUrl: provider.lane.databaseUrl,
      env: { APP_URL: provider.url, TRUST_PROXY: "1" },
    })
  })
  afterAll(async () => {
    await other.stop()
    await provider.close()
  })
  beforeEach(async () => {
    app = await provider.app({ required: ["openid"], optional: ["profile.read", "orders.read"] })
    person = await provider.person()
    browser = provider.browser()
  })

  const SCOPE = "openid profile.read"
  const tokensFor = (whose = person, of = app, from = browser): Promise<TokenSet> =>
    provider.obtainTokens(from, whose, of, { scope: SCOPE })
  const portal = async (whose: TestPerson): Promise<PortalClient> => {
    const client = new PortalClient(provider.url, browser.ip)
    expect(await client.signIn(whose.email, whose.password)).toBeNull()
    return client
  }
  interface Connected {
    data: { id: string; name: string; scopes: Scope[]; granted_at: string; last_used_at: string | null }[]
  }
  const connected = async (client: PortalClient): Promise<Connected["data"]> =>
    (await client.query<Connected>("connectedApps.list")).data.data
  const statuses = async (token: string): Promise<number[]> => {
    const responses = []
    for (const url of [provider.url, other.url]) {
      for (const path of ["/oauth/userinfo", "/v1/me"])
        responses.push((await provider.request(path, { headers: { authorization: `Bearer ${token}` } }, url)).status)
    }
    return responses
  }

  test("are listed with their scopes, grant time and last use", async () => {
    const tokens = await tokensFor()
    const client = await portal(person)
    const [found, ...more] = await connected(client)
    expect([more, found?.name, [...(found?.scopes ?? [])].sort()]).toEqual([[], app.name, ["openid", "profile.read"]])
    expect(Date.now() - Date.parse(found?.granted_at ?? "")).toBeLessThan(60_000)
    await provider.request("/v1/me", { headers: { authorization: `Bearer ${tokens.access_token}` } })
    await expect
      .poll(async () => Date.parse((await connected(client))[0]?.last_used_at ?? "") > Date.now() - 60_000)
      .toBe(true)
    expect(await connected(await portal(await provider.person()))).toEqual([])
  })

  test("lose their tokens, codes and consent in every process immediately when removed", async () => {
    const tokens = await tokensFor()
    const pending = await provider.code(browser, person, app, { scope: SCOPE })
    expect(await statuses(tokens.access_token)).toEqual([200, 200, 200, 200])
    const client = await portal(person)
    const [found] = await connected(client)
    expect((await client.mutate("connectedApps.remove", { id: found?.id })).status).toBe(200)
    expect(await statuses(tokens.access_token)).toEqual([401, 401, 401, 401])
    for (const url of [provider.url, other.url]) {
      expect((await provider.refresh(app, tokens.refresh_token, {}, url)).json.error).toBe("invalid_grant")
      expect(
        (await provider.exchange(app, { code: pending.code, code_verifier: pending.verifier }, url)).json.error,
      ).toBe("invalid_grant")
    }
    expect(await connected(client)).toEqual([])
    expect(
      (await browser.goto(provider.authorizeUrl(app, { prompt: "none" }))).externalRedirect?.searchParams.get("error"),
    ).toBe("consent_required")
    expect((await browser.goto(provider.authorizeUrl(app, { scope: SCOPE }))).html).toContain('id="allow"')
  })

  test("cannot use the tokens and codes of a revoked grant", async () => {
    const tokens = await tokensFor()
    const pending = await provider.code(browser, person, app, { scope: SCOPE })
    await provider.rows("UPDATE oauth_grant SET revoked_at = now() WHERE app_id = $1", [app.id])
    expect(await statuses(tokens.access_token)).toEqual([401, 401, 401, 401])
    expect((await provider.refresh(app, tokens.refresh_token)).json.error).toBe("invalid_grant")
    expect((await provider.exchange(app, { code: pending.code, code_verifier: pending.verifier })).json.error).toBe(
      "invalid_grant",
    )
  })

  test("can be allowed again, while their old tokens stay revoked", async () => {
    const old = await tokensFor()
    const client = await portal(person)
    await client.mutate("connectedApps.remove", { id: (await connected(client))[0]?.id })
    const fresh = await tokensFor()
    expect([await provider.isTokenActive(fresh.access_token), await provider.isTokenActive(old.access_token)]).toEqual([
      true,
      false,
    ])
    expect((await provider.refresh(app, old.refresh_token)).json.error).toBe("invalid_grant")
    expect((await provider.refresh(app, fresh.refresh_token)).status).toBe(200)
  })

  test("are not affected by other people or by the removal of another app", async () => {
    const stranger = await provider.person()
    const strangers = await tokensFor(stranger, app, provider.browser())
    await tokensFor()
    const elsewhere = await tokensFor(
      person,
      await provider.app({ required: ["openid"], optional: ["profile.read"], name: "Other App" }),
    )
    const client = await portal(person)
    const own = (await connected(client)).find(({ name }) => name === app.name)
    expect((await (await portal(stranger)).mutate("connectedApps.remove", { id: own?.id })).problem).toBe("not_found")
    expect((await new PortalClient(provider.url).mutate("connectedApps.remove", { id: own?.id })).problem).toBe(
      "authentication_required",
    )
    expect((await connected(client)).map(({ name }) => name).sort()).toEqual(["Other App", app.name].sort())
    await client.mutate("connectedApps.remove", { id: own?.id })
    expect([
      await provider.isTokenActive(strangers.access_token),
      await provider.isTokenActive(elsewhere.access_token),
    ]).toEqual([true, true])
  })

  test("lose a scope immediately when the person revokes only that scope", async () => {
    const tokens = await provider.obtainTokens(browser, person, app, { scope: "openid profile.read orders.read" })
    const v1 = async (path: string): Promise<number> =>
      (await provider.request(path, { headers: { authorization: `Bearer ${tokens.access_token}` } }, other.url)).status
    expect([await v1("/v1/orders"), await v1("/v1/me")]).toEqual([200, 200])
    await browser.goto(provider.authorizeUrl(app, { scope: "openid profile.read orders.read", prompt: "consent" }))
    await browser.submit({ press: "allow", fill: { scope: ["profile.read"] } })
    expect([await v1("/v1/orders"), await v1("/v1/me")]).toEqual([403, 200])
    // Nor can the refresh token, which holds more scopes than are still granted, produce such a token.
    expect((await provider.refresh(app, tokens.refresh_token)).json.error).toBe("invalid_grant")
  })
})
