import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { v7 as uuidv7 } from "uuid"
import type { ErrorGroup, KeyRateLimit, Usage } from "@/features/usage/schema"
import type { LoggedRequest, RequestPage, RequestSummary } from "@/features/requests/schema"
import { hashCredential, mintCredential } from "@/platform/secrets"
import { DURATION_COLUMNS, durationBucketOf, durationColumnOf } from "@/platform/request-log/usage-counts"
import { Lane } from "@/testing/fixtures/lane"
import { addTestClient, registerApp } from "@/testing/fixtures/oauth-apps"
import { PortalClient } from "@/testing/fixtures/portal-client"

describe("the request log and usage in the portal", () => {
  let lane: Lane

  beforeAll(async () => {
    lane = await Lane.lease("fast")
  })
  afterAll(() => lane.close())

  const holder = async (email: string) => {
    const account = await lane.marketplace.account({ email })
    const client = await lane.signedIn(account)
    const list = async (more: object = {}, of = client) => (await of.query<RequestPage>("requests.list", more)).data
    return { account, client, list }
  }
  const logged = (account: string, count: number) =>
    expect
      .poll(
        async () => (await lane.marketplace.rows("SELECT FROM request_log WHERE account_id = $1", [account])).length,
        { timeout: 10_000 },
      )
      .toBe(count)

  /** Inserts rows as they would be after a while, all in one second. */
  const fill = async (
    account: string,
    credential: string,
    count: number,
    more: { status?: number; code?: string | null; path?: string; livemode?: boolean } = {},
  ): Promise<void> => {
    const at = Date.now() - 60_000
    const rows = Array.from({ length: count }, (_, i) => ({
      id: uuidv7({ msecs: at + (i % 3) }),
      at: new Date(at + (i % 3)),
    }))
    await lane.marketplace.rows(
      `INSERT INTO request_log (id, request_id, account_id, credential_kind, credential_id, livemode, method, path, operation, status, error_code, duration_ms, created_at)
       SELECT id, id::text, $3, 'api_key', $4, $8, 'GET', $7, 'GET /products', $5, $6, 3, at FROM unnest($1::uuid[], $2::timestamptz[]) AS t (id, at)`,
      [
        rows.map(({ id }) => id),
        rows.map(({ at: when }) => when),
        account,
        credential,
        more.status ?? 200,
        more.code ?? null,
        more.path ?? "/v1/products",
        more.livemode ?? true,
      ],
    )
  }

  test("a rejected change is logged with its bodies and headers", async () => {
    const { account, client, list } = await holder("explained@example.in")
    const key = await lane.marketplace.key(account)
    const response = await lane.request("/v1/seller/orders/so_1/ship?note=hello", {
      key,
      method: "PATCH",
      json: { courier_name: "Pavan" },
      headers: { "idempotency-key": "try-1", "user-agent": "sync/2.0" },
    })
    await logged(account, 1)
    const [row] = (await list()).data
    expect(row).toMatchObject({
      method: "PATCH",
      path: "/v1/seller/orders/so_1/ship",
      status: response.status,
      error_code: response.json.error.code,
      credential_id: `key_${key.id}`,
    })
    const { data } = (await client.query<{ data: LoggedRequest }>("requests.get", { id: row?.id })).data
    expect(data).toMatchObject({
      operation: "PATCH /seller/orders/{id}/ship",
      scope: "seller.orders.write",
      user_agent: "sync/2.0",
      query: null,
      request_headers: { "content-type": "application/json", "idempotency-key": "try-1" },
      response_headers: { "content-type": "application/json; charset=utf-8" },
      credential: { kind: "api_key", name: "test", hint: `haat_live_…${key.secret.slice(-4)}` },
    })
    expect(JSON.parse(data.response_body ?? "")).toMatchObject({
      error: { code: response.json.error.code, request_id: row?.request_id },
    })
    expect(Object.keys(data.request_headers ?? {})).not.toContain("authorization")
    expect(
      (
        await client.query<{ data: RequestSummary[] }>("requestLog.find", {
          request_id: response.headers.get("x-request-id"),
        })
      ).data.data.map(({ id }) => id),
    ).toEqual([row?.id])
  })

  test("a request is listed with its query, of which only the operation's parameters are kept", async () => {
    const { account, list } = await holder("queries@example.in")
    const key = await lane.marketplace.key(account)
    const q = "चावल ".repeat(45)
    await lane.request(`/v1/products?${new URLSearchParams({ q: q.slice(0, 120), sid: "hunter2", page: "2" })}`, {
      key,
    })
    await lane.request(`/v1/products?${new URLSearchParams({ q, hunter2: "" })}`, { key })
    await lane.request("/v1/me?sid=hunter2", { key })
    await logged(account, 3)
    const { data } = await list()
    expect(data.map(({ query }) => query && Object.fromEntries(new URLSearchParams(query)))).toEqual([
      null,
      { q: `${q.slice(0, 200)}…` },
      { q: q.slice(0, 120), page: "2" },
    ])
    const stored = await lane.marketplace.rows(
      "SELECT FROM request_log r WHERE account_id = $1 AND r::text ~ 'hunter2|sid'",
      [account],
    )
    expect(stored).toEqual([])
  })

  test("a change's body is logged without the customer's address; a successful read's is not", async () => {
    const { account, client, list } = await holder("shipper@example.in")
    const store = await lane.marketplace.store("Log Haat", { owner: account })
    const order = await lane.marketplace.order({ account, stores: [store] })
    const key = await lane.marketplace.key(account)
    const shipped = await lane.ship(`so_${order.sellerOrders[0]?.id}`, { key })
    expect(shipped.status).toBe(200)
    await lane.request("/v1/me", { key })
    await logged(account, 2)
    const rows = (await list()).data
    const get = async (path: string) =>
      (
        await client.query<{ data: LoggedRequest }>("requests.get", {
          id: rows.find((row) => row.path.endsWith(path))?.id,
        })
      ).data.data
    const ship = await get("/ship")
    expect(JSON.parse(ship.request_body ?? "")).toEqual({ courier_name: "Pavan Express", awb: "PX-1" })
    expect(JSON.parse(ship.response_body ?? "")).toMatchObject({
      data: { status: "shipped", delivery_address: "[redacted]" },
    })
    expect(ship.response_body).not.toContain("Lalbagh")
    const me = await get("/me")
    expect([me.request_body, me.response_body, me.response_headers]).toEqual([null, null, null])
    expect(me.request_headers).not.toBeNull()
  })

  test("no secret is logged", async () => {
    const { account } = await holder("secrets@example.in")
    // Bodies are read only if the caller may act.
    await lane.marketplace.store("Secret Haat", { owner: account })
    const key = await lane.marketplace.key(account)
    const secrets = [
      mintCredential("live_key"),
      mintCredential("test_key"),
      mintCredential("access_token"),
      mintCredential("refresh_token"),
      mintCredential("authorization_code"),
      mintCredential("client_secret"),
      "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
      "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhY2NfMSJ9.c2lnbmF0dXJlc2lnbmF0dXJl",
      "sk_live_51Habcdefghijklmnopqrst",
      "priya.k+orders@example.in",
      "+919876543210",
      "9876501234",
    ]
    let sent = 0
    for (const secret of secrets) {
      const query = new URLSearchParams({ q: secret, page: "0", access_token: `plain-${sent}-${secret}` })
      await lane.request(`/v1/products?${query}`, {
        key,
        headers: {
          "user-agent": `app ${secret}`,
          "idempotency-key": secret,
          "if-none-match": secret,
          cookie: `session=${secret}`,
          "x-api-key": secret,
          "accept-language": secret,
          origin: `https://${secret}`,
          referer: `https://a.example/?t=${secret}`,
          ...(/^\w{8,128}$/.test(secret) && { "x-request-id": secret }),
        },
      })
      await lane.request(`/v1/orders/${encodeURIComponent(secret)}`, { key })
      for (const body of [
        JSON.stringify({ courier_name: `by ${secret}`, awb: "!", note: [{ deep: { text: secret } }], [secret]: 1 }),
        `{"courier_name": "${secret}", "awb": `,
        `{"password": "hunter2-${sent}", "awb": "!", "customer": {"phone": "${secret}", "address": {"line1": "77 Secret Lane"}}}`,
        `{"awb": "PX", "client_secret": "hunter2-${sent}"`,
      ]) {
        await lane.request("/v1/seller/orders/so_1/ship", {
          key,
          method: "PATCH",
          body,
          headers: { "content-type": "application/json", "idempotency-key": `${sent}-${Math.random()}` },
        })
        sent++
      }
    }
    await logged(account, secrets.length * 6)
    const [stored] = await lane.marketplace.rows<{ bodies: number; queries: number }>(
      "SELECT count(request_body)::int AS bodies, count(query)::int AS queries FROM request_log WHERE account_id = $1",
      [account],
    )
    expect(stored).toEqual({ bodies: secrets.length * 4, queries: secrets.length })
    const leaked = await lane.marketplace.rows<{ secret: string; row: string }>(
      "SELECT secret, r::text AS row FROM request_log r, unnest($2::text[]) AS secret WHERE r.account_id = $1 AND (strpos(r::text, secret) > 0 OR strpos(r::text, $3) > 0)",
      [
        account,
        [
          ...secrets.map((secret) => secret.replace(/^(haat_[a-z]+_|whsec_|sk_live_)/, "")),
          "hunter2",
          "Secret Lane",
          "plain-",
        ],
        key.secret.slice(10),
      ],
    )
    expect(leaked).toEqual([])
  })

  test("other accounts' requests are invisible", async () => {
    const { account, list, client } = await holder("owner-of-log@example.in")
    const { client: stranger, list: strangersList } = await holder("stranger-to-log@example.in")
    const key = await lane.marketplace.key(account)
    await lane.request("/v1/orders/none", { key })
    await logged(account, 1)
    const [row] = (await list()).data
    expect((await strangersList()).data).toEqual([])
    expect((await strangersList({ credential: `key_${key.id}` })).data).toEqual([])
    expect((await strangersList({ credential: `key_${key.id}`, status: "error" })).data).toEqual([])
    expect((await stranger.query("requests.get", { id: row?.id })).problem).toBe("not_found")
    expect(
      (await stranger.query<{ data: unknown[] }>("requestLog.find", { request_id: row?.request_id })).data.data,
    ).toEqual([])
    expect((await stranger.query<{ data: unknown[] }>("requestLog.credentials")).data.data).toEqual([])
    const range = { range: "24h", zone: "Asia/Kolkata" }
    expect((await client.query<{ data: Usage }>("usage.get", range)).data.data.requests).toBe(1)
    expect((await stranger.query<{ data: Usage }>("usage.get", range)).data.data.requests).toBe(0)
    expect((await stranger.query<{ data: ErrorGroup[] }>("usage.errors", range)).data.data).toEqual([])
    expect((await stranger.query<{ data: unknown[] }>("usage.allowances")).data.data).toEqual([])
    expect((await stranger.query<{ data: unknown }>("usage.firstSteps")).data.data).toEqual({
      key: false,
      request: false,
      webhook: false,
    })
  })

  test("the response time is exact above a second, or a lower bound in older rows", async () => {
    const { account, client } = await holder("slow@example.in")
    const p95 = async () =>
      (await client.query<{ data: Usage }>("usage.get", { range: "24h", zone: "Asia/Kolkata" })).data.data.p95
    const count = async (...durations: number[]) => {
      for (const duration_ms of durations) {
        const column = DURATION_COLUMNS[durationColumnOf(duration_ms)] ?? ""
        await lane.marketplace.rows(
          `INSERT INTO account_usage AS u (account_id, livemode, starts_at, requests, errors, ${column}) VALUES ($1, true, date_trunc('hour', now()), 1, 0, 1)
           ON CONFLICT (account_id, livemode, starts_at) DO UPDATE SET requests = u.requests + 1, ${column} = u.${column} + 1`,
          [account],
        )
        await lane.marketplace.rows(
          `INSERT INTO account_usage_duration AS u (account_id, livemode, bucket, starts_at, requests, duration_ms) VALUES ($1, true, $2, date_trunc('hour', now()), 1, $3)
           ON CONFLICT (account_id, livemode, bucket, starts_at) DO UPDATE SET requests = u.requests + 1, duration_ms = u.duration_ms + $3`,
          [account, durationBucketOf(duration_ms), duration_ms],
        )
      }
    }
    await count(36)
    expect(await p95()).toEqual({ ms: 36, at_least: false })
    await count(3, 3_000, 4_000)
    expect(await p95()).toEqual({ ms: 4000, at_least: false })
    await count(31_000)
    expect(await p95()).toEqual({ ms: 30_000, at_least: true })
    // Rows as they were written when the histogram ended at one second.
    await lane.marketplace.rows("UPDATE account_usage SET within_5000 = 0, over_30000 = 0 WHERE account_id = $1", [
      account,
    ])
    expect(await p95()).toEqual({ ms: 1000, at_least: true })
  })

  test.each([
    ["requests.list", {}],
    ["requests.get", { id: uuidv7() }],
    ["requestLog.find", { request_id: "x" }],
    ["requestLog.credentials", undefined],
    ["usage.get", { range: "24h", zone: "UTC" }],
    ["usage.errors", { range: "24h", zone: "UTC" }],
    ["usage.allowances", undefined],
    ["usage.firstSteps", undefined],
  ])("%s requires a session", async (procedure, input) => {
    expect((await new PortalClient(lane.url).query(procedure, input)).problem).toBe("authentication_required")
  })

  test("pages contain every request once, also within one millisecond", async () => {
    const { account, list } = await holder("pages@example.in")
    const key = await lane.marketplace.key(account)
    await fill(account, key.id, 170)
    const seen: string[] = []
    let before: string | undefined
    do {
      const page = await list({ before })
      expect(page.meta.searched_to).toBeNull()
      seen.push(...page.data.map(({ created_at, id }) => `${created_at} ${id}`))
      before = page.meta.next ?? undefined
    } while (before !== undefined)
    expect(seen).toHaveLength(170)
    expect(new Set(seen).size).toBe(170)
    expect(seen).toEqual([...seen].sort().reverse())
  })

  test("filters match exactly, and modes are separate", async () => {
    const { account, client, list } = await holder("filters@example.in")
    const [live, other, sandbox] = [
      await lane.marketplace.key(account),
      await lane.marketplace.key(account),
      await lane.marketplace.key(account, { mode: "test" }),
    ]
    await fill(account, live.id, 3)
    await fill(account, live.id, 2, { status: 404, code: "not_found", path: "/v1/orders/HT-1" })
    await fill(account, other.id, 1, { status: 500, code: "internal_error" })
    await fill(account, sandbox.id, 4, { livemode: false })
    const count = async (more: object) => (await list(more)).data.length
    expect(await count({})).toBe(6)
    expect((await list({}, client.inMode("sandbox"))).data).toHaveLength(4)
    expect((await list({ credential: `key_${live.id}` }, client.inMode("sandbox"))).data).toEqual([])
    expect(await count({ status: "2xx" })).toBe(3)
    expect(await count({ status: "error" })).toBe(3)
    expect(await count({ status: "404" })).toBe(2)
    expect(await count({ status: "5xx" })).toBe(1)
    expect(await count({ code: "not_found" })).toBe(2)
    expect(await count({ method: "PATCH" })).toBe(0)
    expect(await count({ path: "orders/HT" })).toBe(2)
    expect(await count({ path: "%" })).toBe(0)
    expect(await count({ credential: `key_${live.id}` })).toBe(5)
    expect(await count({ credential: `key_${live.id}`, status: "error" })).toBe(2)
    expect(await count({ credential: other.id })).toBe(1)
    expect(await count({ credential: `key_${sandbox.id}` })).toBe(0)
    expect(await count({ from: new Date().toISOString() })).toBe(0)
    expect(await count({ until: new Date(Date.now() - 3_600_000).toISOString() })).toBe(0)
    expect(await count({ from: new Date(Date.now() - 3_600_000).toISOString(), until: new Date().toISOString() })).toBe(
      6,
    )
  })

  test("a filter with few matches reports how far back it searched", async () => {
    const { account, list } = await holder("far-back@example.in")
    const key = await lane.marketplace.key(account)
    await fill(account, key.id, 10_050)
    await lane.marketplace.rows(
      "UPDATE api_request SET path = '/v1/needle' WHERE id = (SELECT id FROM request_log WHERE account_id = $1 ORDER BY created_at, id LIMIT 1)",
      [account],
    )
    const first = await list({ path: "needle" })
    expect([first.data.length, first.meta.next === null, first.meta.searched_to === null]).toEqual([0, false, false])
    const second = await list({ path: "needle", before: first.meta.next })
    expect([second.data.map(({ path }) => path), second.meta.next, second.meta.searched_to]).toEqual([
      ["/v1/needle"],
      null,
      null,
    ])
  })

  test.each([
    { status: "40" },
    { status: "6xx" },
    { method: "get" },
    { credential: "key_1" },
    { code: "Not Found" },
    { before: "yesterday" },
    { before: `2026-19-39T29:59:59.999Z~${uuidv7()}` },
    { path: "" },
    { path: "\0" },
    { from: "noon" },
  ])("an invalid filter is rejected: %j", async (more) => {
    const { client } = await holder(`bad-filter-${uuidv7()}@example.in`)
    expect((await client.query("requests.list", more)).problem).toBe("validation_failed")
  })

  test("requests with an app's token are listed under the app's name", async () => {
    const { account, client, list } = await holder("lets-in@example.in")
    const developer = await lane.marketplace.account()
    const [app, grant, token] = [uuidv7(), uuidv7(), mintCredential("access_token")]
    await lane.marketplace.rows(
      "INSERT INTO oauth_app (id, client_id, account_id, type) VALUES ($1, $2, $3, 'public')",
      [app, `app-${app}`, developer],
    )
    await lane.marketplace.rows(
      "INSERT INTO oauth_app_version (id, app_id, number, status, name, redirect_uris, required_scopes) VALUES ($1, $2, 1, 'approved', 'Parcel Radar', '{https://a.example/cb}', '{profile.read}')",
      [uuidv7(), app],
    )
    await lane.marketplace.rows(
      "INSERT INTO oauth_grant (id, account_id, app_id, scopes, shown_scopes) VALUES ($1, $2, $3, '{profile.read}', '{profile.read}')",
      [grant, account, app],
    )
    await lane.marketplace.rows(
      "INSERT INTO oauth_access_token (hash, grant_id, authorization_id, scopes, expires_at) VALUES ($1, $2, $3, '{profile.read}', now() + interval '1 hour')",
      [hashCredential(token), grant, uuidv7()],
    )
    expect((await lane.request("/v1/me", { key: token })).status).toBe(200)
    await logged(account, 1)
    const [row] = (await list({ credential: grant })).data
    expect(row).toMatchObject({ path: "/v1/me", credential_id: grant })
    expect((await client.query<{ data: LoggedRequest }>("requests.get", { id: row?.id })).data.data.credential).toEqual(
      { kind: "oauth", name: "Parcel Radar", hint: null },
    )
    expect((await client.query<{ data: { name: string }[] }>("requestLog.credentials")).data.data).toEqual([
      expect.objectContaining({ kind: "oauth", name: "Parcel Radar" }),
    ])
  })

  test("the own tokens of an account's apps are offered as credentials, in their mode", async () => {
    const { account, client } = await holder("own-tokens@example.in")
    const app = await registerApp(lane.marketplace, { owner: account })
    const testClient = await addTestClient(lane.marketplace, app)
    await registerApp(lane.marketplace, { owner: account, type: "public" })
    const offered = async (of: PortalClient) =>
      (await of.query<{ data: unknown[] }>("requestLog.credentials")).data.data
    expect(await offered(client)).toEqual([{ id: app.id, kind: "client", name: "Shop Sync" }])
    expect(await offered(client.inMode("sandbox"))).toEqual([{ id: testClient.id, kind: "client", name: "Shop Sync" }])
  })

  test("usage counts requests by mode, errors by code, and the remaining rate limit", async () => {
    const { account, client } = await holder("usage@example.in")
    const key = await lane.marketplace.key(account, { rateLimit: 50 })
    const sandbox = await lane.marketplace.key(account, { mode: "test" })
    for (let i = 0; i < 3; i++) await lane.request("/v1/me", { key })
    await lane.request("/v1/orders/none", { key })
    await lane.request("/v1/me", { key: sandbox })
    await logged(account, 5)
    const send = async <Data>(procedure: string, more: object = {}, of = client) =>
      (await of.query<{ data: Data }>(procedure, { range: "24h", zone: "Asia/Kathmandu", ...more })).data.data
    const inSandbox = client.inMode("sandbox")
    for (const range of ["24h", "7d", "30d"]) {
      const askedAt = Date.now()
      const usage = await send<Usage>("usage.get", { range })
      expect([usage.requests, usage.errors]).toEqual([4, 1])
      expect(usage.p95?.ms).toBeGreaterThan(0)
      const [slowest] = await lane.marketplace.rows<{ ms: number }>(
        "SELECT max(duration_ms) AS ms FROM request_log WHERE account_id = $1 AND livemode",
        [account],
      )
      expect(Math.abs((usage.p95?.ms ?? 0) - (slowest?.ms ?? 0)) / (slowest?.ms ?? 1)).toBeLessThan(0.02)
      expect(usage.steps).toHaveLength({ "24h": 24, "7d": 28, "30d": 30 }[range] ?? 0)
      expect(usage.steps.reduce((sum, step) => sum + step.requests, 0)).toBe(4)
      const [first, last] = [usage.steps[0], usage.steps.at(-1)]
      expect(Date.parse(first?.from ?? "")).toBeLessThan(Date.now())
      expect(Date.parse(last?.until ?? "")).toBeGreaterThan(askedAt)
    }
    expect((await send<Usage>("usage.get", {}, inSandbox)).requests).toBe(1)
    expect(await send<ErrorGroup[]>("usage.errors")).toEqual([
      expect.objectContaining({ code: "not_found", operation: "GET /orders/{number}", status: 404, requests: 1 }),
    ])
    expect(await send<ErrorGroup[]>("usage.errors", {}, inSandbox)).toEqual([])
    const [allowance] = await send<KeyRateLimit[]>("usage.allowances")
    expect(allowance).toMatchObject({ id: `key_${key.id}`, limit: 50, remaining: 46 })
    expect(allowance?.reset_seconds).toBeGreaterThan(0)
    expect(await send("usage.firstSteps")).toEqual({ key: true, request: true, webhook: false })
    expect((await client.query("usage.get", { range: "24h", zone: "Mars/Olympus" })).problem).toBe("validation_failed")
  })
})
