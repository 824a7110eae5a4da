import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { LANES } from "@/testing/fixtures/lane"
import type { TestApp } from "@/testing/fixtures/oauth-apps"
import type { ScriptlessBrowser } from "@/testing/fixtures/oauth-browser"
import { OauthProvider, type TestPerson } from "@/testing/fixtures/oauth-provider"
import { PortalClient } from "@/testing/fixtures/portal-client"

// Scripts of the portal's origin can call the procedures of the provider's pages, which must not bypass the pages'
// checks.

const FOREIGN = { origin: "https://evil.example", "sec-fetch-site": "cross-site" }
const SESSION_ONLY = ["interaction", "decide", "resume", "signOut"] as const

describe.each(LANES)("the provider's procedures, on the %s lane", (lane) => {
  let provider: OauthProvider
  let app: TestApp
  let person: TestPerson
  let browser: ScriptlessBrowser

  beforeAll(async () => {
    provider = await OauthProvider.lease(lane)
  })
  afterAll(() => provider.close())
  beforeEach(async () => {
    app = await provider.app({ required: ["openid"], optional: ["profile", "seller.orders.write"] })
    person = await provider.person()
    await provider.lane.marketplace.store(`Store of ${person.id}`, { owner: person.id })
    browser = provider.browser()
  })

  /** A script in a browser with its current cookies. */
  const scriptIn = ({ cookies, ip }: ScriptlessBrowser): PortalClient => {
    const client = new PortalClient(provider.url, ip)
    for (const [name, { value }] of cookies) client.withCookie(name, value)
    return client
  }
  const idOf = (url: string): string => new URL(url).searchParams.get("interaction") ?? ""
  const scope = "openid profile seller.orders.write"
  /** Opens the consent page of a new request in a browser with a session. */
  const begin = async (): Promise<string> => {
    const page = await browser.goto(provider.authorizeUrl(app, { scope }))
    return idOf(page.html.includes('id="sign-in"') ? (await provider.signIn(browser, person)).url : page.url)
  }
  const grants = () => provider.rows("SELECT FROM oauth_grant WHERE account_id = $1", [person.id])
  const allow = (interaction: string) => ({ interaction, decision: "allow", scopes: ["profile"] })

  test("describe the app, the account, the scopes and the redirect origin of a request", async () => {
    const interaction = await begin()
    const { data } = await scriptIn(browser).query("oauth.interaction", { interaction })
    expect(data).toMatchObject({
      state: "consent",
      app: { name: app.name, approved: true },
      account: { name: person.name, email: person.email },
      required: [{ scope: "openid" }],
      optional: [{ scope: "profile" }, { scope: "seller.orders.write" }],
      redirectOrigin: new URL(app.redirectUri).origin,
      changed: false,
      nothingSelected: false,
    })
  })

  test("accept one decision for the displayed scopes, and reject a second", async () => {
    const interaction = await begin()
    const script = scriptIn(browser)
    const { data } = await script.mutate<{ location: string }>("oauth.decide", allow(interaction))
    const { origin, searchParams } = new URL(data.location)
    expect(origin).toBe(new URL(app.redirectUri).origin)
    const { json } = await provider.exchange(app, { code: searchParams.get("code") ?? "" })
    expect(json.scope?.split(" ").sort()).toEqual(["openid", "profile"])
    expect((await script.mutate("oauth.decide", allow(interaction))).problem).toBe("not_found")
    expect((await script.query("oauth.interaction", { interaction })).problem).toBe("not_found")
  })

  test("send a denial to the app, and log it for its developer", async () => {
    const interaction = await begin()
    const { data } = await scriptIn(browser).mutate<{ location: string }>("oauth.decide", {
      interaction,
      decision: "deny",
      scopes: ["profile"],
    })
    expect(new URL(data.location).searchParams.get("error")).toBe("access_denied")
    expect(await grants()).toEqual([])
    await expect
      .poll(() =>
        provider.rows(
          "SELECT endpoint, reason FROM oauth_log_entry l JOIN oauth_app p ON p.id = app_id WHERE client_id = $1",
          [app.clientId],
        ),
      )
      .toEqual([{ endpoint: "/oauth/consent", reason: "denied_by_person" }])
  })

  test.each(SESSION_ONLY)("%s requires a session, not a bearer token", async (name) => {
    const interaction = await begin()
    const { access_token } = await provider.obtainTokens(provider.browser(), await provider.person(), app)
    const script = scriptIn(browser).withCookie("next-auth.session-token", "")
    const input = { ...allow(interaction), request: null, locale: null }
    const headers = { authorization: `Bearer ${access_token}` }
    const consentPage =
      name === "interaction"
        ? await script.query("oauth.interaction", input)
        : await script.mutate(`oauth.${name}`, input, headers)
    expect(consentPage.problem).toBe("authentication_required")
    expect(await grants()).toEqual([])
  })

  test("reject a decision from another browser, for another account, or before the consent page is shown", async () => {
    const interaction = await begin()
    const elsewhere = provider.browser()
    await elsewhere.goto(provider.authorizeUrl(app, { scope }))
    await provider.signIn(elsewhere, person)
    for (const call of ["oauth.decide", "oauth.resume"])
      expect((await scriptIn(elsewhere).mutate(call, allow(interaction))).problem).toBe("not_found")
    expect((await scriptIn(elsewhere).query("oauth.interaction", { interaction })).problem).toBe("not_found")

    const other = await provider.person()
    const script = scriptIn(browser)
    expect(await script.signIn(other.email, other.password)).toBeNull()
    expect((await script.mutate("oauth.decide", allow(interaction))).problem).toBe("not_found")

    const unseen = provider.browser()
    const consentPage = await unseen.goto(provider.authorizeUrl(app, { scope }))
    const early = scriptIn(unseen)
    expect(await early.signIn(person.email, person.password)).toBeNull()
    expect((await early.mutate("oauth.decide", allow(idOf(consentPage.url)))).problem).toBe("not_found")
    expect(await grants()).toEqual([])
  })

  test("reject cross-site requests without changing anything", async () => {
    const interaction = await begin()
    const script = scriptIn(browser)
    for (const [name, input] of [
      ["decide", allow(interaction)],
      ["resume", { interaction }],
      ["signIn", { interaction, email: person.email, password: person.password }],
      ["chooseLanguage", { interaction, locale: "hi", form: { page: "second_step" } }],
      ["signOut", { request: null, locale: null }],
    ] as const) {
      const headers = { "content-type": "application/json", ...FOREIGN }
      const sent = { method: "POST", headers, body: JSON.stringify(input) }
      expect([name, (await script.fetch(`/api/trpc/oauth.${name}`, sent)).status]).toEqual([name, 400])
    }
    expect(await grants()).toEqual([])
    expect((await script.query<{ state: string }>("oauth.interaction", { interaction })).data.state).toBe("consent")
  })

  test("a decision must be a mutation, and requires a verified email address", async () => {
    const interaction = await begin()
    const script = scriptIn(browser)
    expect((await script.query("oauth.decide", allow(interaction))).status).toBe(405)
    await provider.rows("UPDATE account SET email_verified_at = NULL WHERE id = $1", [person.id])
    expect((await script.mutate("oauth.decide", allow(interaction))).problem).toBe("email_not_verified")
    expect((await script.query("oauth.interaction", { interaction })).data).toEqual({ state: "confirm_email" })
    expect(await grants()).toEqual([])
  })

  test("resume issues a code if everything was already allowed, and otherwise shows the consent page", async () => {
    const first = await begin()
    const script = scriptIn(browser)
    expect((await script.mutate("oauth.resume", { interaction: first })).data).toEqual({
      location: `/oauth/consent?interaction=${first}`,
    })
    await script.mutate("oauth.decide", allow(first))
    // A silent request stores no interaction, so one is stored before the session starts.
    const late = provider.browser()
    const consentPage = await late.goto(provider.authorizeUrl(app, { scope }))
    const again = scriptIn(late)
    await again.signIn(person.email, person.password)
    const interaction = idOf(consentPage.url)
    expect((await again.query("oauth.interaction", { interaction })).data).toEqual({ state: "allowed_before" })
    const { data } = await again.mutate<{ location: string }>("oauth.resume", { interaction })
    expect(new URL(data.location).searchParams.get("code")).toMatch(/^haat_ac_/)
    expect((await again.mutate("oauth.resume", { interaction })).problem).toBe("not_found")
  })

  test("sign in only the browser that started the request, and return to the form after a wrong password", async () => {
    const consentPage = await browser.goto(provider.authorizeUrl(app, { scope }))
    const interaction = idOf(consentPage.url)
    const fields = { interaction, email: person.email, password: person.password }
    const elsewhere = new PortalClient(provider.url, browser.ip)
    expect((await elsewhere.mutate("oauth.signIn", fields)).problem).toBe("not_found")
    expect((await elsewhere.query("oauth.signInRequest", { interaction })).problem).toBe("not_found")
    const script = scriptIn(browser)
    const wrong = await script.mutate("oauth.signIn", { ...fields, password: "not the password" })
    expect(wrong.data).toEqual({ location: `/oauth/sign-in?interaction=${interaction}` })
    expect((await script.query("oauth.interaction", { interaction })).problem).toBe("authentication_required")
    const right = await script.mutate("oauth.signIn", fields)
    expect(right.data).toEqual({ location: `/oauth/consent?interaction=${interaction}` })
    expect((await script.query<{ state: string }>("oauth.interaction", { interaction })).data.state).toBe("consent")
  })
})
