import { createHmac, generateKeyPairSync } from "node:crypto"
import { request as httpRequest } from "node:http"
import { calculateJwkThumbprint, decodeJwt, exportJWK, exportSPKI, importJWK, type JWK, SignJWT } from "jose"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { startServer } from "@/testing/setup/server"
import { LANES } from "@/testing/fixtures/lane"
import { addVersion, CALLBACK, type TestApp } from "@/testing/fixtures/oauth-apps"
import { ScriptlessBrowser } from "@/testing/fixtures/oauth-browser"
import { createVerifier, OauthProvider, type TestPerson, type TokenSet } from "@/testing/fixtures/oauth-provider"
import { startLoggedServer } from "@/testing/fixtures/oauth-logged-server"
import { PortalClient } from "@/testing/fixtures/portal-client"

// Each test covers a vulnerability that another provider had.

describe.each(LANES)("attacks, on the %s lane", (lane) => {
  let provider: OauthProvider
  let app: TestApp
  let person: TestPerson
  let browser: ScriptlessBrowser
  let tokens: TokenSet

  beforeAll(async () => {
    provider = await OauthProvider.open(lane)
    app = await provider.app({
      required: ["openid"],
      optional: ["profile", "profile.read"],
      postLogout: ["https://shop-sync.example/goodbye"],
    })
    person = await provider.person()
    browser = provider.browser()
    tokens = await provider.obtainTokens(browser, person, app)
  })
  afterAll(() => provider.close())

  const redirected = async (uri: string, to = app): Promise<string> => {
    const page = await browser.goto(provider.authorizeUrl(to, { redirect_uri: uri }))
    if (page.externalRedirect === null) return `page ${page.status}`
    return page.externalRedirect.searchParams.has("code") ? "code" : page.externalRedirect.href
  }

  describe("a redirect_uri must match the registered one exactly:", () => {
    test.each([
      "https://shop-sync.example/callbac",
      "https://shop-sync.example/callbackx",
      "https://shop-sync.example/callback/",
      "https://shop-sync.example/callback/../callback",
      "https://shop-sync.example/callback/..;/evil",
      "https://shop-sync.example/callback/%2e%2e/evil",
      "https://shop-sync.example/callback%252f..%252fevil",
      "https://shop-sync.example/callback%2f",
      "https://shop-sync.example/%63allback",
      "https://shop-sync.example//callback",
      "https://shop-sync.example/CALLBACK",
      "https://SHOP-SYNC.example/callback",
      "HTTPS://shop-sync.example/callback",
      "http://shop-sync.example/callback",
      "https://shop-sync.example:443/callback",
      "https://shop-sync.example:8443/callback",
      "https://shop-sync.example./callback",
      "https://shop-sync.example/callback?code=mine",
      "https://shop-sync.example/callback?",
      "https://shop-sync.example/callback#",
      "https://shop-sync.example/callback#fragment",
      "https://shop-sync.example/callback;x",
      "https://shop-sync.example\\@evil.example/callback",
      "https://evil.example\\@shop-sync.example/callback",
      "https://shop-sync.example@evil.example/callback",
      "https://a@b@shop-sync.example/callback",
      "https://user:pass@shop-sync.example/callback",
      "https://shop-sync.example.evil.example/callback",
      "https://evil.example/https://shop-sync.example/callback",
      "https://evil.example?x=https://shop-sync.example/callback",
      "https:/shop-sync.example/callback",
      "https:shop-sync.example/callback",
      "//shop-sync.example/callback",
      "/callback",
      "https://shop-sync.example/callback\t",
      "https://shop-sync.example/call\tback",
      "https://shop-sync.example/callback\n",
      " https://shop-sync.example/callback",
      "https://shop-sync.example/callback ",
      "https://shop-sync.example/callback\0",
      "https://shop-sync.example/callback%00",
      "https://shop-sync.example/callback%0d%0aset-cookie:x",
      "https://shоp-sync.example/callback",
      "https://shop-sync。example/callback",
      "javascript:alert(1)//https://shop-sync.example/callback",
      "data:text/html,https://shop-sync.example/callback",
    ])("%j does not match", async (uri) => {
      expect(await redirected(uri)).toBe("page 400")
    })

    test("a variant of the redirect_uri is rejected at the token endpoint too", async () => {
      for (const redirect_uri of [
        `${CALLBACK}/`,
        CALLBACK.slice(0, -1),
        CALLBACK.toUpperCase(),
        `${CALLBACK}?`,
        `${CALLBACK}#`,
      ]) {
        const { code, verifier } = await provider.code(browser, person, app)
        expect((await provider.exchange(app, { code, code_verifier: verifier, redirect_uri })).json.error).toBe(
          "invalid_grant",
        )
      }
    })

    test("a percent-encoded parameter name counts as a duplicate of the plain one", async () => {
      for (const more of [
        "client%5Fid=haat_client_000000000000000000000000",
        "%72edirect_uri=https%3A%2F%2Fevil.example%2F",
      ]) {
        const page = await browser.goto(`${provider.authorizeUrl(app)}&${more}`)
        expect([page.status, page.externalRedirect]).toEqual([400, null])
      }
    })
  })

  describe("loopback redirects", () => {
    test("vary only in the port, for an app that allows any port", async () => {
      const native = await provider.app({
        redirectUris: ["http://127.0.0.1/callback", "http://[::1]:4000/cb"],
        loopbackAnyPort: true,
      })
      await provider.code(browser, person, native)
      for (const uri of [
        "http://127.0.0.1/callback",
        "http://127.0.0.1:51004/callback",
        "http://127.0.0.1:1/callback",
        "http://[::1]:51004/cb",
        "http://[::1]/cb",
      ]) {
        const { code, verifier } = await provider.code(browser, person, native, { redirect_uri: uri })
        expect((await provider.exchange(native, { code, code_verifier: verifier, redirect_uri: uri })).status).toBe(200)
      }
      for (const uri of [
        "http://localhost:51004/callback",
        "http://127.0.0.2:51004/callback",
        "http://127.1:51004/callback",
        "http://2130706433/callback",
        "http://0.0.0.0:51004/callback",
        "http://[::]:4000/cb",
        "http://[::ffff:127.0.0.1]:51004/callback",
        "https://127.0.0.1:51004/callback",
        "http://127.0.0.1:51004/callback/",
        "http://127.0.0.1:51004/other",
        "http://127.0.0.1:51004/callback?x=1",
        "http://127.0.0.1:51004/callback#x",
        "http://127.0.0.1:99999/callback",
        "http://127.0.0.1:0/callback",
        "http://127.0.0.1:051004/callback",
        "http://127.0.0.1:/callback",
        "http://127.0.0.1:51004@evil.example/callback",
        "http://127.0.0.1.evil.example/callback",
        "http://user@127.0.0.1:51004/callback",
      ]) {
        expect([uri, await redirected(uri, native)]).toEqual([uri, "page 400"])
      }
    })

    test("must be exchanged with the port of the authorization request", async () => {
      const native = await provider.app({ redirectUris: ["http://127.0.0.1/callback"], loopbackAnyPort: true })
      const { code, verifier } = await provider.code(browser, person, native, {
        redirect_uri: "http://127.0.0.1:5001/callback",
      })
      expect(
        (
          await provider.exchange(native, {
            code,
            code_verifier: verifier,
            redirect_uri: "http://127.0.0.1:5002/callback",
          })
        ).json.error,
      ).toBe("invalid_grant")
    })

    test("keep their port for an app that does not allow any port", async () => {
      const fixed = await provider.app({ redirectUris: ["http://127.0.0.1:4000/callback"] })
      expect(await redirected("http://127.0.0.1:4001/callback", fixed)).toBe("page 400")
      expect(await redirected("http://127.0.0.1/callback", fixed)).toBe("page 400")
    })
  })

  describe("a forged ID token", () => {
    const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url")
    const now = () => Math.floor(Date.now() / 1000)
    const published = async (): Promise<JWK> => {
      const [key] = (await provider.request<{ keys: JWK[] }>("/oauth/jwks")).json.keys
      if (!key) throw new Error("no key is published")
      return key
    }

    const forgeries: [string, () => Promise<string>][] = [
      [
        "without a signature (alg none)",
        () => Promise.resolve(`${base64({ alg: "none" })}.${base64(decodeJwt(tokens.id_token ?? ""))}.`),
      ],
      [
        "with alg None and a signature",
        () =>
          Promise.resolve(
            `${base64({ alg: "None" })}.${base64(decodeJwt(tokens.id_token ?? ""))}.${tokens.id_token?.split(".")[2]}`,
          ),
      ],
      [
        "signed with HS256 and the public key as the secret",
        async () => {
          const key = await published()
          const pem = await exportSPKI((await importJWK({ ...key, ext: true }, "RS256")) as CryptoKey)
          const signed = `${base64({ alg: "HS256", kid: key.kid })}.${base64({ ...decodeJwt(tokens.id_token ?? ""), exp: now() + 60 })}`
          return `${signed}.${createHmac("sha256", pem).update(signed).digest("base64url")}`
        },
      ],
      [
        "signed with HS256 and the modulus as the secret",
        async () => {
          const key = await published()
          const signed = `${base64({ alg: "HS256", kid: key.kid })}.${base64(decodeJwt(tokens.id_token ?? ""))}`
          return `${signed}.${createHmac("sha256", Buffer.from(key.n ?? "", "base64url"))
            .update(signed)
            .digest("base64url")}`
        },
      ],
      ["signed with another key under the published kid", async () => foreign({ kid: (await published()).kid ?? "" })],
      ["signed with another key under an unknown kid", () => foreign({ kid: "unknown" })],
      ["signed with another key under a kid that is a path", () => foreign({ kid: "../../dev/null" })],
      ["signed with another key without a kid", () => foreign({})],
      [
        "signed with a key embedded in its header (jwk)",
        async () => foreign({ jwk: await foreignJwk(), kid: (await published()).kid ?? "" }),
      ],
      [
        "signed with a key at a URL in its header (jku)",
        async () =>
          foreign({ jku: "https://evil.example/jwks", kid: await calculateJwkThumbprint(await foreignJwk()) }),
      ],
      [
        "signed with a key certified by a URL in its header (x5u)",
        async () => foreign({ x5u: "https://evil.example/x5u", kid: (await published()).kid ?? "" }),
      ],
      [
        "with a replaced subject",
        async () =>
          (tokens.id_token ?? "")
            .split(".")
            .map((part, i) => (i === 1 ? base64({ ...decodeJwt(tokens.id_token ?? ""), sub: "acc_x" }) : part))
            .join("."),
      ],
      ["truncated", () => Promise.resolve((tokens.id_token ?? "").slice(0, -4))],
      ["with one segment", () => Promise.resolve("x")],
      ["with five segments", () => Promise.resolve("a.b.c.d.e")],
    ]
    const pair = generateKeyPairSync("rsa", { modulusLength: 2048 })
    const foreignJwk = (): Promise<JWK> => exportJWK(pair.publicKey)
    const foreign = (header: { kid?: string; jwk?: JWK; jku?: string; x5u?: string }): Promise<string> =>
      new SignJWT({ ...decodeJwt(tokens.id_token ?? ""), exp: now() + 60 })
        .setProtectedHeader({ alg: "RS256", ...header })
        .sign(pair.privateKey)

    test.each(forgeries)("%s is rejected as an id_token_hint and as a bearer token", async (_, forge) => {
      const forged = await forge()
      const page = await browser.goto(provider.authorizeUrl(app, { prompt: "none", id_token_hint: forged }))
      expect([
        page.externalRedirect?.searchParams.has("code"),
        typeof page.externalRedirect?.searchParams.get("error"),
      ]).toEqual([false, "string"])
      const farewell = await browser.goto(
        `/oauth/end_session?${new URLSearchParams({ id_token_hint: forged, post_logout_redirect_uri: "https://shop-sync.example/goodbye" }).toString()}`,
      )
      expect([farewell.status, farewell.externalRedirect]).toEqual([200, null])
      expect(
        (await browser.goto(provider.authorizeUrl(app, { prompt: "none" }))).externalRedirect?.searchParams.has("code"),
      ).toBe(true)
      expect([
        (await provider.userinfo(forged)).status,
        (await provider.lane.request("/v1/me", { key: forged })).status,
      ]).toEqual([401, 401])
    })
  })

  test("a token of one kind is rejected as another kind", async () => {
    const fresh = await provider.obtainTokens(browser, person, app)
    const { code, verifier } = await provider.code(browser, person, app)
    for (const token of [fresh.access_token, fresh.refresh_token, fresh.id_token, app.secret ?? ""]) {
      expect((await provider.exchange(app, { code: token, code_verifier: verifier })).json.error).toBe("invalid_grant")
    }
    for (const token of [code, fresh.access_token, fresh.id_token ?? "", app.secret ?? ""])
      expect((await provider.refresh(app, token)).json.error).toBe("invalid_grant")
    for (const token of [code, fresh.refresh_token, fresh.id_token ?? ""])
      expect((await provider.userinfo(token)).status).toBe(401)
    for (const secret of [code, fresh.access_token, fresh.refresh_token])
      expect((await provider.refresh({ ...app, secret }, fresh.refresh_token)).json.error).toBe("invalid_client")
    expect([
      await provider.isTokenActive(fresh.access_token),
      (await provider.refresh(app, fresh.refresh_token)).status,
    ]).toEqual([true, 200])
    expect((await provider.exchange(app, { code, code_verifier: verifier })).status).toBe(200)
  })

  test("a token with a swapped prefix and a valid checksum is rejected", async () => {
    const { composeCredential } = await import("@/domain/credential")
    const { access_token, refresh_token } = await provider.obtainTokens(browser, person, app)
    const retyped = (token: string, kind: "access_token" | "refresh_token"): string => {
      const letters = [...token.slice(8, 38)].map((letter) =>
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".indexOf(letter),
      )
      return composeCredential(kind, () => letters.shift() ?? 0)
    }
    expect(retyped(access_token, "access_token")).toBe(access_token)
    expect((await provider.userinfo(retyped(refresh_token, "access_token"))).status).toBe(401)
    expect((await provider.refresh(app, retyped(access_token, "refresh_token"))).json.error).toBe("invalid_grant")
    expect(await provider.isTokenActive(access_token)).toBe(true)
  })

  test("scopes that the app may not request, and requests without any known scope, are invalid_scope", async () => {
    const greedy = await provider.app({ required: ["openid"], optional: ["webhooks.manage"] })
    for (const scope of [
      "openid webhooks.manage",
      "openid orders.read",
      "openid,profile",
      "openid\tprofile",
      "openid\u00a0profile",
      "admin",
      "OPENID",
      "toString",
      "__proto__",
      " ",
    ]) {
      const page = await browser.goto(provider.authorizeUrl(greedy, { scope }))
      expect([scope, page.externalRedirect?.searchParams.get("error")]).toEqual([scope, "invalid_scope"])
    }
  })

  test("an unknown scope is ignored", async () => {
    for (const scope of [
      "offline_access",
      "address",
      "phone",
      "toString",
      "__proto__",
      "constructor",
      "*",
      "admin",
      "OPENID",
    ]) {
      const { code, verifier } = await provider.code(browser, person, app, { scope: `openid ${scope}` })
      expect([scope, (await provider.exchange(app, { code, code_verifier: verifier })).json.scope]).toEqual([
        scope,
        "openid",
      ])
    }
  })

  test("HEAD gets 405, creates no code or interaction, and ends no session", async () => {
    const counts = () =>
      provider.rows(
        "SELECT (SELECT count(*) FROM oauth_code) AS codes, (SELECT count(*) FROM oauth_interaction) AS interactions, (SELECT count(*) FROM oauth_interaction WHERE used_at IS NOT NULL) AS used, (SELECT count(*) FROM session WHERE revoked_at IS NOT NULL) AS ended",
      )
    const consentPage = await browser.goto(provider.authorizeUrl(app, { prompt: "consent" }))
    const before = await counts()
    for (const url of [
      provider.authorizeUrl(app),
      provider.authorizeUrl(app, { prompt: "consent" }),
      provider.authorizeUrl(app, { prompt: "none" }),
      consentPage.url,
      `/oauth/end_session?id_token_hint=${tokens.id_token}`,
    ]) {
      const { status, externalRedirect, headers } = await browser.goto(url, { method: "HEAD" })
      expect([url, status, externalRedirect, headers.get("allow"), headers.getSetCookie()]).toEqual([
        url,
        405,
        null,
        "GET, POST",
        [],
      ])
    }
    expect(await counts()).toEqual(before)
  })

  test("access tokens stop working while the person may not use the app, and work again afterwards", async () => {
    const owner = await provider.person()
    const draft = await provider.app({ status: "draft", owner: owner.id, required: ["openid", "profile.read"] })
    const isTester = (is: boolean) =>
      provider.rows(
        is
          ? "INSERT INTO oauth_app_tester (app_id, email) SELECT $1, email FROM account WHERE id = $2"
          : "DELETE FROM oauth_app_tester WHERE app_id = $1 AND email = (SELECT email FROM account WHERE id = $2)",
        [draft.id, person.id],
      )
    await isTester(true)
    const { access_token } = await provider.obtainTokens(browser, person, draft, { scope: "openid profile.read" })
    const statuses = async () => [
      (await provider.userinfo(access_token)).status,
      (await provider.lane.request("/v1/me", { key: access_token })).status,
    ]
    const without: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
      ["removed as a tester", () => isTester(false), () => isTester(true)],
      [
        "unverified",
        () => provider.rows("UPDATE account SET email_verified_at = NULL WHERE id = $1", [person.id]),
        () => provider.rows("UPDATE account SET email_verified_at = now() WHERE id = $1", [person.id]),
      ],
      [
        "the app suspended",
        () => provider.rows("UPDATE oauth_app SET suspended_at = now() WHERE id = $1", [draft.id]),
        () => provider.rows("UPDATE oauth_app SET suspended_at = NULL WHERE id = $1", [draft.id]),
      ],
      [
        "its owner locked",
        () => provider.rows("UPDATE account SET locked_at = now() WHERE id = $1", [owner.id]),
        () => provider.rows("UPDATE account SET locked_at = NULL WHERE id = $1", [owner.id]),
      ],
    ]
    expect(await statuses()).toEqual([200, 200])
    for (const [state, begin, end] of without) {
      await begin()
      expect([state, await statuses()]).toEqual([state, [401, 401]])
      await end()
      expect([state, await statuses()]).toEqual([state, [200, 200]])
    }
    await isTester(false)
    await provider.rows("UPDATE oauth_app_version SET status = 'approved' WHERE app_id = $1", [draft.id])
    expect(await statuses()).toEqual([200, 200])
  })

  test("PKCE prevents the injection of a code into another session", async () => {
    const [victim, attacker] = [await provider.code(browser, person, app), createVerifier()]
    expect((await provider.exchange(app, { code: victim.code, code_verifier: attacker })).json.error).toBe(
      "invalid_grant",
    )
    const [plain, bound] = [
      await provider.completeAuthorization(browser, person, provider.authorizeUrl(app)),
      await provider.code(browser, person, app),
    ]
    expect(
      (await provider.exchange(app, { code: plain.searchParams.get("code") ?? "", code_verifier: bound.verifier })).json
        .error,
    ).toBe("invalid_grant")
  })

  test("another site cannot force a sign-in on a browser", async () => {
    const attacker = await provider.person()
    const theirs = provider.browser()
    const consentPage = await theirs.goto(provider.authorizeUrl(app))
    const victim = provider.browser()
    victim.page = consentPage
    const page = await provider.signIn(victim, attacker)
    expect([page.status, page.externalRedirect]).toEqual([400, null])
    expect([...victim.cookies.keys()].filter((name) => name.includes("session"))).toEqual([])
    theirs.page = consentPage
    const crossSite = await theirs.submit({
      fill: { email: attacker.email, password: attacker.password },
      press: "sign-in",
      headers: { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
    })
    expect([crossSite.status, crossSite.externalRedirect]).toEqual([400, null])
  })

  test("the cookies are HttpOnly and SameSite=Lax", async () => {
    const stranger = provider.browser()
    const consentPage = await stranger.goto(provider.authorizeUrl(app))
    const signedIn = await provider.signIn(stranger, person)
    const lines = [...consentPage.responses, ...signedIn.responses].flatMap(({ headers }) => headers.getSetCookie())
    expect(lines.length).toBeGreaterThanOrEqual(2)
    for (const line of lines) expect(line).toMatch(/; ?HttpOnly.*; ?SameSite=Lax|; ?SameSite=Lax.*; ?HttpOnly/i)
  })

  test("request parameters cannot inject response headers", async () => {
    const state = "x\r\nset-cookie: evil=1\r\n\r\n<script>"
    const page = await browser.goto(provider.authorizeUrl(app, { state, scope: "nothing\r\nset-cookie: evil=1" }))
    expect([
      page.headers.getSetCookie().some((line) => line.startsWith("evil")),
      page.externalRedirect?.searchParams.get("state"),
    ]).toEqual([false, state])
  })

  describe("a malformed request is rejected without a server error:", () => {
    const raw = (
      method: string,
      path: string,
      headers: Record<string, string | string[]>,
      body = "",
    ): Promise<{ status: number; headers: Record<string, unknown>; text: string }> =>
      new Promise((resolve, reject) => {
        const { hostname, port } = new URL(provider.url)
        const sent = httpRequest({ hostname, port, method, path, headers, agent: false }, (response) => {
          let text = ""
          response.on("data", (data) => (text += String(data)))
          response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
        })
        sent.on("error", reject)
        sent.end(body)
      })
    const FORM = { "content-type": "application/x-www-form-urlencoded" }

    test("malformed Authorization headers", async () => {
      for (const authorization of [
        "Bearer",
        "Bearer ",
        "Bearer  ",
        "bearer\t",
        "Bearer \xff\xfe",
        "Bearer a b",
        "BearerX",
        "Basic",
        "Basic =",
        "Negotiate x",
        ",",
        "=",
        "{}",
        `Bearer ${"A".repeat(7_000)}`,
        'Bearer "haat_at_x"',
      ]) {
        for (const path of ["/oauth/userinfo", "/v1/me"])
          expect([authorization.slice(0, 20), path, (await raw("GET", path, { authorization })).status]).toEqual([
            authorization.slice(0, 20),
            path,
            401,
          ])
        expect([401, 400]).toContain(
          (await raw("POST", "/oauth/token", { ...FORM, authorization }, "grant_type=refresh_token&refresh_token=x"))
            .status,
        )
      }
      for (const path of ["/oauth/userinfo", "/v1/me"]) {
        const { status } = await raw("GET", path, {
          authorization: [`Bearer ${tokens.access_token}`, "Bearer haat_at_other"],
        })
        expect(status < 500).toBe(true)
      }
    })

    test.each(["TRACE", "PROPFIND", "SEARCH"])("the method %s", async (method) => {
      for (const path of [
        "/oauth/token",
        "/oauth/authorize",
        "/oauth/userinfo",
        "/oauth/jwks",
        "/.well-known/openid-configuration",
      ]) {
        const { status, text } = await raw(method, path, { "x-echo": "an-echo" })
        // "next start" itself fails at TRACE, before any route; it echoes nothing either.
        expect([
          path,
          (status >= 400 && status < 500) || (lane === "next" && method === "TRACE"),
          text.includes("an-echo"),
        ]).toEqual([path, true, false])
      }
    })

    test("forms with invalid UTF-8, no pairs or thousands of pairs", async () => {
      for (const body of [
        "%",
        "%ff=%fe",
        "=",
        "&&&",
        "grant_type=%00",
        "grant_type",
        `${"a=1&".repeat(5_000)}`,
        "\0",
        "grant_type=refresh_token&refresh_token=\ud800",
      ]) {
        for (const path of [
          "/oauth/token",
          "/oauth/revoke",
          "/oauth/userinfo",
          "/oauth/authorize",
          "/oauth/sign-in",
          "/oauth/consent",
          "/oauth/end_session",
        ]) {
          const { status } = await raw("POST", path, FORM, body)
          expect([path, body.slice(0, 12), status < 500]).toEqual([path, body.slice(0, 12), true])
        }
      }
    })

    test("form fields with NUL characters or excessive length", async () => {
      const browser = provider.browser()
      const someone = await provider.person()
      for (const email of ["a\0b@example.in", `${"a".repeat(10_000)}@example.in`, `${"a".repeat(253)}😀@example.in`]) {
        await browser.goto(provider.authorizeUrl(app, { scope: "openid profile" }))
        expect((await browser.submit({ fill: { email, password: "not the password" } })).html).toMatch(/role="alert"/)
        expect((await browser.submit({ fill: { email }, press: "hi" })).status).toBe(200)
      }
      const consentPage = await provider.signIn(browser, someone)
      const [field] = consentPage.forms[0]?.fields.filter(({ name }) => name === "scope") ?? []
      const form = consentPage.forms[0]
      if (!field || !form) throw new Error("there is nothing to tick")
      const page = await browser.submit(
        { press: "mai" },
        {
          ...form,
          fields: [...form.fields, ...["\0", "x".repeat(10_000)].map((value) => ({ ...field, value, checked: true }))],
        },
      )
      expect([page.status, page.html.includes('lang="mai"'), page.html.includes("xxxx")]).toEqual([200, true, false])
    })

    test("queries and cookies with invalid UTF-8, NUL characters or malformed IDs", async () => {
      for (const interaction of ["%00", "%ff", "x", "'", "00000000-0000-0000-0000-000000000000", "__proto__"]) {
        for (const path of ["/oauth/sign-in", "/oauth/consent"]) {
          const { status } = await raw("GET", `${path}?interaction=${interaction}`, {
            cookie: "haat-interaction=%00; next-auth.session-token=\xff.\xfe",
          })
          expect([path, interaction, status]).toEqual([path, interaction, 400])
        }
      }
      for (const query of [
        "client_id=%00",
        "client_id=%ff&redirect_uri=%fe",
        "client_id=__proto__",
        "client_id[]=x",
        `client_id=${app.clientId}&redirect_uri=%00`,
      ]) {
        expect([query, (await raw("GET", `/oauth/authorize?${query}`, {})).status]).toEqual([query, 400])
      }
      for (const more of [
        "state=%00",
        "nonce=%00",
        "login_hint=%00",
        "ui_locales=%00",
        "claims=%00",
        "id_token_hint=%00",
        "code_challenge=%00",
        "scope=%00",
        "display=%00",
        `claims=${"[".repeat(3_000)}`,
        "claims=%7B%22userinfo%22%3A%5B%5D%7D",
        "claims=null",
        "max_age=99999999999999999999",
        "acr_values=%00",
      ]) {
        const { pathname, search } = new URL(provider.authorizeUrl(app, { state: undefined, scope: undefined }))
        const { status } = await raw("GET", `${pathname}${search}&${more}`, {})
        expect([more.slice(0, 20), status < 500]).toEqual([more.slice(0, 20), true])
      }
    })

    test("paths that resemble the endpoints", async () => {
      for (const path of [
        "/oauth/",
        "/oauth/token/",
        "/oauth//token",
        "/oauth/Token",
        "/oauth/__proto__",
        "/oauth/constructor",
        "/oauth/token%00",
        "/oauth/..%2ftoken",
        "/oauth/unknown",
        "/oauth/token;x",
        "/.well-known/openid-configuration/",
        "/.well-known/oauth-protected-resource",
      ]) {
        const { status, text } = await raw(
          "POST",
          path,
          FORM,
          `grant_type=refresh_token&client_id=${app.clientId}&client_secret=${app.secret}&refresh_token=${tokens.refresh_token}`,
        )
        expect([path, status >= 300 && status < 500, text.includes("access_token")]).toEqual([path, true, false])
      }
      expect((await provider.refresh(app, tokens.refresh_token)).status).toBe(200)
    })

    test("forged Host and forwarding headers, which no response reflects", async () => {
      for (const headers of [
        { host: "evil.example" },
        { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" },
        { forwarded: "host=evil.example;proto=https" },
      ]) {
        for (const path of [
          "/.well-known/openid-configuration",
          `/oauth/authorize${new URL(provider.authorizeUrl(app)).search}`,
        ]) {
          const response = await raw("GET", path, headers)
          expect(JSON.stringify([response.headers, response.text])).not.toContain("evil.example")
        }
      }
    })
  })

  test("no portal procedure gives access to another account's app", async () => {
    const { portalRouter } = await import("@/api/portal")
    const procedures = Object.keys(
      (portalRouter as unknown as { _def: { procedures: Record<string, unknown> } })._def.procedures,
    )
    const names = procedures.filter(
      (name) => /^(oauthApps|appReviews)\./.test(name) && !/\.(list|create|waiting)$/.test(name),
    )
    expect(names.length).toBeGreaterThanOrEqual(10)
    const stranger = new PortalClient(provider.url, provider.browser().ip)
    const account = await provider.person()
    expect(await stranger.signIn(account.email, account.password)).toBeNull()
    const rows = () =>
      provider.rows(
        "SELECT a.*, v.*, (SELECT count(*) FROM oauth_app_secret WHERE app_id = a.id) AS secrets FROM oauth_app a JOIN oauth_app_version v ON v.app_id = a.id WHERE a.id = $1 ORDER BY v.number",
        [app.id],
      )
    const before = await rows()
    const input = {
      client_id: app.clientId,
      id: app.clientId,
      name: "Mine Now",
      redirect_uris: ["https://evil.example/cb"],
      overlap: "now",
      email: account.email,
      tester: account.sub,
      decision: "approved",
      words: "It is mine now, thank you.",
      version: 1,
    }
    for (const name of names) {
      const responses = [
        await stranger.mutate(name, input),
        await stranger.query(name, input),
        await new PortalClient(provider.url).mutate(name, input),
      ]
      for (const { status, data } of responses) expect([name, status >= 400, data]).toEqual([name, true, undefined])
    }
    expect(await rows()).toEqual(before)
    for (const [method, path] of [
      ["GET", "/v1/oauth-apps"],
      ["PATCH", `/v1/oauth-apps/${app.clientId}`],
      ["DELETE", `/v1/oauth-apps/${app.clientId}`],
    ] as const) {
      expect(
        (await provider.request(path, { method, headers: { authorization: `Bearer ${tokens.access_token}` } })).status,
      ).toBe(404)
    }
    const bearer = await provider.request(`/api/trpc/oauthApps.list`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    })
    expect(bearer.status).toBe(401)
  })

  test("an app's name is escaped on every page, also after a new version", async () => {
    const evil = `</p><script>alert(1)</script>{{7*7}}\${7*7}`
    const shown = await provider.app()
    await addVersion(provider.lane.marketplace, shown, { name: evil })
    const stranger = provider.browser()
    for (const page of [await stranger.goto(provider.authorizeUrl(shown)), await provider.signIn(stranger, person)]) {
      expect(page.html).not.toContain("<script>")
      expect(page.html).not.toMatch(/>49|49</)
    }
  })

  test("sign-in attempts are limited by IPv4 address or IPv6 /64, whatever the client adds to X-Forwarded-For", async () => {
    const guess = async (forwarded: string): Promise<number> => {
      const guesser = new ScriptlessBrowser(provider.url, { "x-forwarded-for": forwarded })
      await guesser.goto(provider.authorizeUrl(app))
      return (
        await guesser.submit({ fill: { email: `${Math.random()}@example.in`, password: "guess" }, press: "sign-in" })
      ).status
    }
    for (const [first, again, elsewhere] of [
      ["2001:db8:7:7::1", "2001:db8:7:7:ffff:1:2:3", "2001:db8:7:8::1"],
      ["10.0.0.1, 192.0.2.77", "10.0.0.2, 192.0.2.77", "10.0.0.1, 192.0.2.79"],
      ["192.0.2.80", "203.0.113.9, ::ffff:192.0.2.80", "192.0.2.81"],
    ] as const) {
      expect(await guess(first)).toBe(200)
      // Counts the attempt as the sixtieth from this network.
      await provider.rows("UPDATE rate_limit SET requests = 60 WHERE subject LIKE 'sign-in:from:%' AND requests = 1")
      expect([first, await guess(again), await guess(elsewhere)]).toEqual([first, 429, 200])
      await provider.rows("DELETE FROM rate_limit WHERE subject LIKE 'sign-in:from:%'")
    }
  })
})

test("without a trusted proxy, X-Forwarded-For does not evade the sign-in rate limit", async () => {
  const provider = await OauthProvider.open("fast")
  const direct = await startServer({ lane: "fast", databaseUrl: provider.lane.databaseUrl })
  try {
    const app = await provider.app()
    const guess = async (ip: string): Promise<number> => {
      const guesser = new ScriptlessBrowser(direct.url, {
        "x-forwarded-for": ip,
        "x-real-ip": ip,
        forwarded: `for=${ip}`,
      })
      await guesser.goto(provider.authorizeUrl(app).replace(provider.url, direct.url))
      return (
        await guesser.submit({ fill: { email: `${Math.random()}@example.in`, password: "guess" }, press: "sign-in" })
      ).status
    }
    expect(await guess("203.0.113.1")).toBe(200)
    expect(
      await provider.rows("UPDATE rate_limit SET requests = 60 WHERE subject LIKE 'sign-in:from:%' RETURNING subject"),
    ).toHaveLength(1)
    expect(await guess("203.0.113.2")).toBe(429)
  } finally {
    await direct.stop()
    await provider.close()
  }
})

test("no secret appears in a log, an error, the audit, or in plain text in the database", {
  timeout: 120_000,
}, async () => {
  const provider = await OauthProvider.open("fast")
  const watched = await startLoggedServer(provider.lane.databaseUrl)
  try {
    const app = await provider.app({
      required: ["openid"],
      optional: ["profile.read"],
      postLogout: ["https://shop-sync.example/goodbye"],
    })
    const person = await provider.person()
    const browser = new ScriptlessBrowser(watched.url)
    const verifier = createVerifier()
    const walk = (): Promise<URL> =>
      provider.completeAuthorization(
        browser,
        person,
        provider
          .authorizeUrl(app, { scope: "openid profile.read", nonce: "the-secret-nonce" })
          .replace(provider.url, watched.url),
      )
    const codes = [
      (await walk()).searchParams.get("code") ?? "",
      (await walk()).searchParams.get("code") ?? "",
    ] as const
    const { json } = await provider.exchange(app, { code: codes[0] }, watched.url)
    const { json: second } = await provider.refresh(app, json.refresh_token, {}, watched.url)
    await provider.userinfo(second.access_token, watched.url)
    await provider.request("/v1/me", { headers: { authorization: `Bearer ${second.access_token}` } }, watched.url)
    // And all errors.
    await provider.exchange(app, { code: codes[1], code_verifier: verifier }, watched.url)
    await provider.exchange({ ...app, secret: `${app.secret}x` }, { code: codes[1] }, watched.url)
    await provider.request(`/oauth/userinfo?access_token=${second.access_token}`, {}, watched.url)
    await provider.request(
      `/v1/me?access_token=${second.access_token}`,
      { headers: { authorization: `Bearer ${second.access_token}x` } },
      watched.url,
    )
    await provider.request(
      `/oauth/token?client_secret=${app.secret}`,
      { method: "POST", body: new URLSearchParams({ code: codes[1] }) },
      watched.url,
    )
    await provider.refresh(app, json.refresh_token, {}, watched.url)
    await provider.revoke(app, second.refresh_token, {}, watched.url)
    await new ScriptlessBrowser(watched.url).goto(`/oauth/end_session?id_token_hint=${json.id_token}`)
    // A failing query puts its parameters into its error.
    await provider.rows("ALTER TABLE oauth_refresh_token RENAME TO oauth_refresh_token_away")
    const broken = await provider.refresh(app, second.refresh_token, {}, watched.url)
    expect([broken.status, broken.json.error]).toEqual([500, "server_error"])
    expect(broken.text).not.toMatch(/oauth_refresh_token|relation|select/i)
    await provider.rows("ALTER TABLE oauth_refresh_token_away RENAME TO oauth_refresh_token")
    await new Promise((resolve) => setTimeout(resolve, 1_500))

    await expect.poll(() => watched.logs()).toContain("an OAuth request failed")
    const secrets = {
      code: codes[0],
      unused: codes[1],
      access: json.access_token,
      refresh: json.refresh_token,
      rotated: second.refresh_token,
      client: app.secret ?? "",
      id: json.id_token ?? "",
      password: person.password,
    }
    const cookies = [...browser.cookies].map(([name, { value }]) => [name, value] as const)
    const forms =
      browser.page?.forms.flatMap(({ fields }) => fields.map(({ name, value }) => [name, value] as const)) ?? []
    const tables = await provider.rows<{ name: string }>(
      "SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS name FROM information_schema.tables WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')",
    )
    for (const [name, secret] of [...Object.entries(secrets), ...cookies, ...forms]) {
      // The middle part, because a log may show a prefix or the last four characters.
      const middle = secret.length > 24 ? secret.slice(10, -6) : secret
      expect([name, watched.logs().includes(middle)]).toEqual([name, false])
      for (const table of tables) {
        const found = await provider.rows(
          `SELECT FROM ${table.name} t WHERE position($1 IN t::text) > 0 OR position(encode(convert_to($1, 'UTF8'), 'hex') IN t::text) > 0 LIMIT 1`,
          [middle],
        )
        expect([name, table.name, found.length]).toEqual([name, table.name, 0])
      }
    }
  } finally {
    await watched.stop()
    await provider.close()
  }
})
