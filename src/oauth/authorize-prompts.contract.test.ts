import { decodeJwt } from "jose"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { LANES } from "@/testing/fixtures/lane"
import type { TestApp } from "@/testing/fixtures/oauth-apps"
import type { Page, ScriptlessBrowser } from "@/testing/fixtures/oauth-browser"
import { signAsProvider } from "@/testing/fixtures/oauth-keys"
import { OauthProvider, PASSWORD, type Parameters, type TestPerson } from "@/testing/fixtures/oauth-provider"

// When a user must sign in again, and when not.

describe.each(LANES)("prompts, on the %s lane", (lane) => {
  let provider: OauthProvider
  let app: TestApp
  let person: TestPerson
  let browser: ScriptlessBrowser

  beforeAll(async () => {
    provider = await OauthProvider.lease(lane)
    app = await provider.app({ required: ["openid"], optional: ["profile"] })
  })
  afterAll(() => provider.close())

  // An account allows ten failed sign-ins in a quarter of an hour.
  beforeEach(async () => {
    person = await provider.person()
    browser = await provider.signedInBrowser(person, app)
  })

  const outcome = (page: Page): string => {
    if (page.externalRedirect)
      return (
        page.externalRedirect.searchParams.get("error") ??
        (page.externalRedirect.searchParams.has("code") ? "code" : page.externalRedirect.href)
      )
    return page.html.includes('id="sign-in"')
      ? "sign-in"
      : page.html.includes('id="allow"')
        ? "consent"
        : `page ${page.status}`
  }
  const send = async (parameters: Parameters, from = browser): Promise<string> =>
    outcome(await from.goto(provider.authorizeUrl(app, parameters)))

  /** Makes the session look as if the user had entered the password earlier. */
  const signedInAgo = (seconds: number) =>
    provider.rows("UPDATE session SET proved_at = proved_at - make_interval(secs => $2) WHERE account_id = $1", [
      person.id,
      seconds,
    ])

  const authTime = async (url: string): Promise<number> => {
    const callback = await provider.completeAuthorization(browser, person, url)
    const { json } = await provider.exchange(app, { code: callback.searchParams.get("code") ?? "" })
    const time = decodeJwt(json.id_token ?? "").auth_time
    if (typeof time !== "number") throw new Error("the ID token has no auth_time")
    return time
  }

  test("a signed-in person who has allowed the app gets a code without a prompt", async () => {
    expect(await send({})).toBe("code")
    expect(await send({ prompt: "none" })).toBe("code")
    expect(await send({ prompt: "none", nonce: "n" })).toBe("code")
  })

  test("prompt=none reports login_required or consent_required", async () => {
    expect(await send({ prompt: "none" }, provider.browser())).toBe("login_required")
    const newAccount = await provider.person()
    const other = await provider.app()
    expect(outcome(await browser.goto(provider.authorizeUrl(other, { prompt: "none" })))).toBe("consent_required")
    expect(await send({ prompt: "none", scope: "openid profile" })).toBe("consent_required")
    const elsewhere = await provider.signedInBrowser(newAccount, other)
    expect(await send({ prompt: "none" }, elsewhere)).toBe("consent_required")
  })

  test("prompt=login and max_age=0 require the password again and renew auth_time", async () => {
    for (const parameters of [{ prompt: "login" }, { max_age: "0" }]) {
      await signedInAgo(5)
      const before = await authTime(provider.authorizeUrl(app))
      expect(await send(parameters)).toBe("sign-in")
      const requestedAt = Math.floor(Date.now() / 1000)
      const after = await authTime(provider.authorizeUrl(app, parameters))
      expect(after).toBeGreaterThan(before)
      expect(after).toBeGreaterThanOrEqual(requestedAt)
    }
  })

  test("max_age requires the password again only after that time", async () => {
    await provider.completeAuthorization(browser, person, provider.authorizeUrl(app, { prompt: "login" }))
    expect(await send({ max_age: "1000" })).toBe("code")
    await signedInAgo(5)
    expect(await send({ max_age: "1" })).toBe("sign-in")
    expect(await send({ max_age: "1", prompt: "none" })).toBe("login_required")
    expect(await send({ max_age: "1000", prompt: "none" })).toBe("code")
    const before = Math.floor(Date.now() / 1000)
    expect(await authTime(provider.authorizeUrl(app, { max_age: "1" }))).toBeGreaterThanOrEqual(before)
  })

  test("auth_time changes only with a new sign-in", async () => {
    const first = await authTime(provider.authorizeUrl(app, { prompt: "login" }))
    await signedInAgo(5)
    expect(await authTime(provider.authorizeUrl(app, { max_age: "1000" }))).toBe(first - 5)
    expect(await authTime(provider.authorizeUrl(app))).toBe(first - 5)
  })

  test("a cancelled reauthentication issues no code", async () => {
    for (const parameters of [{ prompt: "login" }, { max_age: "0" }]) {
      const signInPage = await browser.goto(provider.authorizeUrl(app, parameters))
      expect(outcome(signInPage)).toBe("sign-in")
      const interaction = new URL(signInPage.url).searchParams.get("interaction") ?? ""
      for (const path of ["/oauth/consent", "/oauth/sign-in"]) {
        const page = await browser.goto(`${path}?${new URLSearchParams({ interaction }).toString()}`)
        expect(page.externalRedirect).toBeNull()
        expect(outcome(page)).not.toBe("consent")
      }
    }
  })

  test("a wrong password during a reauthentication issues no code and keeps the session", async () => {
    await browser.goto(provider.authorizeUrl(app, { prompt: "login" }))
    const page = await provider.signIn(browser, person, "not the password")
    expect(outcome(page)).toBe("sign-in")
    expect(await send({})).toBe("code")
  })

  test("prompt=login lets another person sign in", async () => {
    const other = await provider.person()
    const shared = await provider.signedInBrowser(person, app)
    await shared.goto(provider.authorizeUrl(app, { prompt: "login" }))
    const page = await provider.signIn(shared, other)
    expect(outcome(page)).toBe("consent")
    const allowed = await shared.submit({ press: "allow" })
    const { json } = await provider.exchange(app, { code: allowed.externalRedirect?.searchParams.get("code") ?? "" })
    expect(decodeJwt(json.id_token ?? "").sub).toBe(other.sub)
  })

  test("prompt=consent asks for consent again", async () => {
    expect(await send({ prompt: "consent" })).toBe("consent")
    expect(outcome(await browser.submit({ press: "allow" }))).toBe("code")
  })

  test("prompt=login consent asks for both", async () => {
    expect(await send({ prompt: "login consent" })).toBe("sign-in")
    expect(outcome(await provider.signIn(browser, person))).toBe("consent")
    expect(outcome(await browser.submit({ press: "allow" }))).toBe("code")
  })

  test("prompt=select_account shows a page instead of issuing a code", async () => {
    expect(["sign-in", "consent"]).toContain(await send({ prompt: "select_account" }))
  })

  describe("id_token_hint", () => {
    const hintOf = async (whose: TestPerson): Promise<string> =>
      (await provider.obtainTokens(await provider.signedInBrowser(whose, app), whose, app)).id_token ?? ""

    test("of the signed-in person issues a code, and of another person is login_required", async () => {
      const [own, others] = [await hintOf(person), await hintOf(await provider.person())]
      expect(await send({ prompt: "none", id_token_hint: own })).toBe("code")
      expect(await send({ prompt: "none", id_token_hint: others })).toBe("login_required")
      expect(await send({ prompt: "none", id_token_hint: own }, provider.browser())).toBe("login_required")
    })

    test("of another person leads to the sign-in page", async () => {
      const others = await hintOf(await provider.person())
      expect(await send({ id_token_hint: others })).toBe("sign-in")
    })

    test("is accepted after it has expired", async () => {
      const hint = await hintOf(person)
      const expired = await signAsProvider(provider, { ...decodeJwt(hint), iat: 1_600_000_000, exp: 1_600_003_600 })
      expect(await send({ prompt: "none", id_token_hint: expired })).toBe("code")
      const others = await signAsProvider(provider, {
        ...decodeJwt(hint),
        sub: (await provider.person()).sub,
        iat: 1_600_000_000,
        exp: 1_600_003_600,
      })
      expect(await send({ prompt: "none", id_token_hint: others })).toBe("login_required")
    })
  })

  describe("the sign-in page", () => {
    test("prefills and escapes the email address from login_hint", async () => {
      const page = await provider.browser().goto(provider.authorizeUrl(app, { login_hint: 'asha"<b>@example.in' }))
      expect(page.forms[0]?.fields.find(({ name }) => name === "email")?.value).toBe('asha"<b>@example.in')
      expect(page.html).not.toContain("<b>")
    })

    test.each([
      ["hi", "hi"],
      ["mai", "mai"],
      ["en-GB", "en"],
      ["fr hi-IN en", "hi"],
    ])("uses the language of ui_locales=%s", async (locales, lang) => {
      const page = await provider.browser().goto(provider.authorizeUrl(app, { ui_locales: locales }))
      expect(/<html[^>]* lang="([\w-]+)"/.exec(page.html)?.[1]?.split("-")[0]).toBe(lang)
    })

    test("falls back to the browser's language", async () => {
      const page = await provider.browser({ "accept-language": "hi-IN,en;q=0.5" }).goto(provider.authorizeUrl(app))
      expect(page.html).toMatch(/<html[^>]* lang="hi/)
    })

    test("is a plain form with stable element IDs", async () => {
      const page = await provider.browser().goto(provider.authorizeUrl(app))
      for (const id of ["email", "password", "sign-in"]) expect(page.html).toContain(`id="${id}"`)
      expect(page.forms[0]?.method).toBe("POST")
      expect(page.html).not.toMatch(/<script|\son\w+=/i)
      expect(page.html).toContain(app.name)
    })

    test("shows the same error for a wrong password and an unknown email address, and allows a retry", async () => {
      const newAccount = provider.browser()
      await newAccount.goto(provider.authorizeUrl(app))
      const wrong = await provider.signIn(newAccount, person, "not the password")
      const words = (page: Page): string => page.html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ")
      expect(outcome(wrong)).toBe("sign-in")
      expect(wrong.html).not.toContain("not the password")
      const unknown = await newAccount.submit({
        fill: { email: "nobody@example.in", password: PASSWORD },
        press: "sign-in",
      })
      expect(words(unknown)).toBe(words(wrong))
      const right = await provider.signIn(newAccount, person)
      expect([outcome(right), right.responses[0]?.method, right.responses[0]?.status]).toEqual(["code", "POST", 303])
    })

    test("states the waiting time after too many attempts", async () => {
      const victim = await provider.person()
      const guesser = provider.browser()
      await guesser.goto(provider.authorizeUrl(app))
      for (let i = 0; i < 10; i++) await provider.signIn(guesser, victim, `guess ${i}`)
      const page = await provider.signIn(guesser, victim)
      expect(page.externalRedirect).toBeNull()
      expect(page.html).toMatch(/\b1[0-5]\b/)
    })

    test("links to sign-in, sign-up and password reset with a return to this request", async () => {
      const page = await provider.browser().goto(provider.authorizeUrl(app))
      const back = encodeURIComponent(`/oauth/consent${new URL(page.url).search}`)
      for (const path of ["/sign-in", "/sign-up", "/forgot-password"])
        expect(page.html).toContain(`href="${path}?return=${back}"`)
    })

    test("reveals nothing about the request to another browser", async () => {
      const signInPage = await provider.browser().goto(provider.authorizeUrl(app))
      const { search } = new URL(signInPage.url)
      const page = await provider.browser().goto(`/oauth/sign-in${search}`)
      expect([page.status, page.externalRedirect, page.html.includes(app.name)]).toEqual([400, null, false])
      expect(page.html).toMatch(/<h1\b[^>]*>The app’s request has expired<\/h1>/)
    })
  })

  // This test is last: the IP address stays refused until its minute is over.
  test("a state is limited to 4,096 characters, and an IP address to 600 requests a minute", async () => {
    expect(await send({ state: "s".repeat(4_096), prompt: "login" })).toBe("sign-in")
    expect(await send({ state: "s".repeat(4_097), prompt: "login" })).toBe("invalid_request")
    await provider.rows("UPDATE rate_limit SET requests = 600 WHERE subject LIKE 'authorize:%'")
    const refused = await browser.goto(provider.authorizeUrl(app, { prompt: "login" }))
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1)
  })
})
