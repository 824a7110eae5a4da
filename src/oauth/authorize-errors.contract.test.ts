import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { LANES } from "@/testing/fixtures/lane"
import { addVersion, CALLBACK, type TestApp } from "@/testing/fixtures/oauth-apps"
import type { Page, ScriptlessBrowser } from "@/testing/fixtures/oauth-browser"
import {
  codeChallenge,
  createVerifier,
  OauthProvider,
  type Parameters,
  type TestPerson,
} from "@/testing/fixtures/oauth-provider"

// Which errors must show a page, which must return to the app, and what is not an error.

const STATE = `a b+c&d=é"<i>%25</i>'~`

describe.each(LANES)("errors at /oauth/authorize, on the %s lane", (lane) => {
  let provider: OauthProvider
  let app: TestApp
  let publicApp: TestApp
  let person: TestPerson
  let browser: ScriptlessBrowser

  beforeAll(async () => {
    provider = await OauthProvider.lease(lane)
    app = await provider.app({ required: ["openid", "profile"], optional: ["orders.read"] })
    publicApp = await provider.app({ type: "public" })
    person = await provider.person()
    browser = await provider.signedInBrowser(person, app, { scope: "openid profile" })
  })
  afterAll(() => provider.close())

  const expectPage = (page: Page): void => {
    expect([page.url, page.externalRedirect?.href, page.status]).toEqual([page.url, undefined, 400])
    expect(page.responses.map(({ status }) => status)).toEqual([400])
    expect(page.headers.get("content-type")).toMatch(/^text\/html/)
    expect(page.headers.get("location")).toBeNull()
    expectClosed(page.headers)
  }

  const expectClosed = (headers: Headers): void => {
    expect(headers.get("cache-control")).toContain("no-store")
    expect(headers.get("referrer-policy")).toBe("no-referrer")
    expect(headers.get("x-frame-options")).toBe("DENY")
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'")
    expect(headers.get("access-control-allow-origin")).toBeNull()
    expect(headers.get("x-request-id")).toMatch(/^[A-Za-z0-9_-]{8,128}$/)
  }

  const both = async (url: string): Promise<Page[]> => {
    const { pathname, searchParams } = new URL(url)
    return [await browser.goto(url), await browser.goto(pathname, { method: "POST", body: searchParams })]
  }

  describe("are shown as a page without a redirect", () => {
    const cases: [string, Parameters][] = [
      ["without a client_id", { client_id: undefined }],
      ["with an empty client_id", { client_id: "" }],
      ["with an unknown client_id", { client_id: "haat_client_000000000000000000000000" }],
      ["with a NUL in the client_id", { client_id: "haat_client_\0" }],
      ["without a redirect_uri", { redirect_uri: undefined }],
      ["with an empty redirect_uri", { redirect_uri: "" }],
      ["with a malformed redirect_uri", { redirect_uri: "no uri" }],
      ["with a redirect_uri that is not registered", { redirect_uri: "https://evil.example/callback" }],
    ]
    test.each(cases)("%s", async (_, parameters) => {
      for (const page of await both(provider.authorizeUrl(app, parameters))) expectPage(page)
      for (const page of await both(provider.authorizeUrl(app, { ...parameters, prompt: "none" }))) expectPage(page)
    })

    test.each(["client_id", "redirect_uri"])("with a duplicate %s, even of the same value", async (name) => {
      for (const more of ["", "&prompt=none"]) {
        const url = new URL(provider.authorizeUrl(app) + more)
        url.searchParams.append(name, url.searchParams.get(name) ?? "")
        for (const page of await both(url.href)) expectPage(page)
      }
    })

    test("for a deleted app", async () => {
      const deleted = await provider.app()
      await provider.rows("UPDATE oauth_app SET deleted_at = now() WHERE id = $1", [deleted.id])
      for (const page of await both(provider.authorizeUrl(deleted))) expectPage(page)
    })

    test("for a suspended app, even to its owner", async () => {
      const suspended = await provider.app({ owner: person.id })
      await provider.rows("UPDATE oauth_app SET suspended_at = now() WHERE id = $1", [suspended.id])
      for (const page of await both(provider.authorizeUrl(suspended))) expectPage(page)
      for (const page of await both(provider.authorizeUrl(suspended, { prompt: "none" }))) expectPage(page)
    })

    test("for a POST without its parameters in a form", async () => {
      const { pathname, search, searchParams } = new URL(provider.authorizeUrl(app))
      const requests: [string, string, string][] = [
        [pathname, "application/json", JSON.stringify(Object.fromEntries(searchParams))],
        [pathname, "text/plain", searchParams.toString()],
        [
          pathname,
          "multipart/form-data; boundary=x",
          '--x\r\nContent-Disposition: form-data; name="client_id"\r\n\r\nx\r\n--x--',
        ],
        [pathname + search, "application/x-www-form-urlencoded", ""],
      ]
      for (const [path, type, body] of requests) {
        const { status, headers } = await fetch(provider.url + path, {
          method: "POST",
          redirect: "manual",
          headers: { "content-type": type },
          body,
        })
        expect([type, status, headers.get("location")]).toEqual([type, 400, null])
        expect(headers.get("content-type")).toMatch(/^text\/html/)
        expectClosed(headers)
      }
    })

    test("with an unregistered redirect_uri and other invalid parameters", async () => {
      for (const wrong of [{ response_type: "token" }, { scope: "nothing" }, { request: "x" }]) {
        expectPage(await browser.goto(provider.authorizeUrl(app, { redirect_uri: "https://evil.example/", ...wrong })))
      }
    })
  })

  describe("for an app that is not approved", () => {
    test.each(["draft", "in_review", "changes_requested"] as const)(
      "(%s) are shown to everyone but its owner and verified testers",
      async (status) => {
        const unapproved = await provider.app({ status, owner: (await provider.person()).id })
        for (const page of await both(provider.authorizeUrl(unapproved))) expectPage(page)
        for (const page of await both(provider.authorizeUrl(unapproved, { prompt: "none" }))) expectPage(page)
        await provider.rows(
          "INSERT INTO oauth_app_tester (app_id, email) SELECT $1, email FROM account WHERE id = $2",
          [unapproved.id, person.id],
        )
        await provider.rows("UPDATE account SET email_verified_at = NULL WHERE id = $1", [person.id])
        for (const page of await both(provider.authorizeUrl(unapproved))) expectPage(page)
        await provider.rows("UPDATE account SET email_verified_at = now() WHERE id = $1", [person.id])
        expect((await provider.code(browser, person, unapproved)).code).toMatch(/^haat_ac_/)
        const own = await provider.app({ status, owner: person.id })
        expect((await provider.code(browser, person, own)).code).toMatch(/^haat_ac_/)
      },
    )

    test("do not redirect anyone who is not signed in as its owner or a tester", async () => {
      const unapproved = await provider.app({ status: "draft", owner: person.id })
      const stranger = provider.browser()
      expectPage(await stranger.goto(provider.authorizeUrl(unapproved, { prompt: "none" })))
      const openedPage = await stranger.goto(provider.authorizeUrl(unapproved))
      expect(openedPage.externalRedirect).toBeNull()
      if (openedPage.status !== 200) return
      const page = await provider.signIn(stranger, await provider.person())
      expect([page.status, page.externalRedirect]).toEqual([400, null])
    })

    test("a version in review does not affect the approved one", async () => {
      const live = await provider.app()
      await addVersion(provider.lane.marketplace, live, {
        status: "in_review",
        redirectUris: ["https://new.example/callback"],
        required: ["openid", "email"],
      })
      expect((await provider.code(browser, person, live)).code).toMatch(/^haat_ac_/)
      expectPage(await browser.goto(provider.authorizeUrl(live, { redirect_uri: "https://new.example/callback" })))
      expect(errorOf(await browser.goto(provider.authorizeUrl(live, { scope: "openid email" })))).toBe("invalid_scope")
    })
  })

  const errorOf = (page: Page): string | null => page.externalRedirect?.searchParams.get("error") ?? null

  const expectBack = (page: Page, error: string, state: string | null = STATE): void => {
    expect([
      page.externalRedirect && page.externalRedirect.origin + page.externalRedirect.pathname,
      errorOf(page),
      page.status,
    ]).toEqual([CALLBACK, error, page.responses[0]?.method === "POST" ? 303 : 302])
    expect(page.externalRedirect?.searchParams.get("state")).toBe(state)
    expect(page.externalRedirect?.searchParams.get("iss")).toBe(provider.url)
    expect(page.externalRedirect?.searchParams.has("code")).toBe(false)
    expect(page.externalRedirect?.hash).toBe("")
    expect(page.headers.get("cache-control")).toContain("no-store")
    expect(page.headers.get("referrer-policy")).toBe("no-referrer")
  }

  describe("redirect to the app with state and iss:", () => {
    const cases: [string, string, Parameters][] = [
      ["no response_type", "invalid_request", { response_type: undefined }],
      ["an empty response_type", "invalid_request", { response_type: "" }],
      ["response_type token", "unsupported_response_type", { response_type: "token" }],
      ["response_type id_token", "unsupported_response_type", { response_type: "id_token" }],
      ["response_type code id_token", "unsupported_response_type", { response_type: "code id_token" }],
      ["no known scope", "invalid_scope", { scope: "nothing address" }],
      ["a scope that the app may not request", "invalid_scope", { scope: "openid email" }],
      ["a scope that no app may request", "invalid_scope", { scope: "openid webhooks.manage" }],
      ["prompt none with another value", "invalid_request", { prompt: "none login" }],
      ["another prompt value with none", "invalid_request", { prompt: "consent none" }],
      ["a request object", "request_not_supported", { request: "eyJhbGciOiJub25lIn0.e30." }],
      ["a request_uri", "request_uri_not_supported", { request_uri: "https://shop-sync.example/request" }],
      ["registration", "registration_not_supported", { registration: "{}" }],
      ["response_mode form_post", "invalid_request", { response_mode: "form_post" }],
      ["response_mode fragment", "invalid_request", { response_mode: "fragment" }],
      ["a challenge without a method", "invalid_request", { code_challenge: codeChallenge(createVerifier()) }],
      [
        "PKCE plain",
        "invalid_request",
        { code_challenge: codeChallenge(createVerifier()), code_challenge_method: "plain" },
      ],
      [
        "S256 in another case",
        "invalid_request",
        { code_challenge: codeChallenge(createVerifier()), code_challenge_method: "s256" },
      ],
      [
        "a challenge of 42 characters",
        "invalid_request",
        { code_challenge: codeChallenge(createVerifier()).slice(1), code_challenge_method: "S256" },
      ],
      [
        "a challenge of 44 characters",
        "invalid_request",
        { code_challenge: `${codeChallenge(createVerifier())}A`, code_challenge_method: "S256" },
      ],
      [
        "a challenge with padding",
        "invalid_request",
        { code_challenge: `${codeChallenge(createVerifier()).slice(1)}=`, code_challenge_method: "S256" },
      ],
      [
        "a challenge in plain base64",
        "invalid_request",
        { code_challenge: `+/${codeChallenge(createVerifier()).slice(2)}`, code_challenge_method: "S256" },
      ],
      ["claims that are not JSON", "invalid_request", { claims: "{" }],
      ["a negative max_age", "invalid_request", { max_age: "-1" }],
    ]
    test.each(cases)("%s is %s", async (_, error, parameters) => {
      for (const page of await both(provider.authorizeUrl(app, { state: STATE, ...parameters })))
        expectBack(page, error)
      expectBack(await provider.browser().goto(provider.authorizeUrl(app, { state: STATE, ...parameters })), error)
      expectBack(await browser.goto(provider.authorizeUrl(app, { ...parameters, state: undefined })), error, null)
    })

    const withoutChallenge: [string, Parameters][] = [
      ["no challenge", {}],
      ["only a method", { code_challenge_method: "S256" }],
      ["an empty challenge", { code_challenge: "", code_challenge_method: "S256" }],
    ]
    test.each(withoutChallenge)("%s from a public client is invalid_request", async (_, parameters) => {
      for (const page of await both(provider.authorizeUrl(publicApp, { state: STATE, ...parameters })))
        expectBack(page, "invalid_request")
    })

    test("no challenge is invalid_request for a confidential client that requires PKCE", async () => {
      const strict = await provider.app({ pkceRequired: true })
      expectBack(await browser.goto(provider.authorizeUrl(strict, { state: STATE })), "invalid_request")
    })

    test.each([
      "response_type",
      "scope",
      "nonce",
      "prompt",
      "max_age",
      "display",
      "code_challenge",
      "code_challenge_method",
      "claims",
      "ui_locales",
      "login_hint",
    ])("%s twice is invalid_request", async (name) => {
      const url = new URL(provider.authorizeUrl(app, { state: STATE }))
      const value = url.searchParams.get(name) ?? "1"
      url.searchParams.delete(name)
      url.searchParams.append(name, value)
      url.searchParams.append(name, value)
      for (const page of await both(url.href)) expectBack(page, "invalid_request")
    })

    test("state twice is invalid_request", async () => {
      for (const page of await both(`${provider.authorizeUrl(app)}&state=another`))
        expect([page.externalRedirect?.origin, errorOf(page)]).toEqual([new URL(CALLBACK).origin, "invalid_request"])
    })

    test("a denied consent is access_denied", async () => {
      const consentPage = await browser.goto(provider.authorizeUrl(app, { state: STATE, prompt: "consent" }))
      expect(consentPage.status).toBe(200)
      const page = await browser.submit({ press: "deny" })
      expect([
        errorOf(page),
        page.externalRedirect?.searchParams.get("state"),
        page.externalRedirect?.searchParams.get("iss"),
        page.status,
      ]).toEqual(["access_denied", STATE, provider.url, 303])
    })

    test("the query of a registered redirect_uri is kept", async () => {
      const queried = await provider.app({ redirectUris: ["https://shop-sync.example/callback?tenant=7"] })
      const { externalRedirect } = await browser.goto(provider.authorizeUrl(queried, { scope: "nothing" }))
      expect([
        externalRedirect?.searchParams.get("tenant"),
        externalRedirect?.searchParams.get("error"),
        externalRedirect?.searchParams.get("state"),
      ]).toEqual(["7", "invalid_scope", "a state"])
    })
  })

  describe("are not caused by", () => {
    const cases: [string, Parameters][] = [
      ["unknown parameters", { extra: "foobar", resource: "https://api.example" }],
      ["unknown scopes", { scope: "openid address phone nothing Profile" }],
      ["offline_access", { scope: "offline_access openid" }],
      ["display", { display: "popup" }],
      ["ui_locales", { ui_locales: "se fr hi" }],
      ["claims_locales", { claims_locales: "se" }],
      ["acr_values", { acr_values: "1 2" }],
      ["login_hint", { login_hint: "asha@example.in" }],
      ["no nonce", { nonce: undefined }],
      ["no state", { state: undefined }],
      ["scopes in another order", { scope: "profile openid" }],
      ["a scope twice", { scope: "openid profile openid" }],
      ["response_mode query", { response_mode: "query" }],
      ["parameters without a value", { display: "", prompt: "", max_age: "", request: "", claims: "" }],
    ]
    test.each(cases)("%s", async (_, parameters) => {
      for (const page of await both(provider.authorizeUrl(app, parameters))) {
        expect([errorOf(page), page.externalRedirect?.searchParams.get("code")]).toEqual([
          null,
          expect.stringMatching(/^haat_ac_[0-9A-Za-z]{36}$/),
        ])
        expect(page.externalRedirect?.searchParams.get("iss")).toBe(provider.url)
        expect(page.externalRedirect?.searchParams.has("state")).toBe(!("state" in parameters))
      }
    })

    test("a valid id_token_hint", async () => {
      const { id_token } = await provider.obtainTokens(browser, person, app, { scope: "openid profile" })
      expect((await provider.code(browser, person, app, { id_token_hint: id_token })).code).toMatch(/^haat_ac_/)
    })

    test("no challenge from a confidential client that does not require PKCE", async () => {
      const { externalRedirect } = await browser.goto(provider.authorizeUrl(app))
      expect(externalRedirect?.searchParams.get("code")).toMatch(/^haat_ac_/)
    })
  })

  test.each(["PUT", "DELETE", "PATCH"])("%s gets 405 with Allow", async (method) => {
    const { status, headers } = await fetch(provider.authorizeUrl(app), { method })
    expect(status).toBe(405)
    expect(headers.get("allow")?.split(", ")).toEqual(expect.arrayContaining(["GET", "POST"]))
  })

  test("no other origin may read the response", async () => {
    for (const method of ["GET", "OPTIONS"]) {
      const { headers } = await fetch(provider.authorizeUrl(app, { scope: "nothing" }), {
        method,
        redirect: "manual",
        headers: { origin: "https://evil.example", "access-control-request-method": "GET" },
      })
      expect(headers.get("access-control-allow-origin")).toBeNull()
    }
  })

  test("the sign-in page forbids caching, framing and referrers too", async () => {
    const page = await provider.browser().goto(provider.authorizeUrl(app))
    expect(page.status).toBe(200)
    expectClosed(page.headers)
  })
})
