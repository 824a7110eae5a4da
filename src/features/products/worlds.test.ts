import { v7 as uuidv7 } from "uuid"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { FIXTURE_WORLD_ID, LIVE_WORLD, type World } from "@/domain/world"
import type { TestMarketplace } from "@/testing/fixtures/marketplace"
import { emptyTestDatabase, type TestDatabase } from "@/testing/setup/database"

let database: TestDatabase
let marketplace: TestMarketplace
let own: World
let other: World

const PAGE = { page: 1, per_page: 20 }

/** Adds a store, a category, a brand and a product to a world; ids from `id` on. */
async function fill(world: string, id: number, name: string): Promise<void> {
  const catalogue = world === LIVE_WORLD.id ? world : FIXTURE_WORLD_ID
  await marketplace.rows(
    `WITH placed AS (
       INSERT INTO store (id, world_id, slug, name, status, approved_at, city, district, state, pincode)
       VALUES ($1, $2, 'a-store', 'A store', 'approved', now(), 'Patna', 'Patna', 'Bihar', '800001') RETURNING id)
     INSERT INTO product (id, world_id, catalogue_world_id, store_id, category_id, brand_id, slug, name, names, status, published_at, updated_at)
     SELECT $1, $2, $3, placed.id, c.id, b.id, 'a-product', $4, jsonb_build_object('hi', $4::text || ' hi'), 'active', now(), now()
     FROM placed, category c, brand b WHERE c.slug = 'snacks' AND c.world_id = $3 AND b.slug = 'a-brand' AND b.world_id = $3`,
    [id, world, catalogue, name],
  )
  await marketplace.rows(
    "INSERT INTO product_variant (id, world_id, product_id, sku, name, price, mrp, stock) VALUES ($1, $2, $1, 'SKU', '', 100, 100, 1)",
    [id, world],
  )
}

beforeAll(async () => {
  database = await emptyTestDatabase()
  // Modules imported from here on read it.
  vi.stubEnv("DATABASE_URL", database.url)
  marketplace = new (await import("@/testing/fixtures/marketplace")).TestMarketplace(database.url)
  for (const [id, world, name] of [
    [1, LIVE_WORLD.id, "Live snacks"],
    [1_000_000_001, FIXTURE_WORLD_ID, "Shared snacks"],
  ]) {
    await marketplace.rows("INSERT INTO category (id, world_id, slug, name) VALUES ($1, $2, 'snacks', $3)", [
      id,
      world,
      name,
    ])
    await marketplace.rows("INSERT INTO brand (id, world_id, slug, name) VALUES ($1, $2, 'a-brand', $3)", [
      id,
      world,
      name,
    ])
  }
  const sandbox = async (): Promise<World> => {
    const id = uuidv7()
    await marketplace.rows("INSERT INTO world (id, account_id, epoch, clock) VALUES ($1, $2, now(), now())", [
      id,
      await marketplace.account(),
    ])
    return { id, livemode: false, catalogueId: FIXTURE_WORLD_ID }
  }
  own = await sandbox()
  other = await sandbox()
  await fill(LIVE_WORLD.id, 1, "Livemakhana roast")
  await fill(FIXTURE_WORLD_ID, 1_000_000_001, "Sharedmakhana roast")
  await marketplace.rows("UPDATE product SET slug = 'a-shared-product' WHERE world_id = $1", [FIXTURE_WORLD_ID])
  await marketplace.rows("UPDATE store SET slug = 'a-shared-store' WHERE world_id = $1", [FIXTURE_WORLD_ID])
  await fill(own.id, 1_010_000_257, "Minemakhana roast")
  await fill(other.id, 1_010_000_513, "Othermakhana roast")
})
afterAll(async () => {
  const { pool } = await import("@/platform/db/pool")
  await pool().end()
  await marketplace.close()
  await database.drop()
})

/** The names of what a world shows: its own products and, in a sandbox, the shared ones. */
function shown(): [World, string[]][] {
  return [
    [LIVE_WORLD, ["Livemakhana roast"]],
    [own, ["Minemakhana roast", "Sharedmakhana roast"]],
    [other, ["Othermakhana roast", "Sharedmakhana roast"]],
  ]
}

test.each([
  {},
  { category: "snacks" },
  { brand: "a-brand" },
  { q: "roast" },
  { q: "roast", sort: "newest" },
  { in_stock: true },
] as const)("a list and its total have the products of the world alone: %j", async (requested) => {
  const { listProducts } = await import("@/features/products/list-products")
  for (const [world, names] of shown()) {
    const { rows, total, facets } = await listProducts(world, {
      ...PAGE,
      ...requested,
      facets: "category,brand,price,seller,in_stock",
    })
    expect([rows.map(({ name }) => name).sort(), total]).toEqual([names, names.length])
    const named = world.livemode ? "Live snacks" : "Shared snacks"
    expect(facets?.category?.values.map(({ name, count }) => [name, count])).toEqual([[named, names.length]])
    expect(facets?.brand?.values).toEqual([{ slug: "a-brand", name: named, count: names.length }])
    expect(facets?.seller?.values.map(({ store }) => store).sort()).toEqual(
      world.livemode ? ["a-store"] : ["a-shared-store", "a-store"],
    )
  }
})

test("a store's products are those of the world's own store of that slug", async () => {
  const { listProducts } = await import("@/features/products/list-products")
  for (const [world, [name]] of shown())
    expect((await listProducts(world, { ...PAGE, seller: "a-store" })).rows.map((row) => row.name)).toEqual([name])
})

test("a product is found by its slug in its world alone", async () => {
  const { getProduct } = await import("@/features/products/get-product")
  for (const locale of [undefined, "hi"] as const)
    for (const [world, [name]] of shown())
      expect((await getProduct(world, "a-product", locale)).name).toBe(locale ? `${name} hi` : name)
  expect((await getProduct(own, "a-shared-product")).name).toBe("Sharedmakhana roast")
  await expect(getProduct(LIVE_WORLD, "a-shared-product")).rejects.toMatchObject({ code: "not_found" })
})

test("a search knows no words of another catalogue", async () => {
  const { listProducts } = await import("@/features/products/list-products")
  const found = async (world: World, q: string) =>
    (await listProducts(world, { ...PAGE, q })).rows.map(({ name }) => name)
  expect(await found(LIVE_WORLD, "livemakhnaa")).toEqual(["Livemakhana roast"])
  expect(await found(own, "livemakhnaa")).toEqual([])
  expect(await found(LIVE_WORLD, "sharedmakhnaa")).toEqual([])
  expect(await found(own, "sharedmakhnaa")).toEqual(["Sharedmakhana roast"])
  expect(await found(own, "othermakhana")).toEqual([])
})

test("suggestions and categories are those of the world", async () => {
  const { suggest } = await import("@/features/products/suggestions/suggest")
  const { listCategories } = await import("@/features/categories/list-categories")
  for (const [world, names] of shown()) {
    const suggested = await suggest(world, { q: "roa", limit: 8, locale: "hi" })
    expect(suggested.map(({ name }) => name).sort()).toEqual(names.map((name) => `${name} hi`))
    const named = world.livemode ? "Live snacks" : "Shared snacks"
    expect((await suggest(world, { q: "snac", limit: 8 })).map(({ type, name }) => [type, name]).slice(0, 2)).toEqual([
      ["category", named],
      ["brand", named],
    ])
    const { rows, total } = await listCategories(world, { ...PAGE, parent: "root" })
    expect([rows.map(({ name }) => name), total]).toEqual([[named], 1])
  }
})

test("a change of a sandbox's product changes its listing alone", async () => {
  const { listProducts } = await import("@/features/products/list-products")
  await marketplace.rows("UPDATE product_variant SET stock = 0 WHERE world_id = $1", [own.id])
  const inStock = async (world: World) =>
    (await listProducts(world, { ...PAGE, seller: "a-store" })).rows.map(({ in_stock }) => in_stock)
  expect([await inStock(own), await inStock(other), await inStock(LIVE_WORLD)]).toEqual([[false], [true], [true]])
})
