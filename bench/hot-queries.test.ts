import pg from "pg"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { emptyTestDatabase, type TestDatabase } from "@/testing/setup/database"
import type { Filled } from "./fill"

// Explains every statement of the hot paths on a filled database, with the custom and the generic plan: neither may
// scan a large table.

/** In rows: a larger table must be read through an index. */
const LARGE_FROM = 5_000
const SIZE = { products: 50_000, accounts: 6_000, orders: 40_000 }

interface Statement {
  text: string
  values: unknown[]
}

interface Plan {
  "Node Type": string
  "Relation Name"?: string
  /** Per loop, without rows that a filter removed. */
  "Actual Rows"?: number
  "Actual Loops"?: number
  "Rows Removed by Filter"?: number
  "Rows Removed by Index Recheck"?: number
  "Heap Fetches"?: number
  Plans?: Plan[]
}

let database: TestDatabase
let db: pg.Pool
let filled: Filled
let large: Set<string>

beforeAll(async () => {
  database = await emptyTestDatabase()
  db = new pg.Pool({ connectionString: database.url, max: 2 })
  // Modules imported from here on read them.
  vi.stubEnv("DATABASE_URL", database.url)
  vi.stubEnv("APP_URL", "http://localhost:3000")
  filled = await (await import("./fill")).fill(db, SIZE)
  await fillCredentials()
  const { rows } = await db.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND reltuples >= $1",
    [LARGE_FROM],
  )
  large = new Set(rows.map(({ name }) => name))
}, 600_000)

afterAll(async () => {
  const { closePool } = await import("@/platform/db/pool")
  await closePool()
  await db.end()
  await database.drop()
})

/** Keys, grants, codes and tokens, one of each per account, and their limits. */
const fillCredentials = async (): Promise<void> => {
  const { makeCodes, makeRefreshTokens } = await import("./supplies")
  await makeCodes(db, filled, LARGE_FROM)
  await makeRefreshTokens(db, filled, LARGE_FROM)
  await db.query(
    `INSERT INTO oauth_access_token (hash, grant_id, authorization_id, scopes, expires_at)
     SELECT sha256(id::text::bytea), id, gen_random_uuid(), '{openid}', now() + interval '1 hour' FROM oauth_grant`,
  )
  await db.query(
    `WITH made AS (
       INSERT INTO api_key (id, account_id, name, mode, scopes) SELECT gen_random_uuid(), id, 'bench', 'live', '{profile.read}' FROM account RETURNING id)
     INSERT INTO api_key_secret (hash, key_id, last_four) SELECT sha256(id::text::bytea), id, 'abcd' FROM made`,
  )
  await db.query(
    "INSERT INTO rate_limit (subject, ends_at, requests) SELECT 'key:' || id, now() + interval '1 minute', 1 FROM api_key",
  )
  await db.query(
    "VACUUM ANALYZE oauth_grant, oauth_code, oauth_refresh_token, oauth_access_token, api_key, api_key_secret, rate_limit, account",
  )
}

/** The named statements of some work, on any connection, inside or outside a transaction. */
const allStatementsOf = async (work: () => Promise<unknown>): Promise<Statement[]> => {
  const watched = vi.spyOn(pg.Client.prototype, "query")
  try {
    await work()
    return watched.mock.calls
      .map(([asked]) => asked as unknown as Partial<Statement & { name: string }>)
      .flatMap(({ name, text, values = [] }) => (name !== undefined && text !== undefined ? [{ text, values }] : []))
  } finally {
    watched.mockRestore()
  }
}

/** The unnamed statements of some work, which are planned for their values each time. */
const unnamedStatementsOf = async (work: () => Promise<unknown>): Promise<Statement[]> => {
  const watched = vi.spyOn(pg.Client.prototype, "query")
  try {
    await work()
    return (watched.mock.calls as unknown[][]).flatMap(([text, values]) =>
      typeof text === "string" && Array.isArray(values) ? [{ text, values }] : [],
    )
  } finally {
    watched.mockRestore()
  }
}

const isCount = ({ text }: Statement): boolean => /^\s*SELECT count\(\*\)/.test(text)

/** All named statements except the counts, which run at most every ten seconds. */
const statementsOf = async (work: () => Promise<unknown>): Promise<Statement[]> =>
  (await allStatementsOf(work)).filter((statement) => !isCount(statement))

const literal = (value: unknown): string => {
  if (value === null || value === undefined) return "NULL"
  if (typeof value === "number") return String(value)
  if (Buffer.isBuffer(value)) return `'\\x${value.toString("hex")}'`
  if (Array.isArray(value))
    return `'{${value.map((each) => (Buffer.isBuffer(each) ? `"\\\\x${each.toString("hex")}"` : JSON.stringify(each))).join(",")}}'`
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : `${value as string}`)
}

const readFromEndToEnd = (plan: Plan): string[] => [
  ...(plan["Node Type"] === "Seq Scan" && large.has(plan["Relation Name"] ?? "") ? [plan["Relation Name"] ?? ""] : []),
  ...(plan.Plans ?? []).flatMap(readFromEndToEnd),
]

const planOf = async ({ text, values }: Statement, mode: "custom" | "generic", analyze = false): Promise<Plan> => {
  const client = await db.connect()
  try {
    await client.query(`SET plan_cache_mode = force_${mode}_plan`)
    await client.query(`PREPARE hot AS ${text}`)
    const { rows } = await client.query<{ "QUERY PLAN": { Plan: Plan }[] }>(
      `EXPLAIN (FORMAT JSON, ANALYZE ${analyze}) EXECUTE hot${values.length > 0 ? `(${values.map(literal).join(", ")})` : ""}`,
    )
    return rows[0]?.["QUERY PLAN"][0]?.Plan as Plan
  } finally {
    await client.query("DEALLOCATE ALL")
    client.release()
  }
}

const scansOf = async (statement: Statement, mode: "custom" | "generic"): Promise<string[]> =>
  readFromEndToEnd(await planOf(statement, mode))

/** The number of index entries and table rows that a plan reads. */
const readBy = (plan: Plan): { entries: number; rows: number } => {
  const scans = plan["Node Type"].endsWith("Scan") && plan["Node Type"] !== "Subquery Scan"
  const looked =
    ((plan["Actual Rows"] ?? 0) +
      (plan["Rows Removed by Filter"] ?? 0) +
      (plan["Rows Removed by Index Recheck"] ?? 0)) *
    (plan["Actual Loops"] ?? 1)
  const below = (plan.Plans ?? []).map(readBy)
  return {
    entries: below.reduce((sum, { entries }) => sum + entries, scans ? looked : 0),
    rows: below.reduce((sum, { rows }) => sum + rows, scans ? (plan["Heap Fetches"] ?? looked) : 0),
  }
}

const exchange = async (fields: Record<string, string>): Promise<void> => {
  const [{ token }, { VERIFIER }] = await Promise.all([import("@/oauth/token"), import("./supplies")])
  const body = Buffer.from(new URLSearchParams({ client_id: "bench", code_verifier: VERIFIER, ...fields }).toString())
  const header = (name: string): string | null => (name === "content-type" ? "application/x-www-form-urlencoded" : null)
  const answer = await token({
    method: "POST",
    url: "http://localhost:3000/oauth/token",
    header,
    address: null,
    compress: false,
    body: () => Promise.resolve(body),
  })
  expect(answer.status).toBe(200)
}

const ship = async (): Promise<void> => {
  const [id] = await (await import("./supplies")).makeOrders(db, filled, 1)
  const { shipOrder } = await import("@/features/seller-orders/ship-order")
  const order = await shipOrder(
    filled.storeId,
    true,
    { id: `so_${id ?? ""}`, courier_name: "Pavan Express", awb: "PX-1" },
    null,
    null,
  )
  expect(order.parse()).toMatchObject({ status: "shipped" })
}

const FIRST = { page: 1, per_page: 20 }

test("the tables that grow are large enough here to tell", () => {
  expect([...large]).toEqual(
    expect.arrayContaining([
      ...[
        "account",
        "customer_order",
        "listing",
        "order_item",
        "product",
        "product_detail",
        "product_image",
        "product_variant",
        "seller_order",
      ],
      ...[
        "api_key",
        "api_key_secret",
        "oauth_access_token",
        "oauth_code",
        "oauth_grant",
        "oauth_refresh_token",
        "rate_limit",
      ],
    ]),
  )
})

test("a scan from end to end would be noticed", async () => {
  expect(
    await scansOf({ text: "SELECT card FROM listing WHERE card ->> 'name' = $1", values: ["Tea"] }, "generic"),
  ).toEqual(["listing"])
})

test.each([
  ["the first pages", () => ({})],
  ["a page far behind", () => ({ page: 1_000 })],
  ["the newest", () => ({ sort: "newest" })],
  ["the cheapest", () => ({ sort: "price_asc" })],
  ["the dearest", () => ({ sort: "price_desc" })],
  ["the best rated", () => ({ sort: "rating" })],
  ["the greatest discounts", () => ({ sort: "discount" })],
  ["a category", () => ({ category: "leaf-7" })],
  ["what is in stock, by price", () => ({ in_stock: true, min_price: 20_000, max_price: 30_000 })],
  ["a category of many", ({ category }: Filled) => ({ category })],
  ["a category, the cheapest", ({ category }: Filled) => ({ category, sort: "price_asc" })],
  ["a store", () => ({ seller: "store-7" })],
  ["a word", ({ word }: Filled) => ({ q: word })],
  ["a word of many names", () => ({ q: "amber" })],
  ["a word of many names, a page far behind", () => ({ q: "amber", page: 100 })],
  ["a word of every description", () => ({ q: "weavers" })],
  ["a word in a category", ({ word, category }: Filled) => ({ q: word, category })],
  ["a word, the cheapest", ({ word }: Filled) => ({ q: word, sort: "price_asc" })],
] as const)("a list of products is read by indexes: %s", async (_, asked) => {
  const { listProductsText } = await import("@/features/products/list-products")
  const statements = await statementsOf(() => listProductsText({ ...FIRST, ...asked(filled) }))
  expect(statements.length).toBeGreaterThan(0)
  for (const statement of statements)
    for (const mode of ["custom", "generic"] as const)
      expect([statement.text, mode, await scansOf(statement, mode)]).toEqual([statement.text, mode, []])
})

test.each([
  ["a product", async () => (await import("@/features/products/get-product")).getProductText(filled.slugs[7] ?? "")],
  [
    "a key",
    async () =>
      (await import("@/auth/bearer")).authenticate(
        `Bearer ${await (await import("./supplies")).makeKey(db, filled)}`,
        null,
      ),
  ],
  [
    "an access token",
    async () =>
      (await import("@/auth/access-token")).findAccessToken(
        await (await import("./supplies")).makeAccessToken(db, filled),
      ),
  ],
  ["a limit", async () => (await import("@/platform/rate-limit/rate-limit")).takeFromLimit("credential:bench", 300)],
  [
    "a code, to be exchanged",
    async () =>
      exchange({
        grant_type: "authorization_code",
        code: (await (await import("./supplies")).makeCodes(db, filled, 1))[0] ?? "",
        redirect_uri: "https://bench.example/callback",
      }),
  ],
  [
    "a refresh token, to be rotated",
    async () =>
      exchange({
        grant_type: "refresh_token",
        refresh_token: (await (await import("./supplies")).makeRefreshTokens(db, filled, 1))[0] ?? "",
      }),
  ],
  ["an order, to be shipped", ship],
  ["an account", async () => (await import("@/features/me/get-me")).getMe({ accountId: filled.sellerId } as never)],
  [
    "orders",
    async () =>
      (await import("@/features/orders/list-orders")).listOrders(
        { accountId: filled.sellerId, livemode: true } as never,
        FIRST,
      ),
  ],
  [
    "a store's orders",
    async () => (await import("@/features/seller-orders/list-seller-orders")).listSellerOrders(7, true, FIRST),
  ],
])("is found by indexes: %s", async (_, work) => {
  const statements = await statementsOf(work)
  expect(statements.length).toBeGreaterThan(0)
  for (const statement of statements)
    for (const mode of ["custom", "generic"] as const)
      expect([statement.text, mode, await scansOf(statement, mode)]).toEqual([statement.text, mode, []])
})

test("the keys and grants of the requests that are logged are found by indexes", async () => {
  const { flushRequestLog, logRequest } = await import("@/platform/request-log/request-log")
  const { rows } = await db.query<{ id: string; kind: "api_key" | "oauth" }>(
    "(SELECT id, 'api_key' AS kind FROM api_key LIMIT 300) UNION ALL (SELECT id, 'oauth' FROM oauth_grant LIMIT 300)",
  )
  const statements = await unnamedStatementsOf(async () => {
    for (const { id, kind } of rows) {
      logRequest({
        requestId: id,
        requestIdSent: false,
        accountId: filled.sellerId,
        credentialKind: kind,
        credentialId: id,
        livemode: true,
        method: "GET",
        path: "/v1/me",
        operation: "GET /me",
        scope: "profile.read",
        status: 200,
        errorCode: null,
        durationMs: 1,
        ip: null,
        userAgent: null,
        createdAt: new Date(),
        header: () => null,
        search: "",
        sent: null,
        responseHeaders: {},
        answered: null,
      })
    }
    await flushRequestLog()
  })
  for (const table of ["INTO request_log", "INTO api_usage", "UPDATE api_key", "UPDATE oauth_grant"])
    expect(statements.filter(({ text }) => text.includes(table))).toHaveLength(1)
  for (const statement of statements)
    expect([statement.text, await scansOf(statement, "custom")]).toEqual([statement.text, []])
})

test("a write is explained as well", async () => {
  expect((await statementsOf(ship)).some(({ text }) => text.includes("UPDATE seller_order"))).toBe(true)
})

describe("a list of one owner that is long", () => {
  /** More than is counted for each request, and a tenth of it to ship. */
  const LONG = 15_000
  const STORE = 7
  const endpoint = "00000000-0000-7000-8000-0000000000ee"

  beforeAll(async () => {
    const owner = filled.sellerId
    const at = "date_trunc('milliseconds', now() - make_interval(secs => i * 160))"
    const id = (n: string): string =>
      `(lpad(to_hex((extract(epoch FROM ${at}) * 1000)::bigint), 12, '0') || '70008' || lpad(to_hex(${n}), 15, '0'))::uuid`
    const client = await db.connect()
    await client.query("SET session_replication_role = replica")
    await client.query(
      `INSERT INTO webhook_event (id, type, account_id, store_id, subject_id, api_version, livemode, data, created_at)
       SELECT ${id("i")}, CASE WHEN i % 3 = 0 THEN 'order.created' ELSE 'seller.order.updated' END, CASE WHEN i % 3 = 0 THEN $1::uuid END,
         CASE WHEN i % 3 > 0 THEN ${STORE} END, gen_random_uuid(), '2026-05-01', true, '{}', ${at} FROM generate_series(1, ${LONG}) i`,
      [owner],
    )
    await client.query(
      `INSERT INTO webhook_endpoint (id, account_id, url, events, secret_encrypted, livemode) VALUES ($1, $2, 'https://hooks.example', '{order.created}', '', true)`,
      [endpoint, owner],
    )
    await client.query(
      `INSERT INTO webhook_delivery (id, event_id, event_created_at, event_type, endpoint_id, status, attempts, created_at)
       SELECT ${id("i")}, gen_random_uuid(), ${at}, 'order.created', $1, 'delivered', 1, ${at} FROM generate_series(1, ${LONG}) i`,
      [endpoint],
    )
    await client.query(
      `UPDATE seller_order SET store_id = ${STORE}, status = CASE WHEN n % 10 = 0 THEN 'confirmed' ELSE 'pending' END
       FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM seller_order) s WHERE s.id = seller_order.id AND n <= ${LONG}`,
    )
    await client.query(
      `UPDATE customer_order SET account_id = $1 WHERE id IN (SELECT order_id FROM seller_order WHERE store_id = ${STORE})`,
      [owner],
    )
    await client.query("SET session_replication_role = origin")
    client.release()
    // A snapshot of another transaction, such as autovacuum's ANALYZE, keeps pages from being marked all-visible; an
    // index-only scan then reads their rows.
    for (let tries = 0; tries < 60; tries++) {
      await db.query("VACUUM ANALYZE")
      const { rowCount } = await db.query(
        "SELECT FROM pg_class WHERE relkind = 'r' AND relname ~ '^webhook_(event|delivery)' AND relallvisible < relpages",
      )
      if (rowCount === 0) break
      await sleep(1_000)
    }
  }, 300_000)

  const caller = () => ({ kind: "api_key", accountId: filled.sellerId, storeId: STORE, livemode: true }) as never
  const LISTS = [
    [
      "events",
      async (page: number) => (await import("@/webhooks/events/list-events")).listEvents(caller(), { ...FIRST, page }),
    ],
    [
      "events of both modes",
      async (page: number) =>
        (await import("@/webhooks/events/list-events")).listEvents(
          { ...(caller() as object), kind: "session" } as never,
          { ...FIRST, page },
        ),
    ],
    [
      "deliveries",
      async (page: number) =>
        (await import("@/webhooks/deliveries/list-deliveries")).listDeliveries(caller(), {
          ...FIRST,
          page,
          endpoint: `we_${endpoint}`,
        }),
    ],
    [
      "orders",
      async (page: number) => (await import("@/features/orders/list-orders")).listOrders(caller(), { ...FIRST, page }),
    ],
    [
      "a store's orders",
      async (page: number) =>
        (await import("@/features/seller-orders/list-seller-orders")).listSellerOrders(STORE, true, { ...FIRST, page }),
    ],
    [
      "a store's orders in its portal",
      async (page: number) =>
        (await import("@/features/seller-orders/list-store-orders")).listStoreOrders(STORE, true, { ...FIRST, page }),
    ],
  ] as const

  test.each(LISTS)("reads the rows of its page alone: %s", async (_, list) => {
    for (const page of [1, 600]) {
      const statements = await allStatementsOf(async () => expect((await list(page)).rows).toHaveLength(20))
      const pages = statements.filter((statement) => !isCount(statement))
      expect(pages.length).toBeGreaterThan(0)
      for (const mode of ["custom", "generic"] as const)
        for (const statement of pages) {
          const plan = await planOf(statement, mode, true)
          const read = readBy(plan)
          expect([statement.text, mode, readFromEndToEnd(plan)]).toEqual([statement.text, mode, []])
          expect(read.rows, `${statement.text} of page ${page}, ${mode}: rows`).toBeLessThan(400)
          // Where two indexes are merged, each is read as far as the page.
          expect(read.entries, `${statement.text} of page ${page}, ${mode}: entries`).toBeLessThan(2 * 20 * page + 400)
        }
    }
  })

  test.each(LISTS)("is counted in an index, and anew for a request only up to a bound: %s", async (_, list) => {
    const { total } = await list(1)
    expect(total).toBeGreaterThanOrEqual(LONG)
    const again = (await allStatementsOf(() => list(2))).filter(isCount)
    for (const statement of again) {
      const { entries, rows } = readBy(await planOf(statement, "custom", true))
      expect(entries, statement.text).toBeLessThanOrEqual(10_001)
      expect(rows, statement.text).toBe(0)
    }
    expect(again.length).toBeLessThanOrEqual(1)
  })

  test("a store's events and the account's own follow each other without a gap or a double", async () => {
    const { rows: expected } = await db.query<{ id: string }>(
      "SELECT id FROM webhook_event WHERE store_id = $1 OR account_id = $2 ORDER BY created_at DESC, id DESC LIMIT 250",
      [STORE, filled.sellerId],
    )
    const found: string[] = []
    for (let page = 1; found.length < 250; page++)
      found.push(
        ...(
          await (await import("@/webhooks/events/list-events")).listEvents(caller(), { page, per_page: 50 })
        ).rows.map(({ id }) => id),
      )
    expect(found).toEqual(expected.map(({ id }) => id))
  })

  test("what a store must ship comes first, the most urgent on top, and each of its orders once", async () => {
    const { listStoreOrders } = await import("@/features/seller-orders/list-store-orders")
    const { rows: expected } = await db.query<{ number: string }>(
      `SELECT number FROM seller_order WHERE store_id = ${STORE}
       ORDER BY status = 'confirmed' DESC, CASE WHEN status = 'confirmed' THEN ship_by END, placed_at DESC, id DESC OFFSET 1400 LIMIT 300`,
    )
    const found: string[] = []
    for (const page of [15, 16, 17])
      found.push(...(await listStoreOrders(STORE, true, { page, per_page: 100 })).rows.map(({ number }) => number))
    expect(found).toEqual(expected.map(({ number }) => number))
  })
})

test("what writes a time is taken into the query that needs it", async () => {
  const { rows } = await db.query<{ "QUERY PLAN": string }>(
    "EXPLAIN (VERBOSE) SELECT iso_utc(placed_at) FROM seller_order",
  )
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("to_char")
})

test("a broad word is looked for in the index of what sells best: only the rows of its page are read", async () => {
  const { listProductsText } = await import("@/features/products/list-products")
  const walks = (await statementsOf(() => listProductsText({ page: 3, per_page: 20, q: "amber" }))).filter(({ text }) =>
    text.includes("LIMIT"),
  )
  expect(walks).toHaveLength(1)
  for (const statement of walks) {
    for (const mode of ["custom", "generic"] as const) {
      const { entries, rows } = readBy(await planOf(statement, mode, true))
      expect(entries).toBeGreaterThan(500)
      // The ids of the page, and their rows.
      expect([mode, rows]).toEqual([mode, 40])
    }
  }
})

test("a broad word's pages follow each other without a gap or a double, walked or collected, names before descriptions", async () => {
  const { listProducts } = await import("@/features/products/list-products")
  const { rows } = await db.query<{ id: number }>(
    "SELECT id FROM product WHERE name LIKE 'Amber%' ORDER BY popularity DESC, id",
  )
  const expected = rows.map(({ id }) => id)
  expect(expected.length).toBeGreaterThan(3_000)
  await db.query("UPDATE product SET description = description || ' Amber.' WHERE id <= 20 AND name NOT LIKE 'Amber%'")
  // The total of the word alone may be cached by another test; no other test uses this search.
  const found: number[] = []
  let total = 1
  for (let page = 1; found.length < total; page++) {
    const answer = await listProducts({ page, per_page: 100, q: "amber", min_price: 0 })
    if (answer.rows.length === 0) break
    total = answer.total
    found.push(...answer.rows.map(({ id }) => id))
  }
  expect(found.slice(0, expected.length)).toEqual(expected)
  expect(found.slice(expected.length).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, i) => i + 1).filter((id) => !expected.includes(id)),
  )
  expect(total).toBe(found.length)
})
