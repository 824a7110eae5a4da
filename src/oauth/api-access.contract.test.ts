import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { LANES } from "@/testing/fixtures/lane"
import type { TestApp } from "@/testing/fixtures/oauth-apps"
import { OauthProvider, type Parameters, type TestPerson, type TokenSet } from "@/testing/fixtures/oauth-provider"

// Access tokens as credentials of /v1, next to API keys.

describe.each(LANES)("access tokens at /v1, on the %s lane", (lane) => {
  let provider: OauthProvider
  let app: TestApp

  beforeAll(async () => {
    provider = await OauthProvider.lease(lane)
    app = await provider.app({
      required: ["openid"],
      optional: [
        "profile",
        "email",
        "profile.read",
        "catalog.read",
        "orders.read",
        "seller.orders.read",
        "seller.orders.write",
      ],
    })
  })
  afterAll(() => provider.close())

  const tokensFor = (person: TestPerson, scope: string, parameters: Parameters = {}): Promise<TokenSet> =>
    provider.obtainTokens(provider.browser(), person, app, { scope, ...parameters })
  const get = (path: string, token: string) => provider.lane.request(path, { key: token })

  test("authenticate as their account, in live mode", async () => {
    const person = await provider.person()
    const { access_token } = await tokensFor(person, "profile.read")
    const { status, json, headers } = await get("/v1/me", access_token)
    expect([status, json.data.id, json.data.email, json.meta.livemode]).toEqual([200, person.sub, person.email, true])
    expect(headers.get("x-request-id")).toBeTruthy()
  })

  test("give access only to the endpoints of their scopes", async () => {
    const person = await provider.person()
    await provider.lane.marketplace.store("Mithila Looms", { owner: person.id })
    const paths = {
      "profile.read": "/v1/me",
      "catalog.read": "/v1/products",
      "orders.read": "/v1/orders",
      "seller.orders.read": "/v1/seller/orders",
    } as const
    const browser = provider.browser()
    for (const scope of ["openid profile email", ...Object.keys(paths)]) {
      const { access_token } = await provider.obtainTokens(browser, person, app, { scope })
      for (const [needed, path] of Object.entries(paths)) {
        const { status, json } = await get(path, access_token)
        if (needed !== scope)
          expect([scope, path, status, json.error.code]).toEqual([scope, path, 403, "insufficient_scope"])
        else expect([path, status === 200 || json.error.code === "not_a_seller"]).toEqual([path, true])
      }
    }
  })

  test("ship orders only with the write scope, and only for the seller who granted it", async () => {
    const { marketplace } = provider.lane
    const [seller, buyer] = [await provider.person(), await provider.person()]
    const store = await marketplace.store("Mithila Crafts", { owner: seller.id })
    const { sellerOrders } = await marketplace.order({ account: buyer.id, stores: [store] })
    const id = `so_${sellerOrders[0]?.id}`
    const reading = await tokensFor(seller, "seller.orders.read")
    expect((await provider.lane.ship(id, { key: reading.access_token })).json.error.code).toBe("insufficient_scope")
    const otherStore = await marketplace.store("Kosi Crafts", { owner: buyer.id })
    const strangers = await tokensFor(buyer, "seller.orders.write")
    expect((await provider.lane.ship(id, { key: strangers.access_token })).json.error.code).toBe("not_found")
    await provider.rows("UPDATE store SET status = 'suspended' WHERE id = $1", [otherStore])
    expect((await provider.lane.ship(id, { key: strangers.access_token })).json.error.code).toBe("not_a_seller")
    const writing = await tokensFor(seller, "seller.orders.write")
    const shipped = await provider.lane.ship(id, { key: writing.access_token })
    expect([shipped.status, shipped.json.data.status]).toEqual([200, "shipped"])
    const [audit] = await provider.rows<{ actor_kind: string }>(
      "SELECT actor_kind FROM audit_entry WHERE action LIKE '%ship%' ORDER BY created_at DESC LIMIT 1",
    )
    if (audit) expect(audit.actor_kind).toBe("oauth")
  })

  test("have a rate limit of 300 requests a minute, reported in the headers", async () => {
    const { access_token } = await tokensFor(await provider.person(), "profile.read")
    const { headers } = await get("/v1/me", access_token)
    expect([headers.get("x-ratelimit-limit"), headers.get("x-ratelimit-remaining")]).toEqual(["300", "299"])
    const statuses = []
    for (let i = 0; i < 6; i++)
      statuses.push(
        ...(
          await Promise.all(
            Array.from({ length: 51 }, () =>
              fetch(`${provider.url}/v1/me`, { headers: { authorization: `Bearer ${access_token}` } }),
            ),
          )
        ).map(({ status }) => status),
      )
    expect([
      statuses.filter((status) => status === 200).length,
      statuses.filter((status) => status === 429).length,
    ]).toEqual([299, 7])
  })

  test("have a rate limit per account, even for the same app", async () => {
    const [first, second] = [
      await tokensFor(await provider.person(), "profile.read"),
      await tokensFor(await provider.person(), "profile.read"),
    ]
    await get("/v1/me", first.access_token)
    expect((await get("/v1/me", second.access_token)).headers.get("x-ratelimit-remaining")).toBe("299")
  })

  test("appear in the request log and the usage counts, and update the grant's last use", async () => {
    const person = await provider.person()
    const { access_token } = await tokensFor(person, "profile.read")
    await get("/v1/me", access_token)
    await get("/v1/orders", access_token)
    const logged = () =>
      provider.rows(
        "SELECT credential_kind, operation, status, error_code, livemode FROM request_log WHERE account_id = $1 ORDER BY created_at, id",
        [person.id],
      )
    const common = { credential_kind: "oauth", livemode: true }
    await expect.poll(logged).toEqual([
      { ...common, operation: "GET /me", status: 200, error_code: null },
      { ...common, operation: "GET /orders", status: 403, error_code: "insufficient_scope" },
    ])
    expect(
      await provider.rows(
        "SELECT credential_kind, operation, status, sum(requests)::int AS requests FROM api_usage_current WHERE account_id = $1 GROUP BY credential_kind, operation, status ORDER BY operation",
        [person.id],
      ),
    ).toEqual([
      { credential_kind: "oauth", operation: "GET /me", status: 200, requests: 1 },
      { credential_kind: "oauth", operation: "GET /orders", status: 403, requests: 1 },
    ])
    // It is written after the log.
    await expect
      .poll(() => provider.rows("SELECT last_used_at FROM oauth_grant WHERE account_id = $1", [person.id]))
      .toEqual([{ last_used_at: expect.any(Date) as Date }])
  })

  test("that are revoked or expired fail with token_revoked or token_expired", async () => {
    const person = await provider.person()
    const [first, second] = [await tokensFor(person, "profile.read"), await tokensFor(person, "profile.read")]
    await provider.revoke(app, first.access_token)
    const revoked = await get("/v1/me", first.access_token)
    expect([revoked.status, revoked.json.error.code, revoked.headers.get("www-authenticate")]).toEqual([
      401,
      "token_revoked",
      expect.stringMatching(/^Bearer/),
    ])
    await provider.rows(
      "UPDATE oauth_access_token SET expires_at = now() WHERE revoked_at IS NULL AND grant_id IN (SELECT id FROM oauth_grant WHERE account_id = $1)",
      [person.id],
    )
    expect((await get("/v1/me", second.access_token)).json.error.code).toBe("token_expired")
  })

  test("are the only OAuth credential that /v1 accepts", async () => {
    const person = await provider.person()
    const browser = provider.browser()
    const tokens = await provider.obtainTokens(browser, person, app, { scope: "openid profile.read" })
    const { code } = await provider.code(browser, person, app, { scope: "openid profile.read" })
    const { access_token } = tokens
    for (const token of [
      tokens.refresh_token,
      tokens.id_token ?? "",
      code,
      app.secret ?? "",
      `${access_token}x`,
      access_token.slice(0, -1),
      access_token.toLowerCase(),
      access_token.replace("haat_at_", "haat_live_"),
      access_token.replace("haat_at_", "haat_rt_"),
    ]) {
      const response = await get("/v1/me", token)
      expect([token.slice(0, 16), response.status, response.json.error.code]).toEqual([
        token.slice(0, 16),
        401,
        "invalid_token",
      ])
    }
    const session = [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join("; ")
    expect((await provider.lane.request("/v1/me", { headers: { cookie: session } })).status).toBe(401)
    expect((await get("/v1/me", access_token)).status).toBe(200)
  })
})
