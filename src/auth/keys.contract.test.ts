import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { startServer, type TestServer } from "@/testing/setup/server"
import { Lane, LANES } from "@/testing/fixtures/lane"
import type { TestKey } from "@/testing/fixtures/marketplace"
import { activeTimeMs } from "@/testing/fixtures/machine-stalls"

// The life cycle of a key from its holder's view, and rate limits shared by all processes.

describe.each(LANES)("keys, on the %s lane", (name) => {
  let lane: Lane
  let account: string
  beforeAll(async () => {
    lane = await Lane.lease(name)
    account = await lane.marketplace.account()
  })
  afterAll(() => lane.close())

  const codeOf = async (secret: string): Promise<string> => {
    const { status, json } = await lane.request("/v1/me", { key: secret })
    return status === 200 ? "valid" : json.error.code
  }

  /** Returns a key that works and expires within 3 seconds; creates another if it has already expired. */
  const endingKey = async (end: (id: string) => Promise<unknown>): Promise<TestKey> => {
    for (;;) {
      const key = await lane.marketplace.key(account)
      const said = performance.now()
      await end(key.id)
      const code = await codeOf(key.secret)
      if (performance.now() - said > 3_000) continue
      expect(code).toBe("valid")
      return key
    }
  }

  test.concurrent("a revoked key stops working within a second", async () => {
    const key = await lane.marketplace.key(account)
    expect(await codeOf(key.secret)).toBe("valid")
    await lane.marketplace.rows("UPDATE api_key SET revoked_at = now() WHERE id = $1", [key.id])
    await sleep(1_000)
    expect(await codeOf(key.secret)).toBe("token_revoked")
  })

  test.concurrent("a key of a locked account stops working within a second", async () => {
    const locked = await lane.marketplace.account()
    const key = await lane.marketplace.key(locked)
    expect(await codeOf(key.secret)).toBe("valid")
    await lane.marketplace.rows("UPDATE account SET locked_at = now() WHERE id = $1", [locked])
    await sleep(1_000)
    expect(await codeOf(key.secret)).toBe("token_revoked")
  })

  test.concurrent("an expired key is reported as token_expired at its expiry", async () => {
    const key = await endingKey((id) =>
      lane.marketplace.rows("UPDATE api_key SET expires_at = now() + interval '3 seconds' WHERE id = $1", [id]),
    )
    await sleep(3_050)
    expect(await codeOf(key.secret)).toBe("token_expired")
  })

  test.concurrent("an old secret works after a roll until its expiry", async () => {
    const key = await endingKey((id) =>
      lane.marketplace.rows("UPDATE api_key_secret SET expires_at = now() + interval '3 seconds' WHERE key_id = $1", [
        id,
      ]),
    )
    await sleep(3_050)
    expect(await codeOf(key.secret)).toBe("token_revoked")
  })

  test("a key with allowed IP addresses works only from them", async () => {
    const here = await lane.marketplace.key(account, { allowedIps: ["127.0.0.0/8", "::1"] })
    const elsewhere = await lane.marketplace.key(account, { allowedIps: ["203.0.113.0/24", "2001:db8::/32"] })
    expect(await codeOf(here.secret)).toBe("valid")
    expect(await codeOf(elsewhere.secret)).toBe("ip_not_allowed")
  })

  test("each scope gives access only to its own endpoints", async () => {
    const paths = {
      "profile.read": "/v1/me",
      "catalog.read": "/v1/products",
      "orders.read": "/v1/orders",
      "seller.orders.read": "/v1/seller/orders",
    } as const
    for (const scope of Object.keys(paths) as (keyof typeof paths)[]) {
      const key = await lane.marketplace.key(account, { scopes: [scope] })
      for (const [needed, path] of Object.entries(paths)) {
        const { status, json } = await lane.request(path, { key })
        if (needed !== scope) expect([path, status, json.error.code]).toEqual([path, 403, "insufficient_scope"])
        else expect([path, status === 200 || json.error.code === "not_a_seller"]).toEqual([path, true])
      }
    }
  })

  test("live and test keys have their own rate limits, reported in the headers", async () => {
    for (const [mode, limit] of [
      ["live", 300],
      ["test", 100],
    ] as const) {
      const key = await lane.marketplace.key(account, { mode, rateLimit: null })
      const { headers } = await lane.request("/v1/me", { key })
      expect([headers.get("x-ratelimit-limit"), headers.get("x-ratelimit-remaining")]).toEqual([
        String(limit),
        String(limit - 1),
      ])
      expect(headers.get("ratelimit-policy")).toBe(`"default";q=${limit};w=60`)
      expect(headers.get("ratelimit")).toMatch(new RegExp(`^"default";r=${limit - 1};t=\\d+$`))
      const reset = Number(headers.get("x-ratelimit-reset")) - Date.now() / 1000
      expect(reset > 50 && reset < 62).toBe(true)
    }
  })

  test("a key over its limit gets 429 with Retry-After, without affecting other keys", async () => {
    const key = await lane.marketplace.key(account, { rateLimit: 5 })
    const answers = []
    for (let i = 0; i < 8; i++) answers.push(await lane.request("/v1/me", { key }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
    expect(answers.map(({ headers }) => headers.get("x-ratelimit-remaining"))).toEqual([
      "4",
      "3",
      "2",
      "1",
      "0",
      "0",
      "0",
      "0",
    ])
    const last = answers.at(-1)
    expect(last?.json.error.code).toBe("rate_limit_exceeded")
    const wait = Number(last?.headers.get("retry-after"))
    expect(wait >= 1 && wait <= 60).toBe(true)
    const other = await lane.marketplace.key(account, { rateLimit: 5 })
    expect((await lane.request("/v1/me", { key: other })).status).toBe(200)
  })

  test("a response over the rate limit reveals nothing about the list or the resource", async () => {
    for (const name of ["Grains", "Sweets"]) await lane.marketplace.category(name)
    for (const path of ["/v1/categories?per_page=1", "/v1/products/nothing", "/v1/products?per_page=0", "/v1/orders"]) {
      // A separate key, because the first refused request of a key has already started its read.
      const key = await lane.marketplace.key(account, { scopes: ["catalog.read"], rateLimit: 1 })
      expect((await lane.request("/v1/categories?per_page=1", { key })).headers.get("link")).toContain('rel="next"')
      const { status, headers, json } = await lane.request(path, { key })
      expect([path, status, json.error.code, headers.get("link")]).toEqual([path, 429, "rate_limit_exceeded", null])
    }
  })

  test("a request over the rate limit runs no query for its data", async () => {
    const [key, other] = [
      await lane.marketplace.key(account, { scopes: ["orders.read"], rateLimit: 1 }),
      await lane.marketplace.key(account, { scopes: ["orders.read"] }),
    ]
    const send = async (by = key): Promise<number> => (await lane.request("/v1/orders", { key: by })).status
    expect([await send(), await send()]).toEqual([200, 429])
    const client = await lane.marketplace.db.connect()
    // The databases of other tests have a table of the same OID, and autovacuum waits for a lock of another mode.
    const waiting = async (): Promise<number> =>
      (
        await client.query(
          `SELECT FROM pg_locks
          WHERE NOT granted AND mode = 'AccessShareLock' AND relation = 'customer_order'::regclass
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        )
      ).rows.length
    try {
      await client.query("BEGIN")
      await client.query("LOCK TABLE customer_order")
      const held = send(other)
      // One for its orders, and one for their count.
      await expect.poll(waiting).toBe(2)
      for (let request = 0; request < 20; request++) expect(await send()).toBe(429)
      expect(await waiting()).toBe(2)
      await client.query("ROLLBACK")
      expect(await held).toBe(200)
    } finally {
      await client.query("ROLLBACK")
      client.release()
    }
  })

  test("each authenticated request is in the log and the usage counts within five seconds", async () => {
    const key = await lane.marketplace.key(account, { scopes: ["profile.read"], rateLimit: 3 })
    const requestIds = []
    for (const path of ["/v1/me", "/v1/orders", "/v1/me", "/v1/me"])
      requestIds.push(
        (await lane.request(path, { key, headers: { "user-agent": "journey/1" } })).headers.get("x-request-id"),
      )
    const logged = () =>
      lane.marketplace.rows(
        "SELECT request_id, method, path, operation, status, error_code, livemode, user_agent FROM request_log WHERE credential_id = $1 ORDER BY created_at, id",
        [key.id],
      )
    const lastUsed = async (): Promise<Date | null | undefined> =>
      (
        await lane.marketplace.rows<{ last_used_at: Date | null }>("SELECT last_used_at FROM api_key WHERE id = $1", [
          key.id,
        ])
      )[0]?.last_used_at
    const answeredAt = activeTimeMs()
    await expect.poll(async () => (await logged()).length).toBe(4)
    // It is written after the log.
    await expect.poll(lastUsed).toBeInstanceOf(Date)
    expect(activeTimeMs() - answeredAt).toBeLessThan(5_000)
    const common = { method: "GET", livemode: true, user_agent: "journey/1" }
    expect(await logged()).toEqual([
      { ...common, request_id: requestIds[0], path: "/v1/me", operation: "GET /me", status: 200, error_code: null },
      {
        ...common,
        request_id: requestIds[1],
        path: "/v1/orders",
        operation: "GET /orders",
        status: 403,
        error_code: "insufficient_scope",
      },
      { ...common, request_id: requestIds[2], path: "/v1/me", operation: "GET /me", status: 200, error_code: null },
      {
        ...common,
        request_id: requestIds[3],
        path: "/v1/me",
        operation: "GET /me",
        status: 429,
        error_code: "rate_limit_exceeded",
      },
    ])
    expect(
      await lane.marketplace.rows(
        "SELECT operation, status, sum(requests)::int AS requests FROM api_usage_current WHERE credential_id = $1 GROUP BY operation, status ORDER BY operation, status",
        [key.id],
      ),
    ).toEqual([
      { operation: "GET /me", status: 200, requests: 2 },
      { operation: "GET /me", status: 429, requests: 1 },
      { operation: "GET /orders", status: 403, requests: 1 },
    ])
  })

  test("a request with a revoked key is logged under that key", async () => {
    const key = await lane.marketplace.key(account)
    await lane.marketplace.rows("UPDATE api_key SET revoked_at = now() WHERE id = $1", [key.id])
    expect(await codeOf(key.secret)).toBe("token_revoked")
    await expect
      .poll(() =>
        lane.marketplace.rows("SELECT status, error_code FROM request_log WHERE credential_id = $1", [key.id]),
      )
      .toEqual([{ status: 401, error_code: "token_revoked" }])
  })

  test("no secret is stored in the database or the request log", async () => {
    const key = await lane.marketplace.key(account)
    await lane.request(`/v1/me?access_token=${key.secret}`, { key })
    await expect
      .poll(() => lane.marketplace.rows("SELECT FROM request_log WHERE credential_id = $1", [key.id]))
      .toHaveLength(1)
    const [hit] = await lane.marketplace.rows<{ found: number }>(
      `SELECT (SELECT count(*) FROM request_log r WHERE r::text LIKE '%' || $1 || '%') + (SELECT count(*) FROM api_key k WHERE k::text LIKE '%' || $1 || '%')
            + (SELECT count(*) FROM api_key_secret s WHERE s::text LIKE '%' || $1 || '%') AS found`,
      [key.secret.slice(10, 40)],
    )
    expect(Number(hit?.found)).toBe(0)
  })
})

describe("public endpoints", () => {
  let lane: Lane
  beforeAll(async () => {
    lane = await Lane.open("fast")
  })
  afterAll(() => lane.close())

  test("allow an IP address 60 requests a minute, whatever X-Forwarded-For says", async () => {
    const statuses = []
    for (let i = 0; i < 62; i++)
      statuses.push((await lane.request("/v1/apps", { headers: { "x-forwarded-for": `203.0.113.${i}` } })).status)
    // One request went to openapi.json when the lane was opened.
    expect(statuses.filter((status) => status === 200)).toHaveLength(59)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe("rate limits and revocations across three processes", () => {
  let lane: Lane
  let others: TestServer[]
  beforeAll(async () => {
    lane = await Lane.open("fast")
    others = await Promise.all([
      startServer({ lane: "fast", databaseUrl: lane.databaseUrl }),
      startServer({ lane: "next", databaseUrl: lane.databaseUrl }),
    ])
  })
  afterAll(async () => {
    await Promise.all(others.map((server) => server.stop()))
    await lane.close()
  })

  test("300 of 1,000 concurrent requests succeed with a limit of 300", async () => {
    const account = await lane.marketplace.account()
    const urls = [lane.url, ...others.map(({ url }) => url)]
    const round = async (): Promise<number[]> => {
      const key = await lane.marketplace.key(account, { rateLimit: 300 })
      return Promise.all(
        Array.from(
          { length: 1_000 },
          async (_, i) =>
            (await fetch(`${urls[i % 3]}/v1/me`, { headers: { authorization: `Bearer ${key.secret}` } })).status,
        ),
      )
    }
    let statuses = await round()
    // An overloaded server refuses with 503 whatever the limit: such a round says nothing about the limit.
    for (let rounds = 1; rounds < 5 && statuses.includes(503); rounds++) statuses = await round()
    expect([
      statuses.filter((status) => status === 200).length,
      statuses.filter((status) => status === 429).length,
    ]).toEqual([300, 700])
  })

  test("a revoked key stops working in all processes within a second", async () => {
    const account = await lane.marketplace.account()
    const key = await lane.marketplace.key(account)
    const urls = [lane.url, ...others.map(({ url }) => url)]
    const statuses = () =>
      Promise.all(
        urls.map(
          async (url) => (await fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${key.secret}` } })).status,
        ),
      )
    expect(await statuses()).toEqual([200, 200, 200])
    await lane.marketplace.rows("UPDATE api_key SET revoked_at = now() WHERE id = $1", [key.id])
    await sleep(1_000)
    expect(await statuses()).toEqual([401, 401, 401])
  })
})
