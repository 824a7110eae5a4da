import type pg from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { FIXTURE_WORLD_ID, sandboxStoreId } from "@/domain/world"
import { emptyWorld, fillWorld } from "@/sandbox/fill-world"
import { fixtureCatalogue } from "@/sandbox/fixtures/catalogue"
import type { AccountWorld } from "@/sandbox/fixtures/make-orders"
import type { CatalogueTables } from "@/sandbox/fixtures/rows"
import { loadFixtures } from "@/sandbox/load-fixtures"
import { TestMarketplace } from "@/testing/fixtures/marketplace"
import { emptyTestDatabase, type TestDatabase } from "@/testing/setup/database"

const EPOCH = new Date("2026-11-25T10:00:00.123Z")
const PRODUCT_TABLES = [
  ...["product", "product_image", "product_variant", "product_option", "product_option_value", "variant_option_value"],
  ...["bundle_item", "product_detail", "sandbox_listing"],
]
const ORDER_TABLES = [
  ...["customer_order", "delivery_address", "seller_order", "order_item", "shipment", "payment", "refund"],
]
const WORLD_TABLES = ["store", ...PRODUCT_TABLES, ...ORDER_TABLES]

let database: TestDatabase
let marketplace: TestMarketplace

beforeAll(async () => {
  database = await emptyTestDatabase()
  marketplace = new TestMarketplace(database.url)
  await tx(loadFixtures)
})

afterAll(async () => {
  await marketplace.db.end()
  await database.drop()
})

async function tx<T>(work: (tx: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await marketplace.db.connect()
  try {
    await client.query("BEGIN")
    const result = await work(client)
    await client.query("COMMIT")
    return result
  } catch (error) {
    await client.query("ROLLBACK")
    throw error
  } finally {
    client.release()
  }
}

async function newWorld(): Promise<AccountWorld> {
  const accountId = await marketplace.account()
  const [row] = await marketplace.rows<{ id: string; ordinal: number }>(
    "INSERT INTO world (id, account_id, epoch, clock) VALUES (uuid_v7(now()), $1, $2, $2) RETURNING id, ordinal",
    [accountId, EPOCH],
  )
  if (!row) throw new Error("no world was inserted")
  return { ...row, accountId, epoch: EPOCH }
}

/** Every row of a world as text, table by table. */
async function rowsOf(worldId: string, tables: readonly string[] = WORLD_TABLES): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const table of tables) {
    const rows = await marketplace.rows<{ text: string }>(
      `SELECT t::text AS text FROM ${table} t WHERE world_id = $1 ORDER BY t::text`,
      [worldId],
    )
    found[table] = rows.map(({ text }) => text)
  }
  return found
}

async function countsOf(worldId: string): Promise<{ order_count: number; item_count: number } | undefined> {
  const [counts] = await marketplace.rows<{ order_count: number; item_count: number }>(
    "SELECT order_count, item_count FROM world WHERE id = $1",
    [worldId],
  )
  return counts
}

function logTime(what: string, began: number): void {
  process.stdout.write(`${what} took ${Math.round(performance.now() - began)} ms\n`)
}

async function slugsOf(sql: string, values: unknown[] = []): Promise<string[]> {
  return (await marketplace.rows<{ slug: string }>(sql, values)).map(({ slug }) => slug)
}

test("a world is created with rows in every table and no events", async () => {
  const world = await newWorld()
  const began = performance.now()
  await tx((client) => fillWorld(client, world))
  logTime("a first world", began)
  const rows = await rowsOf(world.id)
  for (const table of WORLD_TABLES) expect(rows[table]?.length, table).toBeGreaterThan(0)
  expect([rows.sandbox_listing?.length, rows.product_detail?.length, rows.customer_order?.length]).toEqual([14, 14, 36])
  expect(await countsOf(world.id)).toEqual({ order_count: 36, item_count: rows.order_item?.length })
  const live = await marketplace.rows("SELECT FROM listing")
  expect(live).toHaveLength(0)
  expect(await marketplace.rows("SELECT FROM webhook_event")).toHaveLength(0)
})

test("the same world has the same rows each time", async () => {
  const world = await newWorld()
  await tx((client) => fillWorld(client, world))
  const before = await rowsOf(world.id)
  await tx((client) => emptyWorld(client, world.id))
  const began = performance.now()
  await tx((client) => fillWorld(client, world))
  logTime("another world", began)
  expect(await rowsOf(world.id)).toEqual(before)
})

test("worlds stand side by side, and one that is emptied leaves nothing and takes nothing from another", async () => {
  const [one, other] = [await newWorld(), await newWorld()]
  await tx((client) => fillWorld(client, one))
  await tx((client) => fillWorld(client, other))
  const slugs = await slugsOf("SELECT slug FROM sandbox_listing WHERE world_id = $1", [one.id])
  expect(
    await slugsOf("SELECT slug FROM sandbox_listing WHERE world_id = $1 AND slug = ANY ($2)", [other.id, slugs]),
  ).toEqual([])
  const [before, shared] = [await rowsOf(other.id), await rowsOf(FIXTURE_WORLD_ID, PRODUCT_TABLES)]
  await tx((client) => emptyWorld(client, one.id))
  for (const [table, rows] of Object.entries(await rowsOf(one.id))) expect(rows, table).toEqual([])
  expect(await countsOf(one.id)).toEqual({ order_count: 0, item_count: 0 })
  expect(await rowsOf(other.id)).toEqual(before)
  expect(await rowsOf(FIXTURE_WORLD_ID, PRODUCT_TABLES)).toEqual(shared)
  await expect(tx((client) => emptyWorld(client, FIXTURE_WORLD_ID))).rejects.toThrow(RangeError)
})

test("orders that were placed later are deleted with the rest", async () => {
  const world = await newWorld()
  await tx((client) => fillWorld(client, world))
  await marketplace.rows("UPDATE product_variant SET stock = 0 WHERE world_id = $1", [world.id])
  await marketplace.rows("UPDATE seller_order SET status = 'confirmed' WHERE world_id = $1 AND status = 'pending'", [
    world.id,
  ])
  const fresh = await rowsOf(world.id)
  await tx((client) => emptyWorld(client, world.id))
  await tx((client) => fillWorld(client, world))
  expect(await rowsOf(world.id, ["seller_order"])).not.toEqual({ seller_order: fresh.seller_order })
  const [left] = await marketplace.rows<{ stock: number }>(
    "SELECT max(stock) AS stock FROM product_variant WHERE world_id = $1",
    [world.id],
  )
  expect(left?.stock).toBeGreaterThan(0)
})

test("a world's seller orders say which are to be paid in cash on delivery", async () => {
  const world = await newWorld()
  await tx((client) => fillWorld(client, world))
  const [orders] = await marketplace.rows(
    `SELECT bool_or(p.cash_on_delivery) AS some, bool_and(p.cash_on_delivery = (m.method = 'cod')) AS exact
     FROM seller_order p JOIN payment m USING (order_id) WHERE p.world_id = $1`,
    [world.id],
  )
  expect(orders).toEqual({ some: true, exact: true })
})

test("the orders' own store and the account are those of the world", async () => {
  const world = await newWorld()
  await tx((client) => fillWorld(client, world))
  const [orders] = await marketplace.rows(
    `SELECT count(*) FILTER (WHERE account_id = $2)::int AS mine, count(*) FILTER (WHERE account_id IS NULL)::int AS others,
       bool_or(livemode) AS live FROM customer_order WHERE world_id = $1`,
    [world.id, world.accountId],
  )
  expect(orders).toEqual({ mine: 12, others: 24, live: false })
  const [store] = await marketplace.rows("SELECT slug FROM store WHERE id = $1 AND world_id = $2", [
    sandboxStoreId(world.ordinal),
    world.id,
  ])
  expect(store).toEqual({ slug: `your-sandbox-store-w${world.ordinal.toString(36)}` })
})

test("the shared catalogue is written once", async () => {
  const before = await rowsOf(FIXTURE_WORLD_ID, ["store", "category", "brand", ...PRODUCT_TABLES])
  expect(before.sandbox_listing).toHaveLength(200)
  expect(await tx(loadFixtures)).toBe(false)
  await marketplace.rows("UPDATE world SET content_hash = NULL WHERE id = $1", [FIXTURE_WORLD_ID])
  const began = performance.now()
  expect(await tx(loadFixtures)).toBe(true)
  logTime("the shared catalogue", began)
  expect(await rowsOf(FIXTURE_WORLD_ID, ["store", "category", "brand", ...PRODUCT_TABLES])).toEqual(before)
})

test("a changed catalogue is written in place, below the worlds that refer to it", async () => {
  const world = await newWorld()
  await tx((client) => fillWorld(client, world))
  expect(await tx((client) => loadFixtures(client, changedCatalogue()))).toBe(true)
  try {
    const shown = await slugsOf("SELECT slug FROM sandbox_listing WHERE world_id = $1", [FIXTURE_WORLD_ID])
    expect(shown).toHaveLength(199)
    expect(shown.filter((slug) => slug.startsWith("was-"))).toEqual([])
    const [first, second, last] = [
      fixtureCatalogue().product[0],
      fixtureCatalogue().product[1],
      fixtureCatalogue().product.at(-1),
    ]
    expect(
      await slugsOf("SELECT slug FROM product WHERE id = ANY ($1) ORDER BY id", [[first?.id, second?.id, last?.id]]),
    ).toEqual([second?.slug, first?.slug])
    const [tea] = await marketplace.rows(
      "SELECT card #>> '{category,name}' AS category FROM sandbox_listing WHERE world_id = $1 AND slug LIKE 'masala-chai-%'",
      [world.id],
    )
    expect(tea).toEqual({ category: "Teas" })
    const brands = await slugsOf("SELECT slug FROM brand WHERE world_id = $1 ORDER BY id", [FIXTURE_WORLD_ID])
    expect(brands).toEqual(
      fixtureCatalogue()
        .brand.slice(0, -1)
        .map(({ slug }) => slug),
    )
    const [swapped] = await marketplace.rows("SELECT sku FROM product_variant WHERE id = $1", [
      fixtureCatalogue().product_variant[0]?.id,
    ])
    expect(swapped).toEqual({ sku: fixtureCatalogue().product_variant[1]?.sku })
    expect((await rowsOf(world.id, ["order_item"])).order_item?.length).toBe((await countsOf(world.id))?.item_count)
  } finally {
    await tx(loadFixtures)
  }
  expect(await slugsOf("SELECT slug FROM product WHERE world_id = $1 ORDER BY id", [FIXTURE_WORLD_ID])).toEqual(
    fixtureCatalogue().product.map(({ slug }) => slug),
  )
})

/**
 * Two products have exchanged their slugs, two variants their SKUs, the last one and a brand are gone, and a category
 * has another name.
 */
function changedCatalogue(): CatalogueTables {
  const { product, product_variant, product_image, bundle_item, category, brand, ...rest } = fixtureCatalogue()
  const [first, second, ...others] = product
  const last = others.pop()
  const gone = brand.at(-1)
  if (!first || !second || !last || !gone) throw new Error("the catalogue has products and brands")
  const kept = <Row extends { product_id: number }>(rows: readonly Row[]): Row[] =>
    rows.filter(({ product_id }) => product_id !== last.id)
  return {
    ...rest,
    product: [{ ...first, slug: second.slug }, { ...second, slug: first.slug }, ...others].map((row) =>
      row.brand_id === gone.id ? { ...row, brand_id: null } : row,
    ),
    product_variant: kept(product_variant).map((row, i, rows) => ({ ...row, sku: rows[i < 2 ? 1 - i : i]?.sku ?? "" })),
    product_image: kept(product_image),
    bundle_item: kept(bundle_item),
    category: category.map((row) => (row.slug === "tea" ? { ...row, name: "Teas" } : row)),
    brand: brand.filter((row) => row !== gone),
  }
}
