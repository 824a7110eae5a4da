import pg from "pg"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { emptyTestDatabase, type TestDatabase } from "@/commands/test-database"
import type { Filled } from "./fill"

// Every statement that a hot path makes is explained on a filled database, as PostgreSQL plans it for these values and as it plans it
// once for all: neither may read a large table from end to end.

/** In rows: what is larger must be read by an index. */
const LARGE_FROM = 5_000
const SIZE = { products: 50_000, accounts: 6_000, orders: 40_000 }

interface Statement {
  text: string
  values: unknown[]
}

interface Plan {
  "Node Type": string
  "Relation Name"?: string
  Plans?: Plan[]
}

let database: TestDatabase
let db: pg.Pool
let filled: Filled
let large: Set<string>

beforeAll(async () => {
  database = await emptyTestDatabase()
  db = new pg.Pool({ connectionString: database.url, max: 2 })
  // What is imported from here on reads them.
  vi.stubEnv("DATABASE_URL", database.url)
  vi.stubEnv("APP_URL", "http://localhost:3000")
  filled = await (await import("./fill")).fill(db, SIZE)
  const { rows } = await db.query<{ name: string }>("SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND reltuples >= $1", [LARGE_FROM])
  large = new Set(rows.map(({ name }) => name))
}, 600_000)

afterAll(async () => {
  const { pool } = await import("@/platform/db")
  await pool().end()
  await db.end()
  await database.drop()
})

/** The statements that some work makes, but for the counts, which are made at most every ten seconds. */
const statementsOf = async (work: () => Promise<unknown>): Promise<Statement[]> => {
  const { pool } = await import("@/platform/db")
  const made: Statement[] = []
  const watched = vi.spyOn(pool(), "query").mockImplementation((async ({ text, values }: Statement) => {
    made.push({ text, values })
    return db.query(text, values)
  }) as never)
  try {
    await work()
  } finally {
    watched.mockRestore()
  }
  return made.filter(({ text }) => !/^\s*SELECT count\(\*\)/.test(text))
}

const literal = (value: unknown): string => {
  if (value === null || value === undefined) return "NULL"
  if (typeof value === "number") return String(value)
  if (Buffer.isBuffer(value)) return `'\\x${value.toString("hex")}'`
  if (Array.isArray(value)) return `'{${value.map((each) => (Buffer.isBuffer(each) ? `"\\\\x${each.toString("hex")}"` : JSON.stringify(each))).join(",")}}'`
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : `${value as string}`)
}

const readFromEndToEnd = (plan: Plan): string[] => [
  ...(plan["Node Type"] === "Seq Scan" && large.has(plan["Relation Name"] ?? "") ? [plan["Relation Name"] ?? ""] : []),
  ...(plan.Plans ?? []).flatMap(readFromEndToEnd),
]

const scansOf = async ({ text, values }: Statement, mode: "custom" | "generic"): Promise<string[]> => {
  const client = await db.connect()
  try {
    await client.query(`SET plan_cache_mode = force_${mode}_plan`)
    await client.query(`PREPARE hot AS ${text}`)
    const { rows } = await client.query<{ "QUERY PLAN": { Plan: Plan }[] }>(`EXPLAIN (FORMAT JSON) EXECUTE hot${values.length > 0 ? `(${values.map(literal).join(", ")})` : ""}`)
    return readFromEndToEnd(rows[0]?.["QUERY PLAN"][0]?.Plan as Plan)
  } finally {
    await client.query("DEALLOCATE ALL")
    client.release()
  }
}

const FIRST = { page: 1, per_page: 20 }

test("the tables that grow are large enough here to tell", () => {
  expect([...large]).toEqual(expect.arrayContaining(["account", "customer_order", "listing", "order_item", "product", "product_image", "product_variant", "seller_order"]))
})

test("a scan from end to end would be noticed", async () => {
  expect(await scansOf({ text: "SELECT card FROM listing WHERE card ->> 'name' = $1", values: ["Tea"] }, "generic")).toEqual(["listing"])
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
  const { listCards } = await import("@/features/products/list-products")
  const statements = await statementsOf(() => listCards({ ...FIRST, ...asked(filled) }))
  expect(statements.length).toBeGreaterThan(0)
  for (const statement of statements) for (const mode of ["custom", "generic"] as const) expect([statement.text, mode, await scansOf(statement, mode)]).toEqual([statement.text, mode, []])
})

test.each([
  ["a product", async () => (await import("@/features/products/get-product")).getProductText(filled.slugs[7] ?? "")],
  ["a key", async () => (await import("@/auth/bearer")).authenticate(`Bearer ${await (await import("./supplies")).makeKey(db, filled)}`, null)],
  ["an access token", async () => (await import("@/auth/access-token")).findAccessToken(await (await import("./supplies")).makeAccessToken(db, filled))],
  ["a limit", async () => (await import("@/platform/rate-limit")).takeFromLimit("credential:bench", 300)],
  ["an account", async () => (await import("@/features/me/get-me")).getMe({ accountId: filled.sellerId } as never)],
  ["orders", async () => (await import("@/features/orders/list-orders")).listOrders({ accountId: filled.sellerId, livemode: true } as never, FIRST)],
  ["a store's orders", async () => (await import("@/features/seller-orders/list-seller-orders")).listSellerOrders(7, true, FIRST)],
])("is found by indexes: %s", async (_, work) => {
  const statements = await statementsOf(work)
  expect(statements.length).toBeGreaterThan(0)
  for (const statement of statements) for (const mode of ["custom", "generic"] as const) expect([statement.text, mode, await scansOf(statement, mode)]).toEqual([statement.text, mode, []])
})

test("a broad word's pages follow each other without a gap or a double, walked or collected, names before descriptions", async () => {
  const { listProducts } = await import("@/features/products/list-products")
  const { rows } = await db.query<{ id: number }>("SELECT id FROM product WHERE name LIKE 'Amber%' ORDER BY popularity DESC, id")
  const expected = rows.map(({ id }) => id)
  expect(expected.length).toBeGreaterThan(3_000)
  await db.query("UPDATE product SET description = description || ' Amber.' WHERE id <= 20 AND name NOT LIKE 'Amber%'")
  // The total of the word alone may be remembered from another test: this search is asked for here only.
  const found: number[] = []
  let total = 1
  for (let page = 1; found.length < total; page++) {
    const answer = await listProducts({ page, per_page: 100, q: "amber", min_price: 0 })
    if (answer.rows.length === 0) break
    total = answer.total
    found.push(...answer.rows.map(({ id }) => id))
  }
  expect(found.slice(0, expected.length)).toEqual(expected)
  expect(found.slice(expected.length).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1).filter((id) => !expected.includes(id)))
  expect(total).toBe(found.length)
})
