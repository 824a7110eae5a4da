import { LIVE_WORLD } from "@/domain/world"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import type { TestMarketplace } from "@/testing/fixtures/marketplace"
import { emptyTestDatabase, type TestDatabase } from "@/testing/setup/database"

/** More than are ranked. */
const NAMED_ELSEWHERE = 2_100
const IN_CATEGORY = 30

let database: TestDatabase
let marketplace: TestMarketplace

beforeAll(async () => {
  database = await emptyTestDatabase()
  // Modules imported from here on read it.
  vi.stubEnv("DATABASE_URL", database.url)
  marketplace = new (await import("@/testing/fixtures/marketplace")).TestMarketplace(database.url)
  const store = await marketplace.store("Mithila Haat")
  const rice = await marketplace.category("Rice")
  const toys = await marketplace.category("Toys")
  const products = async (name: string, category: number | null, count: number, popularity: number, text = "") => {
    await marketplace.rows(
      `WITH made AS (
         INSERT INTO product (store_id, category_id, slug, name, status, description, popularity, published_at, updated_at)
         SELECT $1, $2, lower(replace($3::text, ' ', '-')) || '-' || n, $3::text || ' ' || n, 'active', $4, $5::int + n, now(), now() FROM generate_series(1, $6::int) n
         RETURNING id)
       INSERT INTO product_variant (product_id, sku, name, price, mrp, stock) SELECT id, 'S' || id, '', 10000, 10000, 1 FROM made`,
      [store, category, name, text, popularity, count],
    )
  }
  await products("Rice Rattle", toys, NAMED_ELSEWHERE, 10_000)
  await products("Rice Sona Masuri", rice, IN_CATEGORY, 100)
  await products("Gobindobhog", rice, IN_CATEGORY, 50_000)
  await products("Steel Sieve", toys, IN_CATEGORY, 90_000, "For rice and flour.")
  await marketplace.rows("VACUUM ANALYZE listing")
}, 120_000)
afterAll(async () => {
  const { pool } = await import("@/platform/db/pool")
  await pool().end()
  await marketplace.close()
  await database.drop()
})

async function find(q: string, page: number, per_page: number) {
  const { listProducts } = await import("@/features/products/list-products")
  const { rows, total } = await listProducts(LIVE_WORLD, { q, page, per_page })
  return { names: rows.map(({ name }) => name.replace(/ \d+$/, "")), rows, total }
}

test("a broad search lists the products of the category that it names first, each tier by popularity", async () => {
  const { names, rows, total } = await find("rice", 1, 100)
  expect(total).toBe(NAMED_ELSEWHERE + 3 * IN_CATEGORY)
  expect(names.slice(0, IN_CATEGORY)).toEqual(Array<string>(IN_CATEGORY).fill("Rice Sona Masuri"))
  expect(names.slice(IN_CATEGORY)).toEqual(Array<string>(100 - IN_CATEGORY).fill("Rice Rattle"))
  expect(rows[0]?.name).toBe(`Rice Sona Masuri ${IN_CATEGORY}`)
  expect(rows[IN_CATEGORY]?.name).toBe(`Rice Rattle ${NAMED_ELSEWHERE}`)
})

test("every match is on one page, also where tiers meet and where pages are read in another way", async () => {
  const seen = new Set<number>()
  let names: string[] = []
  for (let page = 1; page <= 22; page++) {
    const found = await find("rice", page, 100)
    for (const { id } of found.rows) seen.add(id)
    names = [...names, ...found.names]
  }
  expect(seen.size).toBe(NAMED_ELSEWHERE + 3 * IN_CATEGORY)
  expect([...new Set(names)]).toEqual(["Rice Sona Masuri", "Rice Rattle", "Gobindobhog", "Steel Sieve"])
})

test("a broad search that names no category is sorted by popularity", async () => {
  const { rows, total } = await find("rattle", 1, 1)
  expect([total, rows[0]?.name]).toEqual([NAMED_ELSEWHERE, `Rice Rattle ${NAMED_ELSEWHERE}`])
})
