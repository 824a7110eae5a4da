import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  createRemoteJWKSet,
  decodeProtectedHeader,
  type JWK,
  jwtVerify,
} from "jose"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { startServer, type TestServer } from "@/testing/setup/server"
import { CLIENT_SCOPES, OAUTH_SCOPES } from "@/domain/scope"
import { rollSigningKeys, rotateSigningKeys } from "@/oauth/signing-keys"
import { pool } from "@/platform/db/pool"
import { env } from "@/platform/env"
import { LANES } from "@/testing/fixtures/lane"
import type { TestApp } from "@/testing/fixtures/oauth-apps"
import type { ScriptlessBrowser } from "@/testing/fixtures/oauth-browser"
import { OauthProvider, type TestPerson } from "@/testing/fixtures/oauth-provider"

// Discovery of the provider, and the keys that verify its tokens.

describe.each(LANES)("discovery and keys, on the %s lane", (lane) => {
  let provider: OauthProvider
  let app: TestApp
  let person: TestPerson
  let browser: ScriptlessBrowser

  beforeAll(async () => {
    provider = await OauthProvider.open(lane)
    app = await provider.app()
    person = await provider.person()
    browser = await provider.signedInBrowser(person, app)
  })
  afterAll(() => provider.close())

  const PATHS = ["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"] as const
  const keys = async (): Promise<JWK[]> => (await provider.request<{ keys: JWK[] }>("/oauth/jwks")).json.keys
  const idToken = async (): Promise<string> => (await provider.obtainTokens(browser, person, app)).id_token ?? ""

  test("the discovery document describes the supported features", async () => {
    const { status, json, headers } = await provider.request(PATHS[0])
    expect([status, headers.get("content-type")]).toEqual([200, expect.stringMatching(/^application\/json/)])
    const { url } = provider
    expect(json).toMatchObject({
      issuer: url,
      authorization_endpoint: `${url}/oauth/authorize`,
      token_endpoint: `${url}/oauth/token`,
      userinfo_endpoint: `${url}/oauth/userinfo`,
      revocation_endpoint: `${url}/oauth/revoke`,
      end_session_endpoint: `${url}/oauth/end_session`,
      jwks_uri: `${url}/oauth/jwks`,
      response_types_supported: ["code"],
      response_modes_supported: ["query"],
      grant_types_supported: ["authorization_code", "refresh_token", "client_credentials"],
      subject_types_supported: ["public", "pairwise"],
      id_token_signing_alg_values_supported: ["RS256"],
      token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
      revocation_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
      code_challenge_methods_supported: ["S256"],
      ui_locales_supported: ["en", "hi", "mai"],
      authorization_response_iss_parameter_supported: true,
      claims_parameter_supported: true,
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
    })
    expect([...(json.scopes_supported as string[])].sort()).toEqual([...OAUTH_SCOPES, ...CLIENT_SCOPES].sort())
    expect(json.claims_supported).toEqual(
      expect.arrayContaining([
        "sub",
        "name",
        "picture",
        "locale",
        "updated_at",
        "email",
        "email_verified",
        "auth_time",
      ]),
    )
    for (const promised of [
      "registration_endpoint",
      "introspection_endpoint",
      "pushed_authorization_request_endpoint",
      "check_session_iframe",
    ])
      expect(json).not.toHaveProperty(promised)
  })

  test("the RFC 8414 URL returns the same document", async () => {
    const [first, second] = await Promise.all(PATHS.map((path) => provider.request(path)))
    expect(second?.text).toBe(first?.text)
  })

  test("every URL in the document responds", async () => {
    const { json } = await provider.request(PATHS[0])
    for (const [name, address] of Object.entries(json)) {
      if (!/_endpoint$|_uri$|^service_documentation$|^op_/.test(name) || typeof address !== "string") continue
      const { status } = await fetch(address, { redirect: "manual" })
      expect([name, status < 500 && status !== 404]).toEqual([name, true])
    }
  })

  test("all documents are readable from any origin, with GET and HEAD only", async () => {
    for (const path of [...PATHS, "/oauth/jwks"]) {
      const { headers } = await provider.request(path, { headers: { origin: "https://spa.example" } })
      expect([
        path,
        headers.get("access-control-allow-origin"),
        headers.get("access-control-allow-credentials"),
      ]).toEqual([path, "*", null])
      expect(headers.get("x-request-id")).toMatch(/^[A-Za-z0-9_-]{8,128}$/)
      const head = await provider.request(path, { method: "HEAD" })
      expect([head.status, head.text]).toEqual([200, ""])
      const post = await provider.request(path, { method: "POST", body: "" })
      expect([post.status, post.headers.get("allow")]).toEqual([405, expect.stringContaining("GET")])
      expect(
        (
          await provider.request(path, {
            method: "OPTIONS",
            headers: { origin: "https://spa.example", "access-control-request-method": "GET" },
          })
        ).status,
      ).toBe(204)
    }
  })

  test("the key set contains only public members, with each key under its thumbprint", async () => {
    await idToken()
    const set = await keys()
    expect(set.length).toBeGreaterThanOrEqual(1)
    for (const key of set) {
      expect(Object.keys(key).sort()).toEqual(["alg", "e", "kid", "kty", "n", "use"])
      expect(key).toMatchObject({ kty: "RSA", alg: "RS256", use: "sig", kid: await calculateJwkThumbprint(key) })
      expect(Buffer.from(key.n ?? "", "base64url").length).toBeGreaterThanOrEqual(256)
    }
  })

  test("private keys are encrypted in the database", async () => {
    await idToken()
    const rows = await provider.rows<{ public_jwk: JWK; private_encrypted: Buffer }>(
      "SELECT public_jwk, private_encrypted FROM signing_key",
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const { public_jwk, private_encrypted } of rows) {
      expect(private_encrypted.toString("latin1")).not.toMatch(/PRIVATE KEY|"d":"|"kty":/)
      expect(private_encrypted.includes(Buffer.from(public_jwk.n ?? "", "base64url"))).toBe(false)
    }
  })
})

describe("signing keys over time, on both lanes", () => {
  let provider: OauthProvider
  let next: TestServer
  let app: TestApp
  let person: TestPerson
  let browser: ScriptlessBrowser

  beforeAll(async () => {
    provider = await OauthProvider.open("fast")
    next = await startServer({ lane: "next", databaseUrl: provider.lane.databaseUrl, env: { APP_URL: provider.url } })
    app = await provider.app()
    person = await provider.person()
    browser = await provider.signedInBrowser(person, app)
    // The tasks of the worker and the operator run here, on the same database.
    env.databaseUrl = provider.lane.databaseUrl
  })
  afterAll(async () => {
    await pool().end()
    await next.stop()
    await provider.close()
  })

  const idTokens = async (): Promise<string[]> => {
    const tokens = []
    for (const url of [provider.url, next.url]) {
      const { code, verifier } = await provider.code(browser, person, app)
      tokens.push((await provider.exchange(app, { code, code_verifier: verifier }, url)).json.id_token ?? "")
    }
    return tokens
  }
  const signers = async (): Promise<(string | undefined)[]> =>
    (await idTokens()).map((token) => decodeProtectedHeader(token).kid)
  const sets = async (): Promise<JWK[][]> =>
    Promise.all(
      [provider.url, next.url].map(
        async (url) => (await provider.request<{ keys: JWK[] }>("/oauth/jwks", {}, url)).json.keys,
      ),
    )
  const published = async (): Promise<(string | undefined)[][]> =>
    (await sets()).map((keys) => keys.map(({ kid }) => kid).sort())
  const SOON = { timeout: 20_000, interval: 250 }

  test("the next key is published a day before it signs, and the last one for a week after", async () => {
    const before = await idTokens()
    const old = decodeProtectedHeader(before[0] ?? "").kid ?? ""
    expect(await published()).toEqual([[old], [old]])
    await provider.rows("UPDATE signing_key SET active_from = now() - interval '88 days 23 hours' WHERE kid = $1", [
      old,
    ])
    await rotateSigningKeys()
    expect(await provider.rows("SELECT kid FROM signing_key")).toHaveLength(1)

    await provider.rows("UPDATE signing_key SET active_from = now() - interval '89 days 1 minute' WHERE kid = $1", [
      old,
    ])
    await Promise.all([rotateSigningKeys(), rotateSigningKeys(), rotateSigningKeys()])
    const [made, ...more] = await provider.rows<{ kid: string; hours: number }>(
      "SELECT kid, extract(epoch FROM active_from - now())::float / 3600 AS hours FROM signing_key WHERE kid <> $1",
      [old],
    )
    expect([more, made?.hours]).toEqual([[], expect.closeTo(24, 1)])
    const fresh = made?.kid ?? ""
    await expect.poll(published, SOON).toEqual([[old, fresh].sort(), [old, fresh].sort()])
    expect(await signers()).toEqual([old, old])

    await provider.rows("UPDATE signing_key SET active_from = now() - interval '1 minute' WHERE kid = $1", [fresh])
    await rotateSigningKeys()
    await expect.poll(signers, SOON).toEqual([fresh, fresh])
    const jwks = createRemoteJWKSet(new URL(`${provider.url}/oauth/jwks`))
    for (const token of [...before, ...(await idTokens())])
      expect((await jwtVerify(token, jwks)).payload.sub).toBe(person.sub)

    await provider.rows("UPDATE signing_key SET retired_at = now() - interval '6 days 23 hours' WHERE kid = $1", [old])
    await rotateSigningKeys()
    expect(await published()).toEqual([[old, fresh].sort(), [old, fresh].sort()])
    await provider.rows("UPDATE signing_key SET retired_at = now() - interval '7 days 1 minute' WHERE kid = $1", [old])
    await expect.poll(published, SOON).toEqual([[fresh], [fresh]])
  })

  test("an emergency roll signs with a new key immediately, and invalidates the old key's tokens", async () => {
    const [before = ""] = await idTokens()
    const kid = await rollSigningKeys()
    await expect.poll(published, SOON).toEqual([[kid], [kid]])
    expect(await signers()).toEqual([kid, kid])
    for (const keys of await sets()) await expect(jwtVerify(before, createLocalJWKSet({ keys }))).rejects.toThrow()
    expect(
      (
        await browser.goto(provider.authorizeUrl(app, { prompt: "none", id_token_hint: before }))
      ).externalRedirect?.searchParams.has("code"),
    ).toBe(false)
  })
})
