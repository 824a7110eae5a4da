import { generate } from "otplib"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { LANES } from "@/testing/fixtures/lane"
import type { TestApp } from "@/testing/fixtures/oauth-apps"
import type { Page } from "@/testing/fixtures/oauth-browser"
import { OauthProvider, type TestPerson } from "@/testing/fixtures/oauth-provider"
import { PortalClient } from "@/testing/fixtures/portal-client"

// A user can change the language on the page without losing input.

const ALERT = /role="alert"/

describe.each(LANES)("the language of the provider's pages, on the %s lane", (lane) => {
  let provider: OauthProvider
  let app: TestApp
  let person: TestPerson

  beforeAll(async () => {
    provider = await OauthProvider.lease(lane)
    app = await provider.app({ required: ["openid"], optional: ["profile", "email"] })
    person = await provider.person()
  })
  afterAll(() => provider.close())

  const languageOf = ({ html }: Page): string | undefined => /<html lang="([\w-]+)"/.exec(html)?.[1]
  const pressed = ({ html }: Page): string[] =>
    [...html.matchAll(/value="(\w+)" lang="\w+" aria-pressed="true"/g)].map(([, locale]) => locale ?? "")
  const typed = ({ forms }: Page, field: string): string | undefined =>
    forms[0]?.fields.find(({ name }) => name === field)?.value
  const ticked = ({ forms }: Page): string[] =>
    (forms[0]?.fields ?? []).filter(({ name, checked }) => name === "scope" && checked).map(({ value }) => value)

  test("overrides ui_locales, keeps the typed email address, clears the password and shows no error", async () => {
    const browser = provider.browser()
    const consentPage = await browser.goto(
      provider.authorizeUrl(app, { ui_locales: "mai", login_hint: "hint@example.in" }),
    )
    expect([languageOf(consentPage), pressed(consentPage)]).toEqual(["mai", ["mai"]])
    const page = await browser.submit({ fill: { email: "asha@example.in", password: "kamal" }, press: "hi" })
    expect([page.status, languageOf(page), pressed(page)]).toEqual([200, "hi", ["hi"]])
    expect([typed(page, "email"), typed(page, "password")]).toEqual(["asha@example.in", ""])
    expect(page.html).not.toMatch(ALERT)
    expect(page.html).not.toContain("kamal")
    expect(languageOf(await browser.goto(consentPage.url))).toBe("hi")
  })

  test("persists after a wrong password and on the consent page", async () => {
    const browser = provider.browser()
    await browser.goto(provider.authorizeUrl(app, { ui_locales: "en", scope: "openid profile" }))
    await browser.submit({ press: "mai" })
    const wrong = await provider.signIn(browser, person, "not the password")
    expect(languageOf(wrong)).toBe("mai")
    expect(wrong.html).toMatch(ALERT)
    const consent = await provider.signIn(browser, person)
    expect([languageOf(consent), pressed(consent), consent.html.includes('id="allow"')]).toEqual(["mai", ["mai"], true])
    // Another user gets the page without the first user's error.
    const notYou = await browser.goto(`/oauth/sign-in?interaction=${typed(consent, "interaction")}`)
    expect([languageOf(notYou), typed(notYou, "email"), ALERT.test(notYou.html)]).toEqual(["mai", "", false])
  })

  test("does not change on Enter: the first button is sign-in", async () => {
    const page = await provider.browser().goto(provider.authorizeUrl(app))
    expect(page.forms[0]?.buttons.map(({ id, value }) => id || value)).toEqual(["sign-in", "en", "hi", "mai"])
  })

  test("is stored in the portal's language cookie", async () => {
    const browser = provider.browser()
    await browser.goto(provider.authorizeUrl(app))
    const page = await browser.submit({ press: "hi" })
    expect(page.responses[0]?.headers.getSetCookie()).toEqual([
      "haat-locale=hi; Path=/; Max-Age=31536000; SameSite=Lax",
    ])
    expect(languageOf(await browser.goto(provider.authorizeUrl(app)))).toBe("hi")
    expect(languageOf(await browser.goto("/oauth/authorize?client_id=nobody"))).toBe("hi")
    expect(languageOf(await browser.goto("/sign-in"))).toBe("hi")
    // Another app's requested language applies until the user chooses again.
    expect(languageOf(await browser.goto(provider.authorizeUrl(app, { ui_locales: "mai" })))).toBe("mai")
  })

  test("can be changed on the consent page without losing ticks or deciding anything", async () => {
    const browser = provider.browser()
    const someone = await provider.person()
    await browser.goto(provider.authorizeUrl(app, { scope: "openid profile email" }))
    const consentPage = await provider.signIn(browser, someone)
    expect(ticked(consentPage)).toEqual(["profile", "email"])
    const hindi = await browser.submit({ fill: { scope: ["email"] }, press: "hi" })
    expect([hindi.status, languageOf(hindi), ticked(hindi)]).toEqual([200, "hi", ["email"]])
    const none = await browser.submit({ fill: { scope: [] }, press: "en" })
    expect([languageOf(none), ticked(none)]).toEqual(["en", []])
    expect(await provider.rows("SELECT FROM oauth_grant WHERE account_id = $1", [someone.id])).toEqual([])
    const page = await browser.submit({ fill: { scope: ["email"] }, press: "allow" })
    const { json } = await provider.exchange(app, { code: page.externalRedirect?.searchParams.get("code") ?? "" })
    expect(json.scope?.split(" ").sort()).toEqual(["email", "openid"])
  })

  test("can be changed in the second sign-in step without counting an attempt", async () => {
    const guarded = await provider.person()
    const client = new PortalClient(provider.url, "198.51.103.1")
    await client.signIn(guarded.email, guarded.password)
    const { data } = await client.mutate<{ data: { secret: string } }>("security.beginTotp")
    expect(
      (await client.mutate("security.confirmTotp", { code: await generate({ secret: data.data.secret }) })).status,
    ).toBe(200)
    const browser = provider.browser()
    await browser.goto(provider.authorizeUrl(app))
    const step = await provider.signIn(browser, guarded)
    expect(step.forms[0]?.buttons.map(({ id, value }) => id || value)).toEqual(["confirm", "en", "hi", "mai"])
    for (const locale of ["hi", "mai", "en", "hi", "mai", "en", "hi"]) {
      const page = await browser.submit({ fill: { code: "123" }, press: locale })
      expect([
        page.headers.get("cache-control"),
        page.headers.get("x-frame-options"),
        page.headers.get("referrer-policy"),
      ]).toEqual(["no-store", "DENY", "no-referrer"])
      expect([
        languageOf(page),
        page.html.includes('id="step-form"'),
        ALERT.test(page.html),
        page.html.includes('value="123"'),
      ]).toEqual([locale, true, false, false])
    }
  })

  test("cannot be changed by another site, or for another browser's request", async () => {
    const browser = provider.browser()
    await browser.goto(provider.authorizeUrl(app))
    expect(
      (
        await browser.submit({
          press: "hi",
          headers: { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
        })
      ).status,
    ).toBe(400)
    const consentPage = await browser.goto(provider.authorizeUrl(app))
    const interaction = typed(consentPage, "interaction") ?? ""
    const other = provider.browser()
    await other.goto(provider.authorizeUrl(app))
    expect((await other.submit({ fill: { interaction }, press: "hi" })).status).toBe(400)
    expect(languageOf(await browser.goto(consentPage.url))).toBe("en")
  })

  test("is not changed by an unsupported value", async () => {
    const browser = provider.browser()
    const consentPage = await browser.goto(provider.authorizeUrl(app))
    const [interaction, csrf] = [typed(consentPage, "interaction"), typed(consentPage, "csrf")]
    const body = new URLSearchParams({
      interaction: interaction ?? "",
      csrf: csrf ?? "",
      locale: "fr",
      email: person.email,
      password: "not the password",
    })
    const page = await browser.goto("/oauth/sign-in", {
      method: "POST",
      body,
      headers: { origin: provider.url, "sec-fetch-site": "same-origin" },
    })
    expect([page.status, languageOf(page), page.headers.getSetCookie()]).toEqual([200, "en", []])
  })
})
