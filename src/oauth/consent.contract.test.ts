import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { LANES } from "@/testing/fixtures/lane"
import { addVersion, type AppOptions, type TestApp } from "@/testing/fixtures/oauth-apps"
import type { Page, ScriptlessBrowser } from "@/testing/fixtures/oauth-browser"
import { unescapeHtml } from "@/testing/fixtures/oauth-form"
import {
  codeChallenge,
  createVerifier,
  OauthProvider,
  type Parameters,
  type TestPerson,
} from "@/testing/fixtures/oauth-provider"

// What the consent page shows, and that an app gets only what was shown and allowed.

describe.each(LANES)("consent, on the %s lane", (lane) => {
  let provider: OauthProvider
  beforeAll(async () => {
    provider = await OauthProvider.lease(lane)
  })
  afterAll(() => provider.close())

  const ALL: AppOptions = { required: ["openid", "profile.read"], optional: ["email", "orders.read"] }
  const EVERYTHING = "openid profile.read email orders.read"

  /** A user on the consent page of an app. */
  const openConsent = async (
    options: AppOptions = ALL,
    parameters: Parameters = { scope: EVERYTHING },
    newPerson = () => provider.person(),
  ): Promise<{ person: TestPerson; app: TestApp; browser: ScriptlessBrowser; page: Page }> => {
    const [person, app, browser] = [await newPerson(), await provider.app(options), provider.browser()]
    await browser.goto(provider.authorizeUrl(app, parameters))
    const page = await provider.signIn(browser, person)
    expect([page.status, page.externalRedirect, page.html.includes('id="allow"')]).toEqual([200, null, true])
    return { person, app, browser, page }
  }
  /** A person with a store. */
  const sellerPerson = async (status: "approved" | "suspended" = "approved"): Promise<TestPerson> => {
    const person = await provider.person()
    await provider.lane.marketplace.store(`Store of ${person.id}`, { owner: person.id, status })
    return person
  }
  const scopeOf = async (app: TestApp, page: Page): Promise<string[]> => {
    const { json } = await provider.exchange(app, { code: page.externalRedirect?.searchParams.get("code") ?? "" })
    const [row] = await provider.rows<{ scopes: string[] }>(
      "SELECT t.scopes FROM oauth_access_token t JOIN oauth_grant g ON g.id = t.grant_id WHERE g.app_id = $1 ORDER BY t.created_at DESC LIMIT 1",
      [app.id],
    )
    if (json.scope !== undefined) expect(json.scope.split(" ").sort()).toEqual([...(row?.scopes ?? [])].sort())
    return [...(row?.scopes ?? [])].sort()
  }
  const grants = async (app: TestApp): Promise<string[][]> =>
    (
      await provider.rows<{ scopes: string[] }>(
        "SELECT scopes FROM oauth_grant WHERE app_id = $1 AND revoked_at IS NULL",
        [app.id],
      )
    ).map(({ scopes }) => [...scopes].sort())
  const isConsent = (page: Page): boolean => page.externalRedirect === null && page.html.includes('id="allow"')
  const boxes = (page: Page) =>
    page.forms.flatMap(({ fields }) => fields).filter(({ type, name }) => type === "checkbox" && name === "scope")
  const consentForm = (page: Page) => {
    const form = page.forms.find(({ buttons }) => buttons.some(({ id }) => id === "allow"))
    if (!form) throw new Error("there is no consent form")
    return form
  }

  test("shows the app, its developer, the person, each scope and the redirect host", async () => {
    const { person, app, page } = await openConsent()
    const text = unescapeHtml(page.html.replaceAll(/<[^>]*>/g, " "))
    for (const words of [
      app.name,
      "Dev Mishra",
      person.email,
      new URL(app.redirectUri).host,
      "So that orders.read works.",
    ])
      expect(text).toContain(words)
    expect(consentForm(page).method).toBe("POST")
    expect(consentForm(page).buttons.map(({ id, name, value }) => [id, name, value])).toEqual(
      expect.arrayContaining([
        ["allow", "decision", "allow"],
        ["deny", "decision", "deny"],
      ]),
    )
    expect(page.html).not.toMatch(/<script|\son\w+=/i)
  })

  test("highlights that orders contain an address and a phone number", async () => {
    const { page } = await openConsent()
    const standOut = [...page.html.matchAll(/<li\b.*?<\/li>/g)].flatMap(([item]) =>
      [...item.matchAll(/<strong\b[^>]*>(.*?)<\/strong>/g)].map(([, words = ""]) => unescapeHtml(words)),
    )
    expect(standOut).toEqual([expect.stringMatching(/orders.*address and phone number/)])
  })

  test("lets the person untick optional scopes but not required ones", async () => {
    const { page } = await openConsent()
    expect(
      boxes(page)
        .map(({ value }) => value)
        .sort(),
    ).toEqual(["email", "orders.read"])
  })

  test("offers only the requested scopes", async () => {
    const { page } = await openConsent(ALL, { scope: "openid profile.read email" })
    expect(boxes(page).map(({ value }) => value)).toEqual(["email"])
    expect(page.html).not.toContain("So that orders.read works.")
  })

  test("grants the allowed scopes, and does not ask for them again", async () => {
    const { app, browser, person } = await openConsent()
    const page = await browser.submit({ press: "allow", fill: { scope: ["email", "orders.read"] } })
    expect(page.status).toBe(303)
    expect(await scopeOf(app, page)).toEqual(["email", "openid", "orders.read", "profile.read"])
    for (const scope of [EVERYTHING, "openid profile.read", "orders.read openid profile.read"]) {
      expect(
        (await browser.goto(provider.authorizeUrl(app, { scope }))).externalRedirect?.searchParams.get("code"),
      ).toMatch(/^haat_ac_/)
    }
    const elsewhere = provider.browser()
    await elsewhere.goto(provider.authorizeUrl(app, { scope: EVERYTHING }))
    expect((await provider.signIn(elsewhere, person)).externalRedirect?.searchParams.get("code")).toMatch(/^haat_ac_/)
    expect(await grants(app)).toHaveLength(1)
  })

  test("issues only the requested scopes, even if the grant has more", async () => {
    const { app, browser } = await openConsent()
    await browser.submit({ press: "allow", fill: { scope: ["email", "orders.read"] } })
    expect(
      await scopeOf(app, await browser.goto(provider.authorizeUrl(app, { scope: "openid profile.read" }))),
    ).toEqual(["openid", "profile.read"])
    expect(await grants(app)).toEqual([["email", "openid", "orders.read", "profile.read"]])
  })

  test("omits unticked scopes from the grant and from the token's scope", async () => {
    const { app, browser } = await openConsent()
    const page = await browser.submit({ press: "allow", fill: { scope: ["email"] } })
    const { json } = await provider.exchange(app, { code: page.externalRedirect?.searchParams.get("code") ?? "" })
    expect(json.scope?.split(" ").sort()).toEqual(["email", "openid", "profile.read"])
    const orders = await provider.request("/v1/orders", { headers: { authorization: `Bearer ${json.access_token}` } })
    expect(orders.status).toBe(403)
    expect(await grants(app)).toEqual([["email", "openid", "profile.read"]])
  })

  test("allowing without a tick shows the page again if no scope is required", async () => {
    const { app, browser } = await openConsent(ALL, { scope: "orders.read" })
    const again = await browser.submit({ press: "allow" })
    expect([again.status, isConsent(again), again.html.includes('role="alert"')]).toEqual([200, true, true])
    expect(await grants(app)).toEqual([])
    const page = await browser.submit({ press: "allow", fill: { scope: ["orders.read"] } })
    expect(await scopeOf(app, page)).toEqual(["orders.read"])
  })

  test("does not grant unticked scopes later without asking", async () => {
    const { app, browser } = await openConsent()
    await browser.submit({ press: "allow", fill: { scope: [] } })
    const again = await browser.goto(provider.authorizeUrl(app, { scope: EVERYTHING }))
    if (again.externalRedirect) expect(await scopeOf(app, again)).toEqual(["openid", "profile.read"])
    else expect(isConsent(again)).toBe(true)
  })

  test("asks again for new scopes, and adds them to the grant", async () => {
    const { app, browser } = await openConsent(ALL, { scope: "openid profile.read" })
    await browser.submit({ press: "allow" })
    const page = await browser.goto(provider.authorizeUrl(app, { scope: EVERYTHING }))
    expect(isConsent(page)).toBe(true)
    expect(
      await scopeOf(app, await browser.submit({ press: "allow", fill: { scope: ["email", "orders.read"] } })),
    ).toEqual(["email", "openid", "orders.read", "profile.read"])
  })

  test("denying new scopes keeps the existing grant", async () => {
    const { app, browser } = await openConsent(ALL, { scope: "openid profile.read" })
    await browser.submit({ press: "allow" })
    await browser.goto(provider.authorizeUrl(app, { scope: EVERYTHING }))
    expect((await browser.submit({ press: "deny" })).externalRedirect?.searchParams.get("error")).toBe("access_denied")
    expect(await grants(app)).toEqual([["openid", "profile.read"]])
    expect(
      (
        await browser.goto(provider.authorizeUrl(app, { scope: "openid profile.read" }))
      ).externalRedirect?.searchParams.has("code"),
    ).toBe(true)
  })

  test("denying creates no grant, and the next request asks again", async () => {
    const { app, browser } = await openConsent()
    const page = await browser.submit({ press: "deny" })
    expect([
      page.status,
      page.externalRedirect?.searchParams.get("error"),
      page.externalRedirect?.searchParams.has("code"),
    ]).toEqual([303, "access_denied", false])
    expect(await grants(app)).toEqual([])
    expect(isConsent(await browser.goto(provider.authorizeUrl(app, { scope: EVERYTHING })))).toBe(true)
  })

  test("prompt=consent can remove scopes that were allowed before", async () => {
    const { app, browser } = await openConsent()
    await browser.submit({ press: "allow", fill: { scope: ["email", "orders.read"] } })
    expect(isConsent(await browser.goto(provider.authorizeUrl(app, { scope: EVERYTHING, prompt: "consent" })))).toBe(
      true,
    )
    expect(await scopeOf(app, await browser.submit({ press: "allow", fill: { scope: ["email"] } }))).toEqual([
      "email",
      "openid",
      "profile.read",
    ])
  })

  test("a tampered form grants no more than the page showed", async () => {
    for (const scopes of [
      ["email", "orders.read", "seller.orders.write"],
      ["seller.orders.write"],
      ["catalog.read", "profile"],
    ]) {
      const { app, browser, page } = await openConsent(
        { required: ["openid"], optional: ["email", "orders.read", "catalog.read"] },
        { scope: "openid email orders.read" },
      )
      const form = consentForm(page)
      const fields = [
        ...form.fields.filter(({ name }) => name !== "scope"),
        ...scopes.map((value) => ({ name: "scope", type: "hidden", value, checked: false })),
      ]
      const after = await browser.submit({ press: "allow" }, { ...form, fields })
      const allowed = after.externalRedirect?.searchParams.has("code") ? await scopeOf(app, after) : []
      expect(allowed.filter((scope) => !["openid", "email", "orders.read"].includes(scope))).toEqual([])
      for (const granted of await grants(app))
        expect(granted.filter((scope) => !["openid", "email", "orders.read"].includes(scope))).toEqual([])
    }
  })

  test("the form contains no request parameters", async () => {
    const { app, page } = await openConsent(ALL, { scope: EVERYTHING, nonce: "a-nonce", state: "a-state" })
    const values = consentForm(page).fields.filter(({ type }) => type === "hidden")
    expect(values.length).toBeLessThanOrEqual(2)
    for (const { name, value } of values) {
      for (const part of [app.clientId, app.redirectUri, "a-nonce", "a-state", "openid"])
        expect(`${name}=${value}`).not.toContain(part)
    }
    expect(page.url).not.toContain(app.clientId)
  })

  test("an app that lost a scope after the page was shown does not get it", async () => {
    const { app, browser } = await openConsent()
    await addVersion(provider.lane.marketplace, app, { required: ["openid", "profile.read"], optional: ["email"] })
    const page = await browser.submit({ press: "allow", fill: { scope: ["email", "orders.read"] } })
    if (page.externalRedirect?.searchParams.has("code")) expect(await scopeOf(app, page)).not.toContain("orders.read")
    else expect(page.status === 400 || page.externalRedirect?.searchParams.has("error")).toBe(true)
  })

  test("an app that was suspended or lost its redirect URI after the page was shown gets no grant", async () => {
    const suspended = await openConsent()
    await provider.rows("UPDATE oauth_app SET suspended_at = now() WHERE id = $1", [suspended.app.id])
    const moved = await openConsent()
    await addVersion(provider.lane.marketplace, moved.app, {
      ...ALL,
      redirectUris: ["https://elsewhere.example/callback"],
    })
    for (const { app, browser } of [suspended, moved]) {
      const page = await browser.submit({ press: "allow" })
      expect([page.status, page.externalRedirect]).toEqual([400, null])
      expect(await grants(app)).toEqual([])
    }
  })

  describe("a decision is rejected", () => {
    test("without its own CSRF token", async () => {
      const { app, browser, page } = await openConsent()
      const other = await openConsent()
      const form = consentForm(page)
      const secrets = (from: Page) =>
        consentForm(from).fields.filter(({ type, name }) => type === "hidden" && name !== "interaction")
      const foreign = secrets(other.page)[0]?.value ?? ""
      for (const change of [
        (_: string) => null,
        (_: string) => "",
        (value: string) => value.slice(0, -1),
        (_: string) => foreign,
      ]) {
        const fields = form.fields.flatMap((field) => {
          if (field.type !== "hidden" || field.name === "interaction") return [field]
          const value = change(field.value)
          return value === null ? [] : [{ ...field, value }]
        })
        const after = await browser.submit({ press: "allow" }, { ...form, fields })
        expect([after.status >= 400, after.externalRedirect]).toEqual([true, null])
        browser.page = page
      }
      expect(await grants(app)).toEqual([])
    })

    test("from another site, even with all form fields", async () => {
      const { app, browser } = await openConsent()
      const page = await browser.submit({
        press: "allow",
        headers: { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
      })
      expect([page.status >= 400, page.externalRedirect]).toEqual([true, null])
      expect(await grants(app)).toEqual([])
    })

    test("from another browser, even one of the same person", async () => {
      const { app, browser, page, person } = await openConsent()
      const elsewhere = await provider.signedInBrowser(person, await provider.app())
      const seen = await elsewhere.goto(page.url)
      expect([seen.status, seen.html.includes(app.name)]).toEqual([400, false])
      elsewhere.page = browser.page
      const after = await elsewhere.submit({ press: "allow" })
      expect([after.status >= 400, after.externalRedirect]).toEqual([true, null])
      expect(await grants(app)).toEqual([])
    })

    test("from another account in the same browser", async () => {
      const { app, browser, page } = await openConsent()
      const other = await provider.person()
      await browser.goto(provider.authorizeUrl(await provider.app(), { prompt: "login" }))
      await provider.signIn(browser, other)
      browser.page = page
      const after = await browser.submit({ press: "allow" })
      expect(after.externalRedirect?.searchParams.has("code") ?? false).toBe(false)
      expect(await grants(app)).toEqual([])
    })

    test("after the session was revoked", async () => {
      const { app, browser, page, person } = await openConsent()
      await provider.rows("UPDATE session SET revoked_at = now() WHERE account_id = $1", [person.id])
      browser.page = page
      const after = await browser.submit({ press: "allow" })
      expect(after.externalRedirect?.searchParams.has("code") ?? false).toBe(false)
      expect(await grants(app)).toEqual([])
    })

    test("a second time", async () => {
      const { app, browser, page } = await openConsent()
      expect((await browser.submit({ press: "allow" })).externalRedirect?.searchParams.has("code")).toBe(true)
      for (const press of ["allow", "deny"]) {
        browser.page = page
        const again = await browser.submit({ press })
        expect([again.status, again.externalRedirect]).toEqual([400, null])
      }
      expect((await browser.goto(page.url)).status).toBe(400)
      expect(
        await provider.rows("SELECT FROM oauth_code c JOIN oauth_grant g ON g.id = c.grant_id WHERE g.app_id = $1", [
          app.id,
        ]),
      ).toHaveLength(1)
    })

    test("in all but one of 20 concurrent submissions", async () => {
      const { app, browser, page } = await openConsent()
      const form = consentForm(page)
      const body = new URLSearchParams([
        ...form.fields.map(({ name, value }): [string, string] => [name, value]),
        ["decision", "allow"],
      ])
      const cookie = [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join("; ")
      const responses = await Promise.all(
        Array.from({ length: 20 }, () =>
          fetch(new URL(form.action ?? page.url, page.url), {
            method: "POST",
            redirect: "manual",
            headers: { cookie, origin: provider.url },
            body,
          }),
        ),
      )
      expect(responses.filter(({ headers }) => headers.get("location")?.includes("code=")).length).toBe(1)
      expect(await grants(app)).toHaveLength(1)
    })

    test("after ten minutes", async () => {
      const { app, browser, page } = await openConsent()
      const [row] = await provider.rows<{ seconds: number }>(
        "SELECT extract(epoch FROM expires_at - created_at)::float AS seconds FROM oauth_interaction WHERE client_id = $1",
        [app.clientId],
      )
      expect(row?.seconds).toBeCloseTo(600, 0)
      await provider.rows("UPDATE oauth_interaction SET expires_at = now() WHERE client_id = $1", [app.clientId])
      const after = await browser.submit({ press: "allow" })
      expect([after.status, after.externalRedirect]).toEqual([400, null])
      expect((await browser.goto(page.url)).status).toBe(400)
      expect(await grants(app)).toEqual([])
    })

    test("as a GET request", async () => {
      const { app, browser, page } = await openConsent()
      const url = new URL(page.url)
      for (const { name, value } of consentForm(page).fields) url.searchParams.set(name, value)
      url.searchParams.set("decision", "allow")
      const after = await browser.goto(url.href)
      expect(after.externalRedirect).toBeNull()
      expect(await grants(app)).toEqual([])
    })

    test("with an empty or unknown value", async () => {
      for (const decision of ["", "yes"]) {
        const { app, browser, page } = await openConsent()
        const form = consentForm(page)
        const after = await browser.submit(
          {},
          { ...form, buttons: [{ id: "x", name: "decision", value: decision, formAction: null }] },
        )
        expect(after.externalRedirect?.searchParams.has("code") ?? false).toBe(false)
        expect(await grants(app)).toEqual([])
      }
    })
  })

  test("the page forbids framing, caching and referrers, and its form-action allows only Haat and the app", async () => {
    const { app, page } = await openConsent()
    expect(page.headers.get("cache-control")).toContain("no-store")
    expect(page.headers.get("referrer-policy")).toBe("no-referrer")
    expect(page.headers.get("x-frame-options")).toBe("DENY")
    const policy = page.headers.get("content-security-policy") ?? ""
    expect(policy).toContain("frame-ancestors 'none'")
    expect(/form-action ([^;]*)/.exec(policy)?.[1]?.trim().split(/\s+/).sort()).toEqual(
      ["'self'", new URL(app.redirectUri).origin].sort(),
    )
    const elsewhere = await provider
      .browser()
      .goto(provider.authorizeUrl(await provider.app({ redirectUris: ["https://other.example/cb"] })))
    expect(elsewhere.headers.get("content-security-policy")).not.toContain(new URL(app.redirectUri).origin)
  })

  test.each([
    ["a private-use URI scheme", "com.example.shopsync:/callback"],
    ["a loopback address", "http://127.0.0.1:8912/callback"],
    ["an IPv6 loopback address", "http://[::1]:8912/callback"],
  ])("redirects to %s with a valid code", async (_, redirectUri) => {
    const { app, browser } = await openConsent({ ...ALL, redirectUris: [redirectUri] })
    const page = await browser.submit({ press: "allow" })
    expect(page.externalRedirect?.href.startsWith(redirectUri)).toBe(true)
    expect((await provider.exchange(app, { code: page.externalRedirect?.searchParams.get("code") ?? "" })).status).toBe(
      200,
    )
  })

  describe("a public client whose redirect URI does not prove its identity (RFC 8252, section 8.6)", () => {
    const pkce = (): Parameters => ({ code_challenge: codeChallenge(createVerifier()), code_challenge_method: "S256" })
    const errorOf = (page: Page): string | null | undefined => page.externalRedirect?.searchParams.get("error")
    const passes = (page: Page): boolean => page.externalRedirect?.searchParams.has("code") ?? false

    test.each([
      "http://127.0.0.1:8912/callback",
      "http://[::1]:8912/callback",
      "http://localhost:8912/callback",
      "com.example.shopsync:/callback",
    ])("gets no code without consent at %s", async (redirectUri) => {
      const { app, browser, person } = await openConsent(
        { ...ALL, type: "public", redirectUris: [redirectUri] },
        { scope: EVERYTHING, ...pkce() },
      )
      expect(passes(await browser.submit({ press: "allow" }))).toBe(true)
      expect(isConsent(await browser.goto(provider.authorizeUrl(app, { scope: EVERYTHING, ...pkce() })))).toBe(true)
      expect(passes(await browser.submit({ press: "allow" }))).toBe(true)
      expect(
        errorOf(
          await browser.goto(provider.authorizeUrl(app, { scope: "openid profile.read", prompt: "none", ...pkce() })),
        ),
      ).toBe("consent_required")
      const elsewhere = provider.browser()
      await elsewhere.goto(provider.authorizeUrl(app, { scope: EVERYTHING, ...pkce() }))
      expect(isConsent(await provider.signIn(elsewhere, person))).toBe(true)
    })

    test("gets a page with the previous choice preselected, and keeps its grant", async () => {
      const { app, browser } = await openConsent(
        { ...ALL, type: "public", redirectUris: ["http://127.0.0.1:8912/callback"] },
        { scope: EVERYTHING, ...pkce() },
      )
      await browser.submit({ press: "allow", fill: { scope: ["orders.read"] } })
      const page = await browser.goto(provider.authorizeUrl(app, { scope: EVERYTHING, ...pkce() }))
      expect(boxes(page).map(({ value, checked }) => [value, checked])).toEqual([
        ["email", false],
        ["orders.read", true],
      ])
      await browser.submit({ press: "allow" })
      expect(await grants(app)).toEqual([["openid", "orders.read", "profile.read"]])
    })

    test("https redirects of public clients, and all confidential clients, skip the page", async () => {
      for (const options of [
        { type: "public" },
        { redirectUris: ["http://127.0.0.1:8912/callback"] },
        { redirectUris: ["com.example.shopsync:/callback"] },
      ] as const) {
        const { app, browser } = await openConsent(
          {
            ...ALL,
            ...options,
            redirectUris: [
              ...("redirectUris" in options ? options.redirectUris : ["https://shop-sync.example/callback"]),
            ],
          },
          { scope: EVERYTHING, ...pkce() },
        )
        await browser.submit({ press: "allow" })
        expect(passes(await browser.goto(provider.authorizeUrl(app, { scope: EVERYTHING, ...pkce() })))).toBe(true)
        expect(
          passes(await browser.goto(provider.authorizeUrl(app, { scope: EVERYTHING, prompt: "none", ...pkce() }))),
        ).toBe(true)
      }
    })
  })

  describe("a decision applies only to the version that the page showed:", () => {
    const moves: [string, (app: TestApp) => Promise<unknown>][] = [
      [
        "edited in place",
        (app) =>
          provider.rows(
            "UPDATE oauth_app_version SET required_scopes = '{openid,profile.read,email,orders.read}', optional_scopes = '{}' WHERE app_id = $1",
            [app.id],
          ),
      ],
      [
        "by a new version",
        (app) =>
          addVersion(provider.lane.marketplace, app, { required: ["openid", "profile.read", "email", "orders.read"] }),
      ],
    ]
    test.each(moves)("a scope that became required meanwhile (%s) is shown before it is granted", async (_, move) => {
      const { app, browser } = await openConsent()
      await move(app)
      const shown = await browser.submit({ press: "allow", fill: { scope: ["email"] } })
      expect([isConsent(shown), boxes(shown)]).toEqual([true, []])
      expect(unescapeHtml(shown.html)).toContain("changed what this app requests")
      expect(await grants(app)).toEqual([])
      expect((await browser.submit({ press: "deny" })).externalRedirect?.searchParams.get("error")).toBe(
        "access_denied",
      )
      expect(await grants(app)).toEqual([])
    })

    test("a new version is shown even if its scopes are the same, and can then be allowed", async () => {
      const { app, browser } = await openConsent()
      await addVersion(provider.lane.marketplace, app, { ...ALL, name: "Another Name" })
      const shown = await browser.submit({ press: "allow", fill: { scope: ["email"] } })
      expect([isConsent(shown), shown.html.includes("Another Name")]).toEqual([true, true])
      expect(boxes(shown).map(({ value, checked }) => [value, checked])).toEqual([
        ["email", true],
        ["orders.read", false],
      ])
      expect(await scopeOf(app, await browser.submit({ press: "allow" }))).toEqual(["email", "openid", "profile.read"])
    })

    test("denying does not show the page again", async () => {
      const { app, browser } = await openConsent()
      await addVersion(provider.lane.marketplace, app, ALL)
      expect((await browser.submit({ press: "deny" })).externalRedirect?.searchParams.get("error")).toBe(
        "access_denied",
      )
    })
  })

  test("sensitive optional scopes start unticked, unless the live version preselects them", async () => {
    const sensitive = [
      "orders.read",
      "seller.orders.read",
      "seller.orders.write",
      "seller.orders.manage",
      "seller.refunds.write",
    ] as const
    const seller: AppOptions = {
      required: ["openid"],
      optional: ["email", ...sensitive],
    }
    const scope = `openid email ${sensitive.join(" ")}`
    const { app, page } = await openConsent(seller, { scope }, sellerPerson)
    const ticks = (of: Page) => boxes(of).map(({ value, checked }) => [value, checked])
    expect(ticks(page)).toEqual([["email", true], ...sensitive.map((each) => [each, false])])
    expect(page.html).toContain("Confirm, pack and cancel your store’s orders")
    expect(page.html).toContain("Refund your store’s orders, fully or partially")
    await provider.rows("UPDATE oauth_app_version SET preselects_sensitive = true WHERE app_id = $1", [app.id])
    const elsewhere = provider.browser()
    await elsewhere.goto(provider.authorizeUrl(app, { scope }))
    expect(ticks(await provider.signIn(elsewhere, await sellerPerson()))).toEqual([
      ["email", true],
      ...sensitive.map((each) => [each, true]),
    ])
  })

  describe("an account outside of any approved store", () => {
    const options: AppOptions = { required: ["openid", "seller.orders.read"], optional: ["seller.orders.write"] }
    const scope = "openid seller.orders.read seller.orders.write"

    test("is not asked for a store's data until it has a store", async () => {
      const { app, browser, person, page } = await openConsent(options, { scope }, () => sellerPerson("suspended"))
      expect([page.html.includes('id="without-store"'), page.html.includes("your store’s orders")]).toEqual([
        true,
        false,
      ])
      expect(await scopeOf(app, await browser.submit({ press: "allow" }))).toEqual(["openid"])
      // Nothing more can be asked of it.
      expect(
        (await browser.goto(provider.authorizeUrl(app, { scope }))).externalRedirect?.searchParams.has("code"),
      ).toBe(true)
      await provider.rows(
        "UPDATE store SET status = 'approved' WHERE id IN (SELECT store_id FROM store_member WHERE account_id = $1)",
        [person.id],
      )
      const requested = await browser.goto(provider.authorizeUrl(app, { scope }))
      expect([requested.html.includes('id="without-store"'), requested.html.includes("your store’s orders")]).toEqual([
        false,
        true,
      ])
      expect(await scopeOf(app, await browser.submit({ press: "allow" }))).toEqual(["openid", "seller.orders.read"])
    })

    test("can only go back where an app asks for nothing else", async () => {
      const app = await provider.app(options)
      const browser = provider.browser()
      await browser.goto(provider.authorizeUrl(app, { scope: "seller.orders.read" }))
      const page = await provider.signIn(browser, await provider.person())
      expect([page.html.includes('id="without-store"'), page.html.includes('id="allow"')]).toEqual([true, false])
      const after = await browser.submit({ press: "deny" })
      expect(after.externalRedirect?.searchParams.get("error")).toBe("access_denied")
    })

    test("is not asked by a change of the store while the page is open", async () => {
      const { app, browser, person } = await openConsent(options, { scope }, sellerPerson)
      await provider.rows("DELETE FROM store_member WHERE account_id = $1", [person.id])
      const again = await browser.submit({ press: "allow" })
      expect([again.status, again.html.includes('id="without-store"')]).toEqual([200, true])
      expect(await scopeOf(app, await browser.submit({ press: "allow" }))).toEqual(["openid"])
    })
  })

  test.each(["https://a;sandbox/cb", "https://a,b.example/cb", "https://x'y;frame-ancestors/cb"])(
    "a legacy redirect URI (%s) cannot inject CSP directives",
    async (redirectUri) => {
      const { page } = await openConsent({ ...ALL, redirectUris: [redirectUri] })
      const policy = page.headers.get("content-security-policy") ?? ""
      expect(policy.split(";").map((each) => each.trim().split(" ")[0])).toEqual([
        "default-src",
        "style-src",
        "img-src",
        "font-src",
        "form-action",
        "frame-ancestors",
        "base-uri",
      ])
      expect([policy.includes(","), /form-action 'self'; frame-ancestors 'none'/.test(policy)]).toEqual([false, true])
    },
  )

  test("HTML in the app's name and the person's name is escaped", async () => {
    const evil = `<img src=x onerror=alert(1)>"'&`
    const person = await provider.person({ name: evil })
    const app = await provider.app({ ...ALL, name: evil })
    const browser = provider.browser()
    await browser.goto(provider.authorizeUrl(app, { scope: EVERYTHING, state: evil, login_hint: evil }))
    expect(browser.page?.html).not.toContain("<img")
    const page = await provider.signIn(browser, person)
    expect(page.html).not.toContain("<img")
    expect(unescapeHtml(page.html)).toContain(evil)
    expect((await browser.submit({ press: "deny" })).externalRedirect?.searchParams.get("state")).toBe(evil)
  })

  test.each(["hi", "mai"])("is shown in the requested language (%s)", async (locale) => {
    const person = await provider.person({ locale })
    const app = await provider.app(ALL)
    const browser = provider.browser()
    await browser.goto(provider.authorizeUrl(app, { scope: EVERYTHING, ui_locales: locale }))
    const page = await provider.signIn(browser, person)
    expect(page.html).toMatch(new RegExp(`<html[^>]* lang="${locale}`))
    expect(page.html).toMatch(/[\u0900-\u097f]{3}/)
  })

  test("warns about an app that has not been reviewed", async () => {
    const owner = await provider.person()
    const words = async (status: "draft" | "approved"): Promise<number> => {
      const app = await provider.app({ ...ALL, owner: owner.id, status })
      const browser = provider.browser()
      await browser.goto(provider.authorizeUrl(app))
      return (await provider.signIn(browser, owner)).html.match(/review/gi)?.length ?? 0
    }
    expect(await words("draft")).toBeGreaterThan(await words("approved"))
  })

  test("lets the person switch to another account", async () => {
    const { app, browser, page } = await openConsent()
    const other = await provider.person()
    const form = page.forms.find((each) => each !== consentForm(page))
    const link = /<a[^>]*href="([^"]*(?:sign-in|switch)[^"]*)"/.exec(page.html)?.[1]
    const next = form
      ? await browser.submit({}, form)
      : await browser.goto(new URL(unescapeHtml(link ?? ""), page.url).href)
    expect(next.html).toContain('id="sign-in"')
    const asOther = await provider.signIn(browser, other)
    expect(isConsent(asOther)).toBe(true)
    expect(asOther.html).toContain(other.email)
    expect((await browser.submit({ press: "allow" })).externalRedirect?.searchParams.has("code")).toBe(true)
    expect(await provider.rows("SELECT account_id FROM oauth_grant WHERE app_id = $1", [app.id])).toEqual([
      { account_id: other.id },
    ])
  })
})
