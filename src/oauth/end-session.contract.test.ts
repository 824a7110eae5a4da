import { decodeJwt } from "jose"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { LANES } from "@/testing/fixtures/lane"
import type { TestApp } from "@/testing/fixtures/oauth-apps"
import type { Page, ScriptlessBrowser } from "@/testing/fixtures/oauth-browser"
import { unescapeHtml } from "@/testing/fixtures/oauth-form"
import { signAsProvider } from "@/testing/fixtures/oauth-keys"
import { OauthProvider, type Parameters, type TestPerson } from "@/testing/fixtures/oauth-provider"

// OpenID Connect RP-Initiated Logout: an app signs its own user out; in doubtful cases the user is asked.

const GOODBYE = "https://shop-sync.example/goodbye"

describe.each(LANES)("signing out, on the %s lane", (lane) => {
  let provider: OauthProvider
  let app: TestApp
  let person: TestPerson
  let browser: ScriptlessBrowser
  let hint: string

  beforeAll(async () => {
    provider = await OauthProvider.lease(lane)
    app = await provider.app({ postLogout: [GOODBYE, `${GOODBYE}?from=haat`] })
  })
  afterAll(() => provider.close())
  beforeEach(async () => {
    person = await provider.person()
    browser = provider.browser()
    hint = (await provider.obtainTokens(browser, person, app)).id_token ?? ""
  })

  const url = (parameters: Parameters): string =>
    `/oauth/end_session?${new URLSearchParams(Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined)).toString()}`
  const signedIn = async (): Promise<boolean> =>
    (await browser.goto(provider.authorizeUrl(app, { prompt: "none" }))).externalRedirect?.searchParams.has("code") ??
    false
  const expectAsked = (page: Page): void => {
    expect([page.status, page.externalRedirect, page.forms[0]?.method]).toEqual([200, null, "POST"])
    expect(page.headers.get("content-type")).toMatch(/^text\/html/)
    expect(page.headers.get("cache-control")).toContain("no-store")
    expect(page.headers.get("x-frame-options")).toBe("DENY")
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'")
    expect(page.html).not.toMatch(/<script|\son\w+=/i)
  }
  /** Asserts what holds in doubtful cases: no redirect, and still signed in until the user confirms. */
  const expectAskedFirst = async (parameters: Parameters): Promise<void> => {
    expectAsked(await browser.goto(url(parameters)))
    expect(await signedIn()).toBe(true)
    const { pathname, search } = new URL(url(parameters), provider.url)
    expectAsked(await browser.goto(pathname, { method: "POST", body: new URLSearchParams(search) }))
    expect(await signedIn()).toBe(true)
  }

  test.each(["GET", "POST"])(
    "by %s with a hint and a registered URL ends the session and redirects there with the state",
    async (method) => {
      const parameters = { id_token_hint: hint, post_logout_redirect_uri: GOODBYE, state: `s +&"<é>` }
      const page =
        method === "GET"
          ? await browser.goto(url(parameters))
          : await browser.goto("/oauth/end_session", { method, body: new URLSearchParams(parameters) })
      expect([
        page.externalRedirect && page.externalRedirect.origin + page.externalRedirect.pathname,
        page.externalRedirect?.searchParams.get("state"),
        page.status,
      ]).toEqual([GOODBYE, parameters.state, method === "GET" ? 302 : 303])
      expect(await signedIn()).toBe(false)
      expect(
        await provider.rows("SELECT FROM session WHERE account_id = $1 AND revoked_at IS NULL", [person.id]),
      ).toEqual([])
    },
  )

  test("adds no state parameter, and keeps the query of the registered URL", async () => {
    const page = await browser.goto(
      url({ id_token_hint: hint, post_logout_redirect_uri: `${GOODBYE}?from=haat`, client_id: app.clientId }),
    )
    expect(page.externalRedirect?.href).toBe(`${GOODBYE}?from=haat`)
  })

  test("with an expired hint works too", async () => {
    const expired = await signAsProvider(provider, { ...decodeJwt(hint), iat: 1_600_000_000, exp: 1_600_003_600 })
    expect(
      (await browser.goto(url({ id_token_hint: expired, post_logout_redirect_uri: GOODBYE }))).externalRedirect?.href,
    ).toBe(GOODBYE)
    expect(await signedIn()).toBe(false)
  })

  test("with a hint alone ends the session without a redirect", async () => {
    const page = await browser.goto(url({ id_token_hint: hint }))
    expect([page.status, page.externalRedirect]).toEqual([200, null])
    expect(await signedIn()).toBe(false)
  })

  test("without a session still redirects to the app", async () => {
    await browser.goto(url({ id_token_hint: hint }))
    expect(
      (await browser.goto(url({ id_token_hint: hint, post_logout_redirect_uri: GOODBYE, state: "s" }))).externalRedirect
        ?.href,
    ).toBe(`${GOODBYE}?state=s`)
  })

  const doubtful: [string, () => Parameters][] = [
    ["without parameters", () => ({})],
    ["without a hint", () => ({ post_logout_redirect_uri: GOODBYE, state: "s" })],
    [
      "without a hint, but with a client_id",
      () => ({ post_logout_redirect_uri: GOODBYE, client_id: app.clientId, state: "s" }),
    ],
    ["with a malformed hint", () => ({ id_token_hint: "junk", post_logout_redirect_uri: GOODBYE })],
    [
      "with an invalid signature on the hint",
      () => ({ id_token_hint: `${hint.slice(0, -6)}AAAAAA`, post_logout_redirect_uri: GOODBYE }),
    ],
    [
      "with an unsigned hint",
      () => ({
        id_token_hint: `${Buffer.from('{"alg":"none"}').toString("base64url")}.${hint.split(".")[1]}.`,
        post_logout_redirect_uri: GOODBYE,
      }),
    ],
    [
      "with a client_id that differs from the hint's",
      () => ({
        id_token_hint: hint,
        client_id: "haat_client_000000000000000000000000",
        post_logout_redirect_uri: GOODBYE,
      }),
    ],
    ["with an unregistered URL", () => ({ id_token_hint: hint, post_logout_redirect_uri: "https://evil.example/" })],
    ["with a redirect_uri as the URL", () => ({ id_token_hint: hint, post_logout_redirect_uri: app.redirectUri })],
    ["with a trailing slash added", () => ({ id_token_hint: hint, post_logout_redirect_uri: `${GOODBYE}/` })],
    ["with a query added", () => ({ id_token_hint: hint, post_logout_redirect_uri: `${GOODBYE}?x=1` })],
    ["with a fragment added", () => ({ id_token_hint: hint, post_logout_redirect_uri: `${GOODBYE}#x` })],
    [
      "with the host in capitals",
      () => ({ id_token_hint: hint, post_logout_redirect_uri: GOODBYE.replace("shop-sync", "Shop-Sync") }),
    ],
    [
      "with another scheme",
      () => ({ id_token_hint: hint, post_logout_redirect_uri: GOODBYE.replace("https", "http") }),
    ],
    ["with javascript:", () => ({ id_token_hint: hint, post_logout_redirect_uri: "javascript:alert(1)" })],
  ]
  test.each(doubtful)("%s asks for confirmation without a redirect", async (_, parameters) => {
    await expectAskedFirst(parameters())
  })

  test("with a duplicate URL or another app's URL asks for confirmation", async () => {
    expectAsked(
      await browser.goto(
        `${url({ id_token_hint: hint, post_logout_redirect_uri: GOODBYE })}&post_logout_redirect_uri=${encodeURIComponent(GOODBYE)}`,
      ),
    )
    await provider.app({ postLogout: ["https://other.example/bye"] })
    await expectAskedFirst({ id_token_hint: hint, post_logout_redirect_uri: "https://other.example/bye" })
  })

  test.each(["GET", "POST"])(
    "by %s with an ID token but without its session's cookie ends no session",
    async (method) => {
      const parameters = { id_token_hint: hint, post_logout_redirect_uri: GOODBYE }
      const stranger = provider.browser()
      if (method === "GET") await stranger.goto(url(parameters))
      else await stranger.goto("/oauth/end_session", { method, body: new URLSearchParams(parameters) })
      await stranger.goto(url({ id_token_hint: hint }))
      expect(await signedIn()).toBe(true)
      expect(
        await provider.rows("SELECT FROM session WHERE account_id = $1 AND revoked_at IS NOT NULL", [person.id]),
      ).toEqual([])
    },
  )

  test("with the hint of an earlier session asks for confirmation, and then redirects to the app", async () => {
    await browser.goto(provider.authorizeUrl(app, { prompt: "login" }))
    await provider.signIn(browser, person)
    await expectAskedFirst({ id_token_hint: hint, post_logout_redirect_uri: GOODBYE, state: "s" })
    const page = await browser.goto(url({ id_token_hint: hint, post_logout_redirect_uri: GOODBYE, state: "s" }))
    expect(page.headers.get("content-security-policy")).toContain("form-action 'self' https://shop-sync.example;")
    expect((await browser.submit({ press: "sign-out" })).externalRedirect?.href).toBe(`${GOODBYE}?state=s`)
    expect(await signedIn()).toBe(false)
  })

  test("with the hint of a removed app asks for confirmation", async () => {
    await provider.rows("UPDATE oauth_grant SET revoked_at = now() WHERE account_id = $1", [person.id])
    expectAsked(await browser.goto(url({ id_token_hint: hint, post_logout_redirect_uri: GOODBYE })))
    expect(
      await provider.rows("SELECT FROM session WHERE account_id = $1 AND revoked_at IS NULL", [person.id]),
    ).toHaveLength(1)
  })

  test("by the app's form, which is sent without the cookie, ends the session after a same-site redirect", async () => {
    const parameters = { id_token_hint: hint, post_logout_redirect_uri: GOODBYE, state: "s" }
    const response = await fetch(`${provider.url}/oauth/end_session`, {
      method: "POST",
      body: new URLSearchParams(parameters),
      redirect: "manual",
    })
    const location = response.headers.get("location") ?? ""
    expect([
      response.status,
      location.startsWith("/oauth/end_session?"),
      location.includes(hint.split(".")[2] ?? ""),
    ]).toEqual([303, true, false])
    expect((await browser.goto(location)).externalRedirect?.href).toBe(`${GOODBYE}?state=s`)
    expect(await signedIn()).toBe(false)
    for (const forged of [`${location}x`, location.slice(0, -8), "/oauth/end_session?request=x"])
      expect((await browser.goto(forged)).externalRedirect).toBeNull()
  })

  const wrong: [string, () => Parameters, RegExp][] = [
    ["an invalid hint", () => ({ id_token_hint: "junk", client_id: app.clientId }), /ID token was not issued to it/],
    [
      "an unregistered URL",
      () => ({ id_token_hint: hint, post_logout_redirect_uri: "https://evil.example/" }),
      /not registered/,
    ],
    [
      "a URL without a hint",
      () => ({ client_id: app.clientId, post_logout_redirect_uri: GOODBYE }),
      /no ID token to prove/,
    ],
  ]
  test.each(wrong)(
    "with %s explains the problem and names the app, with or without a session",
    async (_, parameters, words) => {
      const { pathname, search } = new URL(url(parameters()), provider.url)
      for (const someone of [browser, provider.browser()]) {
        for (const page of [
          await someone.goto(url(parameters())),
          await someone.goto(pathname, { method: "POST", body: new URLSearchParams(search) }),
        ]) {
          const text = unescapeHtml(page.html.replaceAll(/<[^>]*>/g, " "))
          expect(page.externalRedirect).toBeNull()
          expect(text).toMatch(words)
          expect(text).toContain(app.name)
          expect(text).not.toContain("evil.example")
        }
      }
      expect(await signedIn()).toBe(true)
    },
  )

  test("with the hint of another person asks for confirmation", async () => {
    const other = (await provider.obtainTokens(provider.browser(), await provider.person(), app)).id_token
    await expectAskedFirst({ id_token_hint: other, post_logout_redirect_uri: GOODBYE })
  })

  test("ends the session only after the person confirms", async () => {
    await browser.goto(url({}))
    await browser.submit({ press: "stay" })
    expect(await signedIn()).toBe(true)
    await browser.goto(url({ post_logout_redirect_uri: "https://evil.example/", state: "s" }))
    const page = await browser.submit({ press: "sign-out" })
    expect([page.externalRedirect, page.html.includes("evil.example")]).toEqual([null, false])
    expect(page.responses.every(({ status, method }) => method === "GET" || status === 303 || status === 200)).toBe(
      true,
    )
    expect(await signedIn()).toBe(false)
  })

  test("by another site's form, which is sent without the cookie, asks for confirmation", async () => {
    const response = await fetch(`${provider.url}/oauth/end_session`, {
      method: "POST",
      body: new URLSearchParams({ ui_locales: "hi" }),
      redirect: "manual",
    })
    expect([response.status, response.headers.get("location"), response.headers.getSetCookie()]).toEqual([
      303,
      "/oauth/end_session?ui_locales=hi",
      [],
    ])
    const page = await browser.goto(response.headers.get("location") ?? "")
    expectAsked(page)
    expect(page.html).toContain('<html lang="hi"')
    expect(await signedIn()).toBe(true)
  })

  test("cannot be confirmed by another site", async () => {
    const page = await browser.goto(url({}))
    const form = page.forms[0]
    if (!form) throw new Error("there is no form")
    const others = (await (await provider.signedInBrowser(await provider.person(), app)).goto(url({}))).forms[0]
    const withToken = (value: string | null) => ({
      ...form,
      fields: form.fields.flatMap((field) => (value === null ? [] : [{ ...field, value }])),
    })
    for (const forged of [withToken(null), withToken(""), withToken(others?.fields[0]?.value ?? "")]) {
      await browser.submit({ press: "sign-out" }, forged).catch(() => undefined)
      expect(await signedIn()).toBe(true)
      browser.page = page
    }
  })

  test("escapes HTML in its parameters", async () => {
    const evil = `"><img src=x onerror=alert(1)>`
    const page = await browser.goto(
      url({
        state: evil,
        post_logout_redirect_uri: evil,
        client_id: evil,
        id_token_hint: evil,
        logout_hint: evil,
        ui_locales: evil,
      }),
    )
    expectAsked(page)
    expect(page.html).not.toContain("<img src=x")
  })

  test.each(["hi", "mai"])("uses the language %s of ui_locales on every page", async (locale) => {
    const spoken = new RegExp(`<html[^>]* lang="${locale}`)
    expect((await browser.goto(url({ ui_locales: locale }))).html).toMatch(spoken)
    const page = await browser.submit({ press: "sign-out" })
    expect(await signedIn()).toBe(false)
    expect(page.html).toMatch(spoken)
  })

  test("forbids caching, framing and referrers", async () => {
    const confirmationPage = await browser.goto(url({}))
    const done = await browser.submit({ press: "sign-out" })
    for (const { headers } of [confirmationPage, done]) {
      expect([headers.get("cache-control"), headers.get("referrer-policy"), headers.get("x-frame-options")]).toEqual([
        "no-store",
        "no-referrer",
        "DENY",
      ])
      expect(headers.get("content-security-policy")).toMatch(/form-action 'self'; frame-ancestors 'none'/)
    }
  })

  test("keeps the app's tokens and the person's consent", async () => {
    const tokens = await provider.obtainTokens(browser, person, app)
    await browser.goto(url({ id_token_hint: hint, post_logout_redirect_uri: GOODBYE }))
    expect(await provider.isTokenActive(tokens.access_token)).toBe(true)
    await browser.goto(provider.authorizeUrl(app))
    expect((await provider.signIn(browser, person)).externalRedirect?.searchParams.has("code")).toBe(true)
  })

  test.each(["PUT", "DELETE"])("rejects %s with 405 and Allow, without CORS headers", async (method) => {
    const { status, headers } = await provider.request("/oauth/end_session", {
      method,
      headers: { origin: "https://evil.example" },
    })
    expect([status, headers.get("allow"), headers.get("access-control-allow-origin")]).toEqual([
      405,
      expect.stringContaining("POST"),
      null,
    ])
  })
})
