import { randomUUID } from "node:crypto"
import { LIVE_WORLD } from "@/domain/world"
import pg from "pg"
import { setTimeout as sleep } from "node:timers/promises"
import { v7 as uuidv7 } from "uuid"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { emptyTestDatabase, type TestDatabase } from "@/testing/setup/database"
import type { SellerOrderFilter } from "@/features/seller-orders/schema"
import type { AccountFilter } from "@/features/staff-accounts/schema"
import type { StaffOrderFilter } from "@/features/staff-orders/schema"
import type { SeededData } from "./seed"

// Explains every statement of the hot paths on a filled database, with the custom and the generic plan: neither may
// scan a large table.

/** In rows: a larger table must be read through an index. */
const LARGE_TABLE_ROWS = 5_000
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
let seeded: SeededData
let largeTables: Set<string>

beforeAll(async () => {
  database = await emptyTestDatabase()
  db = new pg.Pool({ connectionString: database.url, max: 2 })
  // Modules imported from here on read them.
  vi.stubEnv("DATABASE_URL", database.url)
  vi.stubEnv("APP_URL", "http://localhost:3000")
  seeded = await (await import("./seed")).seedDatabase(db, SIZE)
  await seedCredentials()
  const { rows } = await db.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND reltuples >= $1",
    [LARGE_TABLE_ROWS],
  )
  largeTables = new Set(rows.map(({ name }) => name))
}, 600_000)

afterAll(async () => {
  const { closePool } = await import("@/platform/db/pool")
  await closePool()
  await db.end()
  await database.drop()
})

/** Keys, grants, codes and tokens, one of each per account, and their limits. */
async function seedCredentials(): Promise<void> {
  const { createCodes, createRefreshTokens } = await import("./fixtures")
  await createCodes(db, seeded, LARGE_TABLE_ROWS)
  await createRefreshTokens(db, seeded, LARGE_TABLE_ROWS)
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
async function allStatementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const querySpy = vi.spyOn(pg.Client.prototype, "query")
  try {
    await work()
    return querySpy.mock.calls
      .map(([query]) => query as unknown as Partial<Statement & { name: string }>)
      .flatMap(({ name, text, values = [] }) => (name !== undefined && text !== undefined ? [{ text, values }] : []))
  } finally {
    querySpy.mockRestore()
  }
}

/** The unnamed statements of some work, which are planned for their values each time. */
async function unnamedStatementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const querySpy = vi.spyOn(pg.Client.prototype, "query")
  try {
    await work()
    return (querySpy.mock.calls as unknown[][]).flatMap(([text, values]) =>
      typeof text === "string" && Array.isArray(values) ? [{ text, values }] : [],
    )
  } finally {
    querySpy.mockRestore()
  }
}

function isCount({ text }: Statement): boolean {
  return /^\s*SELECT count\(\*\)/.test(text)
}

/** All named statements except the counts, which run at most every ten seconds. */
async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  return (await allStatementsOf(work)).filter((statement) => !isCount(statement))
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return "NULL"
  if (typeof value === "number") return String(value)
  if (Buffer.isBuffer(value)) return `'\\x${value.toString("hex")}'`
  if (Array.isArray(value))
    return `'{${value.map((each) => (Buffer.isBuffer(each) ? `"\\\\x${each.toString("hex")}"` : JSON.stringify(each))).join(",")}}'`
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : `${value as string}`)
}

function sequentialScans(plan: Plan): string[] {
  return [
    ...(plan["Node Type"] === "Seq Scan" && largeTables.has(plan["Relation Name"] ?? "")
      ? [plan["Relation Name"] ?? ""]
      : []),
    ...(plan.Plans ?? []).flatMap(sequentialScans),
  ]
}

async function planOf({ text, values }: Statement, mode: "custom" | "generic", analyze = false): Promise<Plan> {
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

async function scansOf(statement: Statement, mode: "custom" | "generic"): Promise<string[]> {
  return sequentialScans(await planOf(statement, mode))
}

/** The number of index entries and table rows that a plan reads. */
function rowsReadBy(plan: Plan): { entries: number; rows: number } {
  const scans = plan["Node Type"].endsWith("Scan") && plan["Node Type"] !== "Subquery Scan"
  const scanned =
    ((plan["Actual Rows"] ?? 0) +
      (plan["Rows Removed by Filter"] ?? 0) +
      (plan["Rows Removed by Index Recheck"] ?? 0)) *
    (plan["Actual Loops"] ?? 1)
  const children = (plan.Plans ?? []).map(rowsReadBy)
  return {
    entries: children.reduce((sum, { entries }) => sum + entries, scans ? scanned : 0),
    rows: children.reduce((sum, { rows }) => sum + rows, scans ? (plan["Heap Fetches"] ?? scanned) : 0),
  }
}

async function exchange(fields: Record<string, string>): Promise<void> {
  const [{ handleTokenRequest: token }, { VERIFIER }] = await Promise.all([
    import("@/oauth/token"),
    import("./fixtures"),
  ])
  const body = Buffer.from(new URLSearchParams({ client_id: "bench", code_verifier: VERIFIER, ...fields }).toString())
  const header = (name: string): string | null => (name === "content-type" ? "application/x-www-form-urlencoded" : null)
  const response = await token({
    method: "POST",
    url: "http://localhost:3000/oauth/token",
    header,
    ip: null,
    compress: false,
    body: () => Promise.resolve(body),
  })
  expect(response.status).toBe(200)
}

async function ship(): Promise<void> {
  const [id] = await (await import("./fixtures")).createOrders(db, seeded, 1)
  const { shipOrder } = await import("@/features/seller-orders/ship-order")
  const order = await shipOrder(
    { id: `so_${id ?? ""}`, storeId: seeded.storeId, world: LIVE_WORLD },
    { courier_name: "Pavan Express", awb: "PX-1" },
    { idempotency: null, precondition: null },
  )
  expect(order.parse()).toMatchObject({ status: "shipped" })
}

const FIRST_PAGE = { page: 1, per_page: 20 }

test("the tables that grow are large enough for a sequential scan to matter", () => {
  expect([...largeTables]).toEqual(
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

test("a sequential scan is detected", async () => {
  expect(
    await scansOf({ text: "SELECT card FROM listing WHERE card ->> 'name' = $1", values: ["Tea"] }, "generic"),
  ).toEqual(["listing"])
})

test.each([
  ["the first pages", () => ({})],
  ["a late page", () => ({ page: 1_000 })],
  ["the newest", () => ({ sort: "newest" })],
  ["the cheapest", () => ({ sort: "price_asc" })],
  ["the most expensive", () => ({ sort: "price_desc" })],
  ["the best rated", () => ({ sort: "rating" })],
  ["the greatest discounts", () => ({ sort: "discount" })],
  ["a category", () => ({ category: "leaf-7" })],
  ["products in stock, in a price range", () => ({ in_stock: true, min_price: 20_000, max_price: 30_000 })],
  ["a category of many", ({ category }: SeededData) => ({ category })],
  ["a category, the cheapest", ({ category }: SeededData) => ({ category, sort: "price_asc" })],
  ["a store", () => ({ seller: "store-7" })],
  ["a word", ({ word }: SeededData) => ({ q: word })],
  ["a word of many names", () => ({ q: "amber" })],
  ["a word of many names, a late page", () => ({ q: "amber", page: 100 })],
  ["a word of every description", () => ({ q: "weavers" })],
  ["a word in a category", ({ word, category }: SeededData) => ({ q: word, category })],
  ["a word, the cheapest", ({ word }: SeededData) => ({ q: word, sort: "price_asc" })],
  ["a brand", () => ({ brand: "brand-7" })],
  ["all facets", () => ({ facets: "category,brand,price,seller,in_stock" })],
  ["the brands of a category", ({ category }: SeededData) => ({ category, facets: "category,brand" })],
  ["the facets of a word", ({ word }: SeededData) => ({ q: word, facets: "category,price" })],
] as const)("lists products through indexes: %s", async (_, query) => {
  const { listProductsText } = await import("@/features/products/list-products")
  const statements = await statementsOf(() => listProductsText(LIVE_WORLD, { ...FIRST_PAGE, ...query(seeded) }))
  expect(statements.length).toBeGreaterThan(0)
  for (const statement of statements)
    for (const mode of ["custom", "generic"] as const)
      expect([statement.text, mode, await scansOf(statement, mode)]).toEqual([statement.text, mode, []])
})

function DAY_AGO(): Date {
  return new Date(Date.now() - 86_400_000)
}

test.each<[string, () => Partial<SellerOrderFilter>]>([
  ["the oldest first", () => ({ sort: "placed_at" })],
  ["placed since a time", () => ({ placed_after: DAY_AGO() })],
  ["changed since a time, in the order of the changes", () => ({ sort: "updated_at", updated_after: DAY_AGO() })],
  ["changed last first", () => ({ sort: "-updated_at" })],
  ["the most urgent first", () => ({ sort: "ship_by" })],
  ["the least urgent first", () => ({ sort: "-ship_by" })],
  ["due by a time, the most urgent first", () => ({ sort: "ship_by", ship_by_before: new Date() })],
  ["of a status, the most urgent first", () => ({ status: "packed", sort: "ship_by" })],
  ["of a status, changed since a time", () => ({ status: "shipped", sort: "updated_at", updated_after: DAY_AGO() })],
  [
    "of all filters",
    () => ({ status: "confirmed", placed_after: DAY_AGO(), updated_after: DAY_AGO(), ship_by_before: new Date() }),
  ],
])("lists a store's orders through indexes, and counts them so: %s", async (_, filter) => {
  const { listSellerOrders } = await import("@/features/seller-orders/list-seller-orders")
  for (const world of [LIVE_WORLD, { ...LIVE_WORLD, id: randomUUID(), livemode: false }]) {
    const statements = await allStatementsOf(() =>
      listSellerOrders({ world, storeId: seeded.storeId }, { ...FIRST_PAGE, ...filter() }),
    )
    expect(statements.length).toBeGreaterThan(0)
    for (const statement of statements)
      for (const mode of ["custom", "generic"] as const)
        expect([statement.text, mode, await scansOf(statement, mode)]).toEqual([statement.text, mode, []])
  }
})

test.each<[string, Partial<StaffOrderFilter>]>([
  ["the newest", {}],
  ["of a status", { status: "cancelled" }],
  ["of a payment status and a period", { payment_status: "failed", placed_from: DAY_AGO(), placed_before: new Date() }],
  ["of a buyer", { buyer: "buyer-7@example.in", status: "shipped" }],
])("lists all orders for the staff through indexes: %s", async (_, filter) => {
  const { listOrders } = await import("@/features/staff-orders/list-orders")
  const statements = await allStatementsOf(() => listOrders({ buyer: "", limit: 50, ...filter }))
  expect(statements.length).toBeGreaterThan(0)
  for (const statement of statements)
    for (const mode of ["custom", "generic"] as const) {
      const plan = await planOf(statement, mode, true)
      expect([statement.text, mode, sequentialScans(plan)]).toEqual([statement.text, mode, []])
      // At most the rows of a page for each pair of statuses.
      expect(rowsReadBy(plan).entries).toBeLessThan(30 * 51 + 200)
    }
})

test.each<[string, Partial<AccountFilter>]>([
  ["the newest", {}],
  ["locked ones", { state: "locked" }],
  ["unverified ones", { state: "unverified" }],
  ["the staff's", { role: "staff" }],
  ["of a period", { created_from: DAY_AGO(), created_before: new Date() }],
])("lists accounts for the staff through indexes: %s", async (_, filter) => {
  const { findAccounts } = await import("@/features/staff-accounts/find-accounts")
  const statements = await statementsOf(() => findAccounts({ q: "", ...FIRST_PAGE, ...filter }))
  expect(statements.length).toBeGreaterThan(0)
  for (const statement of statements)
    for (const mode of ["custom", "generic"] as const)
      expect([statement.text, mode, await scansOf(statement, mode)]).toEqual([statement.text, mode, []])
})

test.each([
  ["suggestions", "amb"],
  ["suggestions for a rare word", "saffr"],
  ["suggestions for two words", "amber j"],
  ["suggestions for a letter", "a"],
])("uses indexes: %s", async (_, q) => {
  const { suggest } = await import("@/features/products/suggestions/suggest")
  const statements = await statementsOf(() => suggest(LIVE_WORLD, { q, limit: 8 }))
  expect(statements.length).toBeGreaterThan(3)
  for (const statement of statements)
    for (const mode of ["custom", "generic"] as const)
      expect([statement.text, mode, await scansOf(statement, mode)]).toEqual([statement.text, mode, []])
})

test.each([
  [
    "a product",
    async () => (await import("@/features/products/get-product")).getProductText(LIVE_WORLD, seeded.slugs[7] ?? ""),
  ],
  [
    "a key",
    async () =>
      (await import("@/auth/bearer")).authenticate(
        `Bearer ${await (await import("./fixtures")).createKey(db, seeded)}`,
        null,
      ),
  ],
  [
    "an access token",
    async () =>
      (await import("@/auth/access-token")).findAccessToken(
        await (await import("./fixtures")).createAccessToken(db, seeded),
      ),
  ],
  ["a rate limit", async () => (await import("@/platform/rate-limit/rate-limit")).consume("credential:bench", 300)],
  [
    "an authorization code exchange",
    async () =>
      exchange({
        grant_type: "authorization_code",
        code: (await (await import("./fixtures")).createCodes(db, seeded, 1))[0] ?? "",
        redirect_uri: "https://bench.example/callback",
      }),
  ],
  [
    "a refresh token rotation",
    async () =>
      exchange({
        grant_type: "refresh_token",
        refresh_token: (await (await import("./fixtures")).createRefreshTokens(db, seeded, 1))[0] ?? "",
      }),
  ],
  ["shipping an order", ship],
  ["an account", async () => (await import("@/features/me/get-me")).getMe({ accountId: seeded.sellerId } as never)],
  [
    "orders",
    async () => (await import("@/features/orders/list-orders")).listOrders(seeded.sellerId, LIVE_WORLD, FIRST_PAGE),
  ],
  [
    "orders with their items",
    async () =>
      (await import("@/features/orders/list-orders")).listOrdersWithItems(seeded.sellerId, LIVE_WORLD, FIRST_PAGE),
  ],
  [
    "a store's orders",
    async () =>
      (await import("@/features/seller-orders/list-seller-orders")).listSellerOrders(
        { world: LIVE_WORLD, storeId: 7 },
        FIRST_PAGE,
      ),
  ],
])("uses indexes: %s", async (_, work) => {
  const statements = await statementsOf(work)
  expect(statements.length).toBeGreaterThan(0)
  for (const statement of statements)
    for (const mode of ["custom", "generic"] as const)
      expect([statement.text, mode, await scansOf(statement, mode)]).toEqual([statement.text, mode, []])
})

test("flushing the request log finds keys and grants through indexes", async () => {
  const { flushRequestLog, logRequest } = await import("@/platform/request-log/request-log")
  const { rows } = await db.query<{ id: string; kind: "api_key" | "oauth" }>(
    "(SELECT id, 'api_key' AS kind FROM api_key LIMIT 300) UNION ALL (SELECT id, 'oauth' FROM oauth_grant LIMIT 300)",
  )
  const statements = await unnamedStatementsOf(async () => {
    for (const { id, kind } of rows) {
      logRequest({
        requestId: uuidv7(),
        requestIdSent: false,
        accountId: seeded.sellerId,
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
        queryParameters: new Set(),
        requestBody: null,
        responseHeaders: {},
        responseBody: null,
      })
    }
    await flushRequestLog()
  })
  for (const table of ["INTO api_request", "UPDATE api_key", "UPDATE oauth_grant"])
    expect(statements.filter(({ text }) => text.includes(table))).toHaveLength(1)
  for (const statement of statements)
    expect([statement.text, await scansOf(statement, "custom")]).toEqual([statement.text, []])
})

test("the explained statements include writes", async () => {
  expect((await statementsOf(ship)).some(({ text }) => text.includes("UPDATE seller_order"))).toBe(true)
})

describe("a long list of one owner", () => {
  /** More than is counted for each request, and a tenth of it to ship. */
  const LONG_LIST_ROWS = 15_000
  const STORE = 7
  const endpoint = "00000000-0000-7000-8000-0000000000ee"

  beforeAll(async () => {
    const owner = seeded.sellerId
    const at = "date_trunc('milliseconds', now() - make_interval(secs => i * 160))"
    const id = (n: string): string =>
      `(lpad(to_hex((extract(epoch FROM ${at}) * 1000)::bigint), 12, '0') || '70008' || lpad(to_hex(${n}), 15, '0'))::uuid`
    const client = await db.connect()
    await client.query("SET session_replication_role = replica")
    await client.query(
      `INSERT INTO webhook_event (id, type, account_id, store_id, subject_id, api_version, livemode, data, created_at)
       SELECT ${id("i")}, CASE WHEN i % 3 = 0 THEN 'order.created' ELSE 'seller.order.updated' END, CASE WHEN i % 3 = 0 THEN $1::uuid END,
         CASE WHEN i % 3 > 0 THEN ${STORE} END, gen_random_uuid(), '2026-05-01', true, '{}', ${at} FROM generate_series(1, ${LONG_LIST_ROWS}) i`,
      [owner],
    )
    await client.query(
      `INSERT INTO webhook_endpoint (id, account_id, url, events, secret_encrypted, livemode) VALUES ($1, $2, 'https://hooks.example', '{order.created}', '', true)`,
      [endpoint, owner],
    )
    await client.query(
      `INSERT INTO webhook_delivery (id, event_id, event_created_at, event_type, endpoint_id, status, attempts, created_at)
       SELECT ${id("i")}, gen_random_uuid(), ${at}, 'order.created', $1, 'delivered', 1, ${at} FROM generate_series(1, ${LONG_LIST_ROWS}) i`,
      [endpoint],
    )
    await client.query(
      `UPDATE seller_order SET store_id = ${STORE}, status = CASE WHEN n % 10 = 0 THEN 'confirmed' ELSE 'pending' END,
         payment_status = CASE WHEN n % 10 IN (0, 1) THEN 'paid' ELSE 'pending' END, cash_on_delivery = n % 10 = 2
       FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM seller_order) s WHERE s.id = seller_order.id AND n <= ${LONG_LIST_ROWS}`,
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

  const caller = () => ({ kind: "api_key", accountId: seeded.sellerId, storeId: STORE, livemode: true }) as never
  const LISTS = [
    [
      "events",
      async (page: number) =>
        (await import("@/webhooks/events/list-events")).listEvents(caller(), { ...FIRST_PAGE, page }),
    ],
    [
      "events of both modes",
      async (page: number) =>
        (await import("@/webhooks/events/list-events")).listEvents(
          { ...(caller() as object), kind: "session" } as never,
          { ...FIRST_PAGE, page },
        ),
    ],
    [
      "deliveries",
      async (page: number) =>
        (await import("@/webhooks/deliveries/list-deliveries")).listDeliveries(caller(), {
          ...FIRST_PAGE,
          page,
          endpoint: `we_${endpoint}`,
        }),
    ],
    [
      "orders",
      async (page: number) =>
        (await import("@/features/orders/list-orders")).listOrders(seeded.sellerId, LIVE_WORLD, {
          ...FIRST_PAGE,
          page,
        }),
    ],
    [
      "a store's orders",
      async (page: number) =>
        (await import("@/features/seller-orders/list-seller-orders")).listSellerOrders(
          { world: LIVE_WORLD, storeId: STORE },
          {
            ...FIRST_PAGE,
            page,
          },
        ),
    ],
    [
      "a store's orders in its portal",
      async (page: number) =>
        (await import("@/features/seller-orders/list-store-orders")).listStoreOrders(
          { world: LIVE_WORLD, storeId: STORE },
          {
            ...FIRST_PAGE,
            page,
          },
        ),
    ],
  ] as const

  test.each(LISTS)("reads only the rows of its page: %s", async (_, list) => {
    for (const page of [1, 600]) {
      const statements = await allStatementsOf(async () => expect((await list(page)).rows).toHaveLength(20))
      const pages = statements.filter((statement) => !isCount(statement))
      expect(pages.length).toBeGreaterThan(0)
      for (const mode of ["custom", "generic"] as const)
        for (const statement of pages) {
          const plan = await planOf(statement, mode, true)
          const read = rowsReadBy(plan)
          expect([statement.text, mode, sequentialScans(plan)]).toEqual([statement.text, mode, []])
          expect(read.rows, `${statement.text} of page ${page}, ${mode}: rows`).toBeLessThan(400)
          // Where two indexes are merged, each is read as far as the page.
          expect(read.entries, `${statement.text} of page ${page}, ${mode}: entries`).toBeLessThan(2 * 20 * page + 400)
        }
    }
  })

  test.each(LISTS)("is counted in an index, and recounted for a request only up to a bound: %s", async (_, list) => {
    const { total } = await list(1)
    expect(total).toBeGreaterThanOrEqual(LONG_LIST_ROWS)
    const recounts = (await allStatementsOf(() => list(2))).filter(isCount)
    for (const statement of recounts) {
      const { entries, rows } = rowsReadBy(await planOf(statement, "custom", true))
      expect(entries, statement.text).toBeLessThanOrEqual(10_001)
      expect(rows, statement.text).toBe(0)
    }
    expect(recounts.length).toBeLessThanOrEqual(1)
  })

  test("the last deliveries of endpoints are counted through their index, up to a bound", async () => {
    const { countDeliveries, deliveryStatistics } = await import("@/webhooks/deliveries/delivery-statistics")
    const statements = await allStatementsOf(async () => {
      await countDeliveries(caller(), new Date())
      await deliveryStatistics(caller(), `we_${endpoint}`, new Date())
    })
    const counts = statements.filter(({ text }) => text.includes("webhook_delivery"))
    expect(counts).toHaveLength(2)
    for (const statement of counts)
      for (const mode of ["custom", "generic"] as const) {
        const plan = await planOf(statement, mode, true)
        expect([statement.text, mode, sequentialScans(plan)]).toEqual([statement.text, mode, []])
        expect(rowsReadBy(plan).rows, `${statement.text}, ${mode}`).toBeLessThan(10_400)
      }
  })

  test("pages of a store's and the account's own events have no gaps and no duplicates", async () => {
    const { rows: expected } = await db.query<{ id: string }>(
      "SELECT id FROM webhook_event WHERE store_id = $1 OR account_id = $2 ORDER BY created_at DESC, id DESC LIMIT 250",
      [STORE, seeded.sellerId],
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

  test("orders to be shipped come first, the most urgent on top, and each order appears once", async () => {
    const { listStoreOrders } = await import("@/features/seller-orders/list-store-orders")
    const isToShip = "(status = 'confirmed' OR status = 'pending' AND (payment_status = 'paid' OR cash_on_delivery))"
    const { rows: expected } = await db.query<{ number: string }>(
      `SELECT number FROM seller_order WHERE store_id = ${STORE}
       ORDER BY ${isToShip} DESC, CASE WHEN ${isToShip} THEN ship_by END, placed_at DESC, id DESC OFFSET 4400 LIMIT 300`,
    )
    const found: string[] = []
    for (const page of [45, 46, 47])
      found.push(
        ...(await listStoreOrders({ world: LIVE_WORLD, storeId: STORE }, { page, per_page: 100 })).rows.map(
          ({ number }) => number,
        ),
      )
    expect(found).toEqual(expected.map(({ number }) => number))
  })
})

test("iso_utc() is inlined into the query that uses it", async () => {
  const { rows } = await db.query<{ "QUERY PLAN": string }>(
    "EXPLAIN (VERBOSE) SELECT iso_utc(placed_at) FROM seller_order",
  )
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("to_char")
})

test("searching a frequent word scans the popularity index and reads only the rows of its page", async () => {
  const { listProductsText } = await import("@/features/products/list-products")
  const walks = (await statementsOf(() => listProductsText(LIVE_WORLD, { page: 3, per_page: 20, q: "amber" }))).filter(
    ({ text }) => text.includes("OFFSET"),
  )
  expect(walks).toHaveLength(1)
  for (const statement of walks) {
    for (const mode of ["custom", "generic"] as const) {
      const { entries, rows } = rowsReadBy(await planOf(statement, mode, true))
      expect(entries).toBeGreaterThan(500)
      // The ids of the page, and their rows.
      expect([mode, rows]).toEqual([mode, 40])
    }
  }
})

test("pages of a frequent word have no gaps and no duplicates with either plan, names before descriptions", async () => {
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
    const response = await listProducts(LIVE_WORLD, { page, per_page: 100, q: "amber", min_price: 0 })
    if (response.rows.length === 0) break
    total = response.total
    found.push(...response.rows.map(({ id }) => id))
  }
  expect(found.slice(0, expected.length)).toEqual(expected)
  expect(found.slice(expected.length).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, i) => i + 1).filter((id) => !expected.includes(id)),
  )
  expect(total).toBe(found.length)
})
