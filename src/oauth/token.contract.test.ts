import { createHash } from "node:crypto"
import { calculateJwkThumbprint, createRemoteJWKSet, decodeProtectedHeader, type JWK, jwtVerify } from "jose"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { LANES } from "@/testing/fixtures/lane"
import { addSecret, addVersion, CALLBACK, type TestApp } from "@/testing/fixtures/oauth-apps"
import type { ScriptlessBrowser } from "@/testing/fixtures/oauth-browser"
import {
  basicAuthorization,
  createVerifier,
  type OauthResponse,
  OauthProvider,
  type Parameters,
  type TestPerson,
} from "@/testing/fixtures/oauth-provider"

// The token endpoint: client authentication, codes, and the response.

describe.each(LANES)("the token endpoint, on the %s lane", (lane) => {
  let provider: OauthProvider
  let app: TestApp
  let publicApp: TestApp
  let person: TestPerson
  let browser: ScriptlessBrowser

  beforeAll(async () => {
    provider = await OauthProvider.lease(lane)
    app = await provider.app({ required: ["openid"], optional: ["profile", "profile.read"] })
    publicApp = await provider.app({ type: "public" })
    person = await provider.person()
    browser = await provider.signedInBrowser(person, app)
    await provider.code(browser, person, publicApp)
  })
  afterAll(() => provider.close())

  const newCode = (of = app, parameters: Parameters = {}) => provider.code(browser, person, of, parameters)
  const outcome = ({ status, json }: OauthResponse<object>): [number, string | undefined] => [status, json.error]

  const expectNoStore = ({ headers }: OauthResponse<object>): void => {
    expect([headers.get("cache-control"), headers.get("pragma")]).toEqual([
      expect.stringContaining("no-store"),
      "no-cache",
    ])
    expect(headers.get("content-type")).toMatch(/^application\/json/)
    expect(headers.get("x-request-id")).toMatch(/^[A-Za-z0-9_-]{8,128}$/)
  }
  const expectError = (response: OauthResponse<object>, status: number, error: string): void => {
    expect(outcome(response)).toEqual([status, error])
    expect(response.json.error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/)
    expectNoStore(response)
  }
  /** Sends a valid code with something changed; the code must stay valid afterwards. */
  const refusedAndKept = async (
    of: TestApp,
    send: (parameters: Parameters) => Promise<OauthResponse<object>>,
    status: number,
    error: string,
  ): Promise<void> => {
    const { code, verifier } = await newCode(of)
    const parameters = { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: of.redirectUri }
    expectError(await send(parameters), status, error)
    expect(outcome(await provider.exchange(of, parameters))).toEqual([200, undefined])
  }

  describe("rejects malformed requests:", () => {
    test.each(["GET", "HEAD", "PUT", "DELETE", "PATCH"])("%s gets 405 with Allow", async (method) => {
      const { status, headers } = await provider.request("/oauth/token", { method })
      expect([status, headers.get("allow")]).toEqual([405, expect.stringContaining("POST")])
      expect(headers.get("allow")).not.toContain("GET")
    })

    const form = () => ({ grant_type: "authorization_code", code: "x", ...credentials() })
    const credentials = () => ({ client_id: app.clientId, client_secret: app.secret ?? "" })
    const bodies: [string, () => RequestInit][] = [
      ["JSON", () => ({ headers: { "content-type": "application/json" }, body: JSON.stringify(form()) })],
      [
        "a form sent as text/plain",
        () => ({ headers: { "content-type": "text/plain" }, body: new URLSearchParams(form()).toString() }),
      ],
      ["no content type", () => ({ headers: { "content-type": "" }, body: new URLSearchParams(form()).toString() })],
      [
        "multipart",
        () => ({
          body: Object.entries(form()).reduce(
            (data, [name, value]) => (data.append(name, value), data),
            new FormData(),
          ),
        }),
      ],
      ["an empty form", () => ({ headers: { "content-type": "application/x-www-form-urlencoded" }, body: "" })],
      [
        "no grant_type",
        () => ({
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body: new URLSearchParams({ ...credentials(), code: "x" }).toString(),
        }),
      ],
      [
        "no code",
        () => ({
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body: new URLSearchParams({
            ...credentials(),
            grant_type: "authorization_code",
            redirect_uri: CALLBACK,
          }).toString(),
        }),
      ],
      [
        "no refresh_token",
        () => ({
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body: new URLSearchParams({ ...credentials(), grant_type: "refresh_token" }).toString(),
        }),
      ],
      [
        "a form of a megabyte",
        () => ({
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body: `${new URLSearchParams(form()).toString()}&x=${"a".repeat(1 << 20)}`,
        }),
      ],
    ]
    test.each(bodies)("%s is invalid_request", async (name, init) => {
      const response = await provider.request("/oauth/token", { method: "POST", ...init() })
      if (name === "an empty form" && response.status === 401) return
      if (name === "a form of a megabyte" && response.status === 413) return
      expectError(response, 400, "invalid_request")
    })

    test("the content type may have a charset and is case-insensitive", async () => {
      const { code, verifier } = await newCode()
      const parameters = { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: CALLBACK }
      const response = await provider.post("/oauth/token", parameters, {
        authorization: basicAuthorization(app.clientId, app.secret ?? ""),
        "content-type": "Application/X-WWW-Form-URLEncoded;charset=UTF-8",
      })
      expect(outcome(response)).toEqual([200, undefined])
    })

    test("a query parameter is invalid_request, whatever the body contains", async () => {
      for (const query of ["grant_type=authorization_code", "code=x", "client_secret=x", "anything=1"]) {
        await refusedAndKept(
          app,
          (parameters) =>
            provider.post(`/oauth/token?${query}`, parameters, {
              authorization: basicAuthorization(app.clientId, app.secret ?? ""),
            }),
          400,
          "invalid_request",
        )
      }
    })

    test.each(["grant_type", "code", "redirect_uri", "code_verifier", "client_id", "client_secret"])(
      "%s twice is invalid_request",
      async (name) => {
        await refusedAndKept(
          app,
          (parameters) => {
            const all = { ...parameters, ...credentials() } as Record<string, string>
            return provider.post("/oauth/token", [...Object.entries(all), [name, all[name] ?? ""]])
          },
          400,
          "invalid_request",
        )
      },
    )

    test.each([
      "password",
      "implicit",
      "urn:ietf:params:oauth:grant-type:device_code",
      "Authorization_code",
      "toString",
    ])("the grant %s is unsupported_grant_type", async (grant_type) => {
      expectError(await provider.exchange(app, { grant_type, code: "x" }), 400, "unsupported_grant_type")
    })
  })

  describe("authenticates the client:", () => {
    test("by HTTP Basic, in the form, or not at all for a public client", async () => {
      const byHeader = await newCode()
      expect(outcome(await provider.exchange(app, { code: byHeader.code, code_verifier: byHeader.verifier }))).toEqual([
        200,
        undefined,
      ])
      const inForm = await newCode()
      const parameters = {
        grant_type: "authorization_code",
        code: inForm.code,
        code_verifier: inForm.verifier,
        redirect_uri: CALLBACK,
        client_id: app.clientId,
        client_secret: app.secret ?? "",
      }
      expect(outcome(await provider.post("/oauth/token", parameters))).toEqual([200, undefined])
      const open = await newCode(publicApp)
      expect(outcome(await provider.exchange(publicApp, { code: open.code, code_verifier: open.verifier }))).toEqual([
        200,
        undefined,
      ])
    })

    test("Basic credentials are form-decoded, the scheme is case-insensitive, and a matching client_id is allowed", async () => {
      const encoded = (text: string): string =>
        [...text].map((character) => `%${character.charCodeAt(0).toString(16)}`).join("")
      const raw = `${encoded(app.clientId)}:${encoded(app.secret ?? "")}`
      for (const authorization of [
        `Basic ${Buffer.from(raw).toString("base64")}`,
        basicAuthorization(app.clientId, app.secret ?? "").replace("Basic", "bAsIc"),
      ]) {
        const { code, verifier } = await newCode()
        const response = await provider.post(
          "/oauth/token",
          {
            grant_type: "authorization_code",
            code,
            code_verifier: verifier,
            redirect_uri: CALLBACK,
            client_id: app.clientId,
          },
          { authorization },
        )
        expect(outcome(response)).toEqual([200, undefined])
      }
    })

    const header: [string, () => string][] = [
      ["a wrong secret", () => basicAuthorization(app.clientId, `${app.secret?.slice(0, -1)}!`)],
      ["another app's secret", () => basicAuthorization(publicApp.clientId, app.secret ?? "")],
      ["an unknown client", () => basicAuthorization("haat_client_000000000000000000000000", app.secret ?? "")],
      ["an empty secret", () => basicAuthorization(app.clientId, "")],
      ["a public client", () => basicAuthorization(publicApp.clientId, "")],
      ["no colon", () => `Basic ${Buffer.from(app.clientId).toString("base64")}`],
      ["invalid base64", () => "Basic %%%"],
      ["an empty credential", () => "Basic"],
      ["a broken escape", () => `Basic ${Buffer.from(`${app.clientId}:%zz`).toString("base64")}`],
      ["a NUL", () => `Basic ${Buffer.from(`${app.clientId}\0:${app.secret}`).toString("base64")}`],
      ["invalid UTF-8", () => `Basic ${Buffer.from([0xff, 0xfe, 0x3a, 0xff]).toString("base64")}`],
      ["a Bearer scheme", () => `Bearer ${app.secret}`],
      ["a Digest scheme", () => `Digest username="${app.clientId}"`],
    ]
    test.each(header)("%s in the header is invalid_client with WWW-Authenticate", async (_, authorization) => {
      await refusedAndKept(
        app,
        async (parameters) => {
          const response = await provider.post("/oauth/token", parameters, { authorization: authorization() })
          expect(response.headers.get("www-authenticate")).toMatch(/^Basic realm="/)
          return response
        },
        401,
        "invalid_client",
      )
    })

    const inForm: [string, () => Parameters][] = [
      ["a wrong secret", () => ({ client_id: app.clientId, client_secret: "haat_cs_wrong" })],
      [
        "an unknown client",
        () => ({ client_id: "haat_client_000000000000000000000000", client_secret: app.secret ?? "" }),
      ],
      ["a confidential client without a secret", () => ({ client_id: app.clientId })],
      ["a confidential client with an empty secret", () => ({ client_id: app.clientId, client_secret: "" })],
      ["a public client with a secret", () => ({ client_id: publicApp.clientId, client_secret: app.secret ?? "" })],
      ["no client", () => ({})],
      ["a NUL", () => ({ client_id: `${app.clientId}\0`, client_secret: app.secret ?? "" })],
    ]
    test.each(inForm)("%s in the form is invalid_client", async (_, credentials) => {
      await refusedAndKept(
        app,
        (parameters) => provider.post("/oauth/token", { ...parameters, ...credentials() }),
        401,
        "invalid_client",
      )
    })

    test("two authentication methods in one request are invalid_request", async () => {
      for (const client_secret of [app.secret ?? "", "another"]) {
        await refusedAndKept(
          app,
          (parameters) =>
            provider.post(
              "/oauth/token",
              { ...parameters, client_id: app.clientId, client_secret },
              { authorization: basicAuthorization(app.clientId, app.secret ?? "") },
            ),
          400,
          "invalid_request",
        )
      }
    })

    test("a client_id other than the authenticated client's is rejected", async () => {
      const { code, verifier } = await newCode()
      const response = await provider.exchange(app, { code, code_verifier: verifier, client_id: publicApp.clientId })
      expect([400, 401]).toContain(response.status)
    })

    test("an unknown client and a wrong secret get the same response in the same time", async () => {
      // A separate network for each attempt: one that sends so many would be refused.
      let network = 0
      const send = (clientId: string) =>
        provider.post(
          "/oauth/token",
          { grant_type: "refresh_token", refresh_token: "x" },
          {
            authorization: basicAuthorization(clientId, "haat_cs_wrong"),
            "x-request-id": "same-request-id",
            "x-forwarded-for": `10.0.${network >> 8}.${network++ & 255}`,
          },
        )
      const clients = [app.clientId, "haat_client_000000000000000000000000"] as const
      const median = (of: number[]): number => [...of].sort((a, b) => a - b)[of.length >> 1] ?? 0
      const tellsApart = async (): Promise<boolean> => {
        const times: [number[], number[]] = [[], []]
        for (let i = 0; i < 60; i++) {
          for (const [index, clientId] of clients.entries()) {
            const startedAt = performance.now()
            await send(clientId)
            times[index as 0 | 1].push(performance.now() - startedAt)
          }
        }
        return Math.abs(median(times[0]) - median(times[1])) >= Math.max(2, median(times[0]) * 0.5)
      }
      const [known, unknown] = [await send(clients[0]), await send(clients[1])]
      expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
      const comparable = ({ headers }: OauthResponse) => [...headers].filter(([name]) => name !== "date").sort()
      expect(comparable(unknown)).toEqual(comparable(known))
      // A single difference may be noise of the machine; a real timing leak differs each time.
      expect((await tellsApart()) && (await tellsApart()) && (await tellsApart())).toBe(false)
    })

    test("both secrets work during a rotation, until the old one expires", async () => {
      const rotating = await provider.app()
      const second = await addSecret(provider.lane.marketplace, rotating)
      const worksWith = async (secret: string): Promise<boolean> =>
        (await provider.refresh({ ...rotating, secret }, "haat_rt_nothing")).json.error === "invalid_grant"
      expect([await worksWith(rotating.secret ?? ""), await worksWith(second)]).toEqual([true, true])
      await provider.rows("UPDATE oauth_app_secret SET expires_at = now() WHERE app_id = $1 AND last_four = $2", [
        rotating.id,
        rotating.secret?.slice(-4),
      ])
      expect([await worksWith(rotating.secret ?? ""), await worksWith(second)]).toEqual([false, true])
    })

    test("a deleted or suspended app gets no tokens", async () => {
      for (const column of ["deleted_at", "suspended_at"]) {
        const gone = await provider.app()
        const { code, verifier } = await newCode(gone)
        await provider.rows(`UPDATE oauth_app SET ${column} = now() WHERE id = $1`, [gone.id])
        const response = await provider.exchange(gone, { code, code_verifier: verifier })
        expect([
          [401, "invalid_client"],
          [400, "invalid_grant"],
          [400, "unauthorized_client"],
        ]).toContainEqual(outcome(response))
      }
    })
  })

  describe("given a code", () => {
    const wrong: [string, Parameters][] = [
      ["that does not exist", { code: "haat_ac_0000000000000000000000000000000000Aa" }],
      ["that is malformed", { code: "junk\0é" }],
      ["with another redirect_uri", { redirect_uri: "https://shop-sync.example/other" }],
      ["with a trailing slash added to the redirect_uri", { redirect_uri: `${CALLBACK}/` }],
      ["without redirect_uri", { redirect_uri: undefined }],
      ["with a wrong verifier", { code_verifier: createVerifier() }],
      ["without its verifier", { code_verifier: undefined }],
      ["with an empty verifier", { code_verifier: "" }],
      ["with a verifier of 42 characters", { code_verifier: createVerifier().slice(1) }],
    ]
    test.each(wrong)("%s: invalid_grant", async (_, change) => {
      for (const of of [app, publicApp]) {
        const { code, verifier } = await newCode(of)
        expectError(await provider.exchange(of, { code, code_verifier: verifier, ...change }), 400, "invalid_grant")
      }
    })

    test("truncated, extended or in another case: invalid_grant, and the code stays valid", async () => {
      const { code, verifier } = await newCode()
      for (const bent of [
        code.slice(0, -1),
        `${code}x`,
        `${code} `,
        code.toUpperCase(),
        code.toLowerCase(),
        code.replace("haat_ac_", ""),
      ]) {
        expectError(await provider.exchange(app, { code: bent, code_verifier: verifier }), 400, "invalid_grant")
      }
      expect((await provider.exchange(app, { code, code_verifier: verifier })).status).toBe(200)
    })

    test("with the challenge itself as the verifier: invalid_grant", async () => {
      const { code, verifier } = await newCode()
      expectError(
        await provider.exchange(app, {
          code,
          code_verifier: createHash("sha256").update(verifier).digest("base64url"),
        }),
        400,
        "invalid_grant",
      )
    })

    test.each([
      ["of 42 characters", createVerifier().slice(0, 42)],
      ["of 129 characters", createVerifier().repeat(4).slice(0, 129)],
      ["with a disallowed character", `${createVerifier()}+`],
    ])("with a verifier %s that matches the challenge: invalid_grant (RFC 7636 section 4.1)", async (_, verifier) => {
      const code_challenge = createHash("sha256").update(verifier).digest("base64url")
      const callback = await provider.completeAuthorization(
        browser,
        person,
        provider.authorizeUrl(app, { code_challenge, code_challenge_method: "S256" }),
      )
      expectError(
        await provider.exchange(app, { code: callback.searchParams.get("code") ?? "", code_verifier: verifier }),
        400,
        "invalid_grant",
      )
    })

    test("with a verifier but no challenge: invalid_grant (PKCE downgrade, RFC 9700 section 4.8.2)", async () => {
      const callback = await provider.completeAuthorization(browser, person, provider.authorizeUrl(app))
      expectError(
        await provider.exchange(app, {
          code: callback.searchParams.get("code") ?? "",
          code_verifier: createVerifier(),
        }),
        400,
        "invalid_grant",
      )
    })

    test("without PKCE: succeeds when the app does not require it", async () => {
      const callback = await provider.completeAuthorization(browser, person, provider.authorizeUrl(app))
      expect(outcome(await provider.exchange(app, { code: callback.searchParams.get("code") ?? "" }))).toEqual([
        200,
        undefined,
      ])
    })

    test("that has expired: invalid_grant", async () => {
      const { code, verifier } = await newCode()
      const [row] = await provider.rows<{ seconds: number }>(
        "SELECT extract(epoch FROM expires_at - created_at)::float AS seconds FROM oauth_code ORDER BY created_at DESC LIMIT 1",
      )
      expect(row?.seconds).toBeCloseTo(600, 0)
      await provider.rows("UPDATE oauth_code SET expires_at = now() WHERE used_at IS NULL")
      expectError(await provider.exchange(app, { code, code_verifier: verifier }), 400, "invalid_grant")
    })

    test("of another client: invalid_grant, and the code stays valid for its own client", async () => {
      const other = await provider.app()
      await refusedAndKept(app, (parameters) => provider.exchange(other, parameters), 400, "invalid_grant")
      await refusedAndKept(publicApp, (parameters) => provider.exchange(other, parameters), 400, "invalid_grant")
    })

    test("a second time: invalid_grant, and the tokens of the first use are revoked", async () => {
      const [first, second] = [await newCode(), await newCode()]
      const [stored, lost] = [
        await provider.exchange(app, { code: first.code, code_verifier: first.verifier }),
        await provider.exchange(app, { code: second.code, code_verifier: second.verifier }),
      ]
      const refreshed = await provider.refresh(app, lost.json.refresh_token)
      expectError(
        await provider.exchange(app, { code: second.code, code_verifier: second.verifier }),
        400,
        "invalid_grant",
      )
      expect([
        await provider.isTokenActive(lost.json.access_token),
        await provider.isTokenActive(refreshed.json.access_token),
      ]).toEqual([false, false])
      expectError(await provider.refresh(app, refreshed.json.refresh_token), 400, "invalid_grant")
      expect(await provider.isTokenActive(stored.json.access_token)).toBe(true)
    })

    test("of a public client a second time: its tokens are revoked too", async () => {
      const { code, verifier } = await newCode(publicApp)
      const { json } = await provider.exchange(publicApp, { code, code_verifier: verifier })
      expectError(await provider.exchange(publicApp, { code, code_verifier: verifier }), 400, "invalid_grant")
      expect(await provider.isTokenActive(json.access_token)).toBe(false)
    })

    test("that is invalid, or replayed by another client: nothing is revoked", async () => {
      const other = await provider.app()
      const { code, verifier } = await newCode()
      const { json } = await provider.exchange(app, { code, code_verifier: verifier })
      expectError(await provider.exchange(other, { code, code_verifier: verifier }), 400, "invalid_grant")
      expectError(await provider.exchange(publicApp, { code, code_verifier: verifier }), 400, "invalid_grant")
      expectError(await provider.exchange(app, { code: `${code}x`, code_verifier: verifier }), 400, "invalid_grant")
      expect(
        (
          await provider.post("/oauth/token", {
            grant_type: "authorization_code",
            code,
            code_verifier: verifier,
            client_id: app.clientId,
            client_secret: "wrong",
            redirect_uri: CALLBACK,
          })
        ).status,
      ).toBe(401)
      expect(await provider.isTokenActive(json.access_token)).toBe(true)
      expect(outcome(await provider.refresh(app, json.refresh_token))).toEqual([200, undefined])
    })

    test("of an account that was locked in between: invalid_grant", async () => {
      const locked = await provider.person()
      const { code, verifier } = await provider.code(await provider.signedInBrowser(locked, app), locked, app)
      await provider.rows("UPDATE account SET locked_at = now() WHERE id = $1", [locked.id])
      expectError(await provider.exchange(app, { code, code_verifier: verifier }), 400, "invalid_grant")
    })

    test("with a scope that the app has lost in between: the scope is not granted", async () => {
      const shrinking = await provider.app({ required: ["openid"], optional: ["orders.read"] })
      const { code, verifier } = await newCode(shrinking, { scope: "openid orders.read" })
      await addVersion(provider.lane.marketplace, shrinking, { required: ["openid"] })
      const { status, json } = await provider.exchange(shrinking, { code, code_verifier: verifier })
      if (status === 200)
        expect(
          (await provider.request("/v1/orders", { headers: { authorization: `Bearer ${json.access_token}` } })).status,
        ).toBe(403)
      else expect(json.error).toBe("invalid_grant")
    })
  })

  describe("responds", () => {
    test("with a Bearer token for an hour, and a refresh token for thirty days", async () => {
      const { code, verifier } = await newCode()
      const response = await provider.exchange(app, { code, code_verifier: verifier })
      expectNoStore(response)
      expect(response.json).toMatchObject({
        token_type: "Bearer",
        expires_in: 3600,
        access_token: expect.stringMatching(/^haat_at_[0-9A-Za-z]{36}$/) as string,
        refresh_token: expect.stringMatching(/^haat_rt_[0-9A-Za-z]{36}$/) as string,
      })
      const [row] = await provider.rows<{ access: number; refresh: number }>(
        `SELECT (SELECT extract(epoch FROM expires_at - created_at)::float FROM oauth_access_token ORDER BY created_at DESC LIMIT 1) AS access,
                (SELECT extract(epoch FROM expires_at - created_at)::float FROM oauth_refresh_token ORDER BY created_at DESC LIMIT 1) AS refresh`,
      )
      expect([Math.round(row?.access ?? 0), Math.round((row?.refresh ?? 0) / 86_400)]).toEqual([3600, 30])
    })

    test("with an ID token that verifies with the published key", async () => {
      const before = Math.floor(Date.now() / 1000)
      const nonce = `n/0 "é" ${"x".repeat(200)}`
      const tokens = await provider.obtainTokens(browser, person, app, { nonce, max_age: "1000" })
      const { payload, protectedHeader } = await jwtVerify(
        tokens.id_token ?? "",
        createRemoteJWKSet(new URL(`${provider.url}/oauth/jwks`)),
        { issuer: provider.url, audience: app.clientId, algorithms: ["RS256"] },
      )
      expect(payload).toMatchObject({
        iss: provider.url,
        sub: person.sub,
        aud: app.clientId,
        nonce,
        at_hash: createHash("sha256").update(tokens.access_token).digest().subarray(0, 16).toString("base64url"),
        acr: expect.any(String) as string,
        sid: expect.any(String) as string,
        auth_time: expect.any(Number) as number,
      })
      const { iat = 0, exp = 0 } = payload
      expect([Number.isInteger(iat), Number.isInteger(exp), Number.isInteger(payload.auth_time)]).toEqual([
        true,
        true,
        true,
      ])
      expect([iat >= before - 1, exp > iat, exp - iat <= 3600, (payload.auth_time as number) <= iat]).toEqual([
        true,
        true,
        true,
        true,
      ])
      const { keys } = (await (await fetch(`${provider.url}/oauth/jwks`)).json()) as { keys: JWK[] }
      const key = keys.find(({ kid }) => kid === protectedHeader.kid)
      expect(protectedHeader).toMatchObject({ alg: "RS256", kid: await calculateJwkThumbprint(key ?? {}) })
    })

    test("without a nonce when none was sent", async () => {
      const tokens = await provider.obtainTokens(browser, person, app)
      const { payload } = await jwtVerify(
        tokens.id_token ?? "",
        createRemoteJWKSet(new URL(`${provider.url}/oauth/jwks`)),
      )
      expect("nonce" in payload).toBe(false)
    })

    test("without personal claims in the ID token", async () => {
      const tokens = await provider.obtainTokens(browser, person, app, { scope: "openid profile" })
      expect(decodeProtectedHeader(tokens.id_token ?? "").alg).toBe("RS256")
      const { payload } = await jwtVerify(
        tokens.id_token ?? "",
        createRemoteJWKSet(new URL(`${provider.url}/oauth/jwks`)),
      )
      expect([payload.name, payload.email]).toEqual([undefined, undefined])
    })

    test("without an ID token when openid was not requested", async () => {
      const plain = await provider.app({ required: ["profile.read"] })
      const tokens = await provider.obtainTokens(browser, person, plain, { scope: "profile.read" })
      expect([tokens.id_token, tokens.token_type, typeof tokens.refresh_token]).toEqual([undefined, "Bearer", "string"])
    })

    test("to CORS requests from any origin, without credentials", async () => {
      const response = await provider.post(
        "/oauth/token",
        { grant_type: "refresh_token" },
        { origin: "https://spa.example" },
      )
      expect([
        response.headers.get("access-control-allow-origin"),
        response.headers.get("access-control-allow-credentials"),
      ]).toEqual(["*", null])
      const preflight = await provider.request("/oauth/token", {
        method: "OPTIONS",
        headers: {
          origin: "https://spa.example",
          "access-control-request-method": "POST",
          "access-control-request-headers": "authorization, content-type",
        },
      })
      expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, "*"])
      expect(preflight.headers.get("access-control-allow-methods")).toContain("POST")
      expect(preflight.headers.get("access-control-allow-headers")?.toLowerCase()).toMatch(
        /authorization.*content-type|content-type.*authorization/,
      )
    })
  })
})
