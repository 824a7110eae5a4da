import { createHash, randomBytes } from "node:crypto"
import { expect } from "vitest"
import { v7 as uuidv7 } from "uuid"
import { hashPassword } from "@/auth/password"
import { publicId } from "@/domain/public-id"
import { type Lane, Lane as TestLane, type LaneName } from "@/testing/lane"
import { type AppOptions, registerApp, type TestApp } from "@/testing/oauth-apps"
import { type Page, ScriptlessBrowser } from "@/testing/oauth-browser"

export interface TestPerson {
  id: string
  /** As apps see it. */
  sub: string
  email: string
  password: string
  name: string
}

export interface TokenSet {
  access_token: string
  refresh_token: string
  token_type: string
  expires_in: number
  scope?: string
  id_token?: string
}

export interface OauthAnswer<Body = Record<string, unknown>> {
  status: number
  headers: Headers
  text: string
  /** The parsed body; an empty object when it is no JSON. */
  json: Body & { error?: string; error_description?: string }
}

export type Parameters = Record<string, string | undefined>

export const PASSWORD = "kamal kachnar palash"

export const newVerifier = (): string => randomBytes(32).toString("base64url")
export const challengeOf = (verifier: string): string => createHash("sha256").update(verifier).digest("base64url")
export const basic = (clientId: string, secret: string): string =>
  `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`).toString("base64")}`

const passwordHash = hashPassword(PASSWORD)

const defined = (parameters: Parameters): [string, string][] =>
  Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined)

/** The provider on one lane, with the people and apps that a test puts into it. */
export class OauthProvider {
  private constructor(readonly lane: Lane) {}

  static async open(lane: LaneName, env: Record<string, string> = {}): Promise<OauthProvider> {
    return new OauthProvider(await TestLane.open(lane, { TRUST_PROXY: "1", ...env }))
  }

  get url(): string {
    return this.lane.url
  }

  rows<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return this.lane.marketplace.rows<Row>(text, values)
  }

  app(options: AppOptions = {}): Promise<TestApp> {
    return registerApp(this.lane.marketplace, options)
  }

  async person({ name = "Asha Jha", locale = "en" } = {}): Promise<TestPerson> {
    const email = `${uuidv7()}@example.in`
    const id = await this.lane.marketplace.account({ name, locale, email })
    await this.rows("UPDATE account SET password_hash = $2 WHERE id = $1", [id, await passwordHash])
    return { id, sub: publicId("account", id), email, password: PASSWORD, name }
  }

  browser(headers: Record<string, string> = {}): ScriptlessBrowser {
    return new ScriptlessBrowser(this.url, headers)
  }

  /** An authorization request; undefined leaves a parameter out. */
  authorizeUrl(app: TestApp, parameters: Parameters = {}): string {
    const pairs = defined({
      response_type: "code",
      client_id: app.clientId,
      redirect_uri: app.redirectUri,
      scope: "openid",
      state: "a state",
      ...parameters,
    })
    return `${this.url}/oauth/authorize?${new URLSearchParams(pairs).toString()}`
  }

  /** Types e-mail address and password into the sign-in page that is open. */
  signIn(browser: ScriptlessBrowser, person: TestPerson, password = person.password): Promise<Page> {
    return browser.submit({ fill: { email: person.email, password }, press: "sign-in" })
  }

  /** Walks from an authorization request to the app, signing in and allowing where a page asks for it. */
  async walk(
    browser: ScriptlessBrowser,
    person: TestPerson,
    url: string,
    { scopes }: { scopes?: string[] } = {},
  ): Promise<URL> {
    let page = await browser.goto(url)
    for (let steps = 0; steps < 3 && !page.left; steps++) {
      if (page.html.includes('id="sign-in"')) page = await this.signIn(browser, person)
      else page = await browser.submit({ press: "allow", ...(scopes ? { fill: { scope: scopes } } : {}) })
    }
    if (!page.left)
      throw new Error(
        `the browser did not come back to the app: ${page.status} ${page.url}\n${page.html.slice(0, 800)}`,
      )
    return page.left
  }

  /** A browser in which a person is signed in and has allowed the app these scopes. */
  async signedIn(person: TestPerson, app: TestApp, parameters: Parameters = {}): Promise<ScriptlessBrowser> {
    const browser = this.browser()
    await this.code(browser, person, app, parameters)
    return browser
  }

  /** A code with the PKCE verifier that it wants. */
  async code(
    browser: ScriptlessBrowser,
    person: TestPerson,
    app: TestApp,
    parameters: Parameters = {},
  ): Promise<{ code: string; verifier: string; callback: URL }> {
    const verifier = newVerifier()
    const callback = await this.walk(
      browser,
      person,
      this.authorizeUrl(app, { code_challenge: challengeOf(verifier), code_challenge_method: "S256", ...parameters }),
    )
    const code = callback.searchParams.get("code")
    if (!code) throw new Error(`no code came back: ${callback.href}`)
    return { code, verifier, callback }
  }

  async tokens(
    browser: ScriptlessBrowser,
    person: TestPerson,
    app: TestApp,
    parameters: Parameters = {},
  ): Promise<TokenSet> {
    const { code, verifier } = await this.code(browser, person, app, parameters)
    const answer = await this.exchange(app, {
      code,
      code_verifier: verifier,
      redirect_uri: parameters.redirect_uri ?? app.redirectUri,
    })
    expect([answer.status, answer.json.error]).toEqual([200, undefined])
    return answer.json
  }

  /** The token endpoint with this client's own authentication. */
  exchange(app: TestApp, parameters: Parameters, url = this.url): Promise<OauthAnswer<TokenSet>> {
    return this.post(
      "/oauth/token",
      { grant_type: "authorization_code", redirect_uri: app.redirectUri, ...this.clientParameters(app), ...parameters },
      this.clientHeaders(app),
      url,
    )
  }

  refresh(
    app: TestApp,
    refreshToken: string,
    parameters: Parameters = {},
    url = this.url,
  ): Promise<OauthAnswer<TokenSet>> {
    return this.post(
      "/oauth/token",
      { grant_type: "refresh_token", refresh_token: refreshToken, ...this.clientParameters(app), ...parameters },
      this.clientHeaders(app),
      url,
    )
  }

  revoke(app: TestApp, token: string, parameters: Parameters = {}, url = this.url): Promise<OauthAnswer> {
    return this.post(
      "/oauth/revoke",
      { token, ...this.clientParameters(app), ...parameters },
      this.clientHeaders(app),
      url,
    )
  }

  userinfo(accessToken: string, url = this.url): Promise<OauthAnswer> {
    return this.request("/oauth/userinfo", { headers: { authorization: `Bearer ${accessToken}` } }, url)
  }

  /** Whether the provider still honours an access token. */
  async lives(accessToken: string, url = this.url): Promise<boolean> {
    const { status } = await this.userinfo(accessToken, url)
    if (![200, 401, 403].includes(status)) throw new Error(`userinfo answers ${status}`)
    return status !== 401
  }

  private clientParameters(app: TestApp): Parameters {
    return app.secret === null ? { client_id: app.clientId } : {}
  }

  private clientHeaders(app: TestApp): Record<string, string> {
    return app.secret === null ? {} : { authorization: basic(app.clientId, app.secret) }
  }

  post<Body = Record<string, unknown>>(
    path: string,
    parameters: Parameters | [string, string][],
    headers: Record<string, string> = {},
    url = this.url,
  ): Promise<OauthAnswer<Body>> {
    const body = new URLSearchParams(Array.isArray(parameters) ? parameters : defined(parameters)).toString()
    return this.request<Body>(
      path,
      { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded", ...headers }, body },
      url,
    )
  }

  async request<Body = Record<string, unknown>>(
    path: string,
    init: RequestInit = {},
    url = this.url,
  ): Promise<OauthAnswer<Body>> {
    const response = await fetch(url + path, { redirect: "manual", ...init })
    const text = await response.text()
    const json = (text.startsWith("{") ? JSON.parse(text) : {}) as OauthAnswer<Body>["json"]
    return { status: response.status, headers: response.headers, text, json }
  }

  close(): Promise<void> {
    return this.lane.close()
  }
}
