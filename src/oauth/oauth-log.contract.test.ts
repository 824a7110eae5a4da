import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { LANES } from "@/testing/fixtures/lane"
import type { TestApp } from "@/testing/fixtures/oauth-apps"
import {
  basicAuthorization,
  createVerifier,
  type OauthResponse,
  OauthProvider,
  type TestPerson,
} from "@/testing/fixtures/oauth-provider"
import { PortalClient } from "@/testing/fixtures/portal-client"

// What an app's developer can read about refused codes and tokens.

interface Entry {
  endpoint: string
  error: string
  reason: string
  detail: string | null
  person: string | null
  grant: string | null
  request_id: string
  occurrences: number
  created_at: string
}

describe.each(LANES)("the OAuth log, on the %s lane", (lane) => {
  let provider: OauthProvider
  let owner: TestPerson
  let person: TestPerson
  let portal: PortalClient

  beforeAll(async () => {
    provider = await OauthProvider.lease(lane)
    owner = await provider.person()
    person = await provider.person()
    portal = await signedIn(owner)
  })
  afterAll(() => provider.close())

  const signedIn = async ({ email, password }: TestPerson): Promise<PortalClient> => {
    const client = new PortalClient(provider.url, provider.browser().ip)
    expect(await client.signIn(email, password)).toBeNull()
    return client
  }
  const appOf = () => provider.app({ owner: owner.id, required: ["openid"], optional: ["profile"] })
  const log = async (app: TestApp, filter: Record<string, string> = {}): Promise<Entry[]> =>
    (await portal.query<{ data: Entry[] }>("oauthApps.log", { client_id: app.clientId, ...filter })).data.data
  const logged = async (app: TestApp, reasons: string[]): Promise<Entry[]> => {
    await expect.poll(async () => (await log(app)).map(({ reason }) => reason)).toEqual(reasons)
    return log(app)
  }

  test("records why each code and token was rejected, for whom and in which request, without secrets", async () => {
    const app = await appOf()
    const other = await appOf()
    const browser = provider.browser()
    const { code, verifier } = await provider.code(browser, person, app)
    const { json } = await provider.exchange(app, { code, code_verifier: verifier })
    const second = await provider.code(browser, person, app)
    const third = await provider.code(browser, person, app)
    const responses: OauthResponse<object>[] = [
      await provider.exchange(app, { code, code_verifier: verifier }),
      await provider.exchange(app, { code: second.code, code_verifier: createVerifier() }),
      await provider.exchange(app, { code: second.code }),
      await provider.exchange(app, {
        code: second.code,
        code_verifier: second.verifier,
        redirect_uri: "https://shop-sync.example/other?token=hidden-in-a-query",
      }),
      await provider.exchange(other, { code: third.code, code_verifier: third.verifier }),
      await provider.exchange(app, { code: "haat_ac_nothing" }),
      await provider.post(
        "/oauth/token",
        { grant_type: "refresh_token", refresh_token: json.refresh_token },
        { authorization: basicAuthorization(app.clientId, "haat_cs_wrong") },
      ),
      await provider.post("/oauth/token", {
        grant_type: "password",
        client_id: app.clientId,
        client_secret: app.secret ?? "",
      }),
    ]
    for (const { status, headers, json: body } of responses)
      expect([status >= 400, (body as { request_id?: string }).request_id]).toEqual([true, headers.get("x-request-id")])
    const entries = await logged(app, [
      "grant_type_unsupported",
      "client_secret_wrong",
      "code_unknown",
      "redirect_uri_mismatch",
      "code_verifier_missing",
      "code_verifier_wrong",
      "code_used",
    ])
    expect(entries.map(({ error }) => error)).toEqual([
      "unsupported_grant_type",
      "invalid_client",
      ...Array<string>(5).fill("invalid_grant"),
    ])
    expect(entries.map(({ request_id }) => request_id)).toEqual(
      [7, 6, 5, 3, 2, 1, 0].map((nth) => responses[nth]?.headers.get("x-request-id")),
    )
    for (const { endpoint, occurrences, created_at } of entries)
      expect([endpoint, occurrences, Date.parse(created_at) > Date.now() - 60_000]).toEqual(["/oauth/token", 1, true])
    expect(entries.at(-1)).toMatchObject({
      person: `…${person.sub.slice(-6)}`,
      grant: expect.stringMatching(/^…[0-9a-f]{6}$/) as string,
    })
    expect(entries[3]?.detail).toBe("https://shop-sync.example/other")
    for (const [filter, reasons] of [
      [{ q: "invalid_client" }, ["client_secret_wrong"]],
      [{ q: entries[2]?.request_id ?? "" }, ["code_unknown"]],
      [{ reason: "code_used" }, ["code_used"]],
      [{ endpoint: "/oauth/token", reason: "code_unknown" }, ["code_unknown"]],
      [{ endpoint: "/oauth/consent" }, []],
    ] as const)
      expect([filter, (await log(app, filter)).map(({ reason }) => reason)]).toEqual([filter, reasons])
    expect((await logged(other, ["code_of_another_client"]))[0]).toMatchObject({ person: null, grant: null })
    const text = JSON.stringify([entries, await log(other), await provider.rows("SELECT * FROM oauth_log_entry")])
    for (const secret of [
      code,
      second.code,
      third.code,
      app.secret ?? "",
      json.refresh_token,
      verifier,
      "haat_cs_wrong",
      "hidden-in-a-query",
      person.email,
    ])
      expect(text).not.toContain(secret.length > 24 ? secret.slice(10, -6) : secret)
  })

  test("records the reuse of a refresh token and the revocation that it caused", async () => {
    const app = await appOf()
    const { refresh_token } = await provider.obtainTokens(provider.browser(), person, app)
    const { json } = await provider.refresh(app, refresh_token)
    await provider.refresh(app, refresh_token)
    await provider.refresh(app, json.refresh_token)
    const [revoked, reused] = await logged(app, ["refresh_token_revoked", "refresh_token_reused"])
    expect([revoked?.person, reused?.person]).toEqual(Array(2).fill(`…${person.sub.slice(-6)}`))
  })

  test("records rejected authorization requests, and rejected access tokens at UserInfo", async () => {
    const app = await appOf()
    const browser = provider.browser()
    const { access_token, refresh_token } = await provider.obtainTokens(browser, person, app)
    await browser.goto(
      provider.authorizeUrl(app, { redirect_uri: `https://evil.example/callback/${app.secret ?? ""}?code=x` }),
    )
    await browser.goto(provider.authorizeUrl(app, { scope: "openid orders.read" }))
    await browser.goto(provider.authorizeUrl(app, { prompt: "none", scope: "openid profile" }))
    await browser.goto(provider.authorizeUrl(app, { prompt: "consent" }))
    await browser.submit({ press: "deny" })
    await provider.revoke(app, refresh_token)
    await provider.userinfo(access_token)
    const entries = await logged(app, [
      "access_token_revoked",
      "denied_by_person",
      "consent_needed",
      "scope_not_allowed",
      "redirect_uri_not_registered",
    ])
    expect(entries.map(({ endpoint }) => endpoint)).toEqual([
      "/oauth/userinfo",
      "/oauth/consent",
      "/oauth/authorize",
      "/oauth/authorize",
      "/oauth/authorize",
    ])
    expect([entries[3]?.detail, entries[4]?.detail]).toEqual([
      "orders.read",
      "https://evil.example/callback/haat_cs_[redacted]",
    ])
  })

  test("counts a flood for a client_id in few entries that do not hide others", async () => {
    const app = await appOf()
    const { code, verifier } = await provider.code(provider.browser(), person, app)
    await provider.exchange(app, { code, code_verifier: verifier })
    await provider.exchange(app, { code, code_verifier: verifier })
    const flood = 300
    // After a while the whole network is refused, including other clients in it.
    const flooding = "203.0.113.200"
    const statuses = await Promise.all(
      Array.from(
        { length: flood },
        async () =>
          (
            await provider.post(
              "/oauth/token",
              { grant_type: "refresh_token", refresh_token: "x" },
              { authorization: basicAuthorization(app.clientId, "haat_cs_wrong"), "x-forwarded-for": flooding },
            )
          ).status,
      ),
    )
    // Of 300 concurrent requests some may be refused because the process is busy.
    expect(statuses.filter((status) => ![401, 429, 503].includes(status))).toEqual([])
    const refused = statuses.filter((status) => status === 401).length
    await expect.poll(async () => (await log(app)).length, { timeout: 15_000 }).toBeGreaterThan(5)
    const wrong = (await log(app)).filter(({ reason }) => reason === "client_secret_wrong")
    // One more entry per minute counts those not written; the flood may cross the end of a minute.
    expect(wrong.length).toBeLessThanOrEqual(22)
    expect(wrong.reduce((sum, { occurrences }) => sum + occurrences, 0)).toBeLessThanOrEqual(refused)
    expect((await log(app)).some(({ reason }) => reason === "code_used")).toBe(true)
  })

  test("is a portal page with an empty state, and is not found for other accounts", async () => {
    const app = await appOf()
    const page = async (client: PortalClient): Promise<{ status: number; text: string }> => {
      const response = await client.fetch(`/apps/${app.clientId}/log`, { headers: { accept: "text/html" } })
      return { status: response.status, text: await response.text() }
    }
    expect((await page(portal)).text).toContain("No requests were refused")
    await provider.exchange(app, { code: "haat_ac_nothing" })
    await logged(app, ["code_unknown"])
    const shown = await page(portal)
    expect([
      shown.status,
      shown.text.includes("The authorization code does not exist."),
      shown.text.includes("invalid_grant"),
    ]).toEqual([200, true, true])
    expect((await page(await signedIn(person))).status).toBe(404)
  })

  test("is accessible only to the owner", async () => {
    const app = await appOf()
    const stranger = await signedIn(person)
    expect((await stranger.query("oauthApps.log", { client_id: app.clientId })).problem).toBe("not_found")
    expect((await new PortalClient(provider.url).query("oauthApps.log", { client_id: app.clientId })).problem).toBe(
      "authentication_required",
    )
    expect(await log(app)).toEqual([])
  })

  test("is paginated without gaps or duplicates", async () => {
    const app = await appOf()
    await provider.rows(
      "INSERT INTO oauth_log_entry (id, app_id, endpoint, error, reason, request_id) SELECT gen_random_uuid(), $1, '/oauth/token', 'invalid_grant', 'code_used', 'request-' || n FROM generate_series(1, 120) n",
      [app.id],
    )
    const seen: string[] = []
    let after: string | undefined
    for (let pages = 0; pages < 5; pages++) {
      const { data, next } = (
        await portal.query<{ data: Entry[]; next: string | null }>("oauthApps.log", { client_id: app.clientId, after })
      ).data
      seen.push(...data.map(({ request_id }) => request_id))
      if (next === null) break
      after = next
    }
    expect([seen.length, new Set(seen).size]).toEqual([120, 120])
  })
})
