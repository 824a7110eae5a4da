import { LIVE_WORLD } from "@/domain/world"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { testDatabase, type TestDatabase } from "@/testing/setup/database"
import type { TestMarketplace } from "@/testing/fixtures/marketplace"

/** A product's parts, read from their own tables. */
const REFERENCE = `
  (SELECT row_to_json(r) FROM (SELECT p.description,
    coalesce((
      SELECT array_to_json(array_agg((SELECT row_to_json(r) FROM (SELECT o.name, (
        SELECT array_to_json(array_agg(v.value ORDER BY v.position, v.id)) FROM product_option_value v WHERE v.option_id = o.id) AS "values") r)
        ORDER BY o.position, o.id))
      FROM product_option o WHERE o.product_id = p.id), '[]') AS options,
    coalesce((
      SELECT array_to_json(array_agg((SELECT row_to_json(r) FROM (SELECT i.id, i.path, i.alt, i.position, i.width, i.height, coalesce((
        SELECT array_to_json(array_agg(v.id ORDER BY v.position)) FROM product_variant v WHERE v.image_id = i.id AND v.product_id = p.id), '[]') AS variant_ids) r)
        ORDER BY i.position))
      FROM product_image i WHERE i.product_id = p.id), '[]') AS images,
    coalesce((
      SELECT array_to_json(array_agg((SELECT row_to_json(r) FROM (SELECT v.id, v.sku, v.name, coalesce((
          SELECT array_to_json(array_agg((SELECT row_to_json(r) FROM (SELECT o.name, ov.value) r) ORDER BY o.position, o.id, ov.position, ov.id))
          FROM variant_option_value vo JOIN product_option_value ov ON ov.id = vo.option_value_id JOIN product_option o ON o.id = ov.option_id
          WHERE vo.variant_id = v.id AND o.product_id = p.id), '[]') AS options,
        v.price, v.mrp, discount_percent(v.price, v.mrp) AS discount_percent, v.stock > 0 AS in_stock, v.image_id, v.position) r) ORDER BY v.position))
      FROM product_variant v WHERE v.product_id = p.id), '[]') AS variants) r)::text`

interface Product {
  id: number
  slug: string
}

let database: TestDatabase
let marketplace: TestMarketplace
let products: Product[]

beforeAll(async () => {
  database = await testDatabase()
  // Modules imported from here on read it.
  vi.stubEnv("DATABASE_URL", database.url)
  marketplace = new (await import("@/testing/fixtures/marketplace")).TestMarketplace(database.url)
  products = await marketplace.rows<Product>(`
    SELECT product_id AS id, slug FROM listing l
    WHERE (SELECT count(*) FROM product_image i WHERE i.product_id = l.product_id) >= 2
      AND (SELECT count(*) FROM product_variant v WHERE v.product_id = l.product_id AND v.stock > 1 AND v.image_id IS NOT NULL) >= 2
      AND (SELECT count(DISTINCT o.id) FROM product_option o JOIN product_option_value v ON v.option_id = o.id WHERE o.product_id = l.product_id) >= 2
    ORDER BY product_id`)
}, 120_000)
afterAll(async () => {
  const { pool } = await import("@/platform/db/pool")
  await pool().end()
  await marketplace.close()
  await database.drop()
})

/** A product that no other test uses. */
function aProduct(): Product {
  const product = products.pop()
  if (!product) throw new Error("the demo has too few products with options, images and variants")
  return product
}

async function answerOf(slug: string): Promise<string> {
  return (await (await import("@/features/products/get-product")).getProductText(LIVE_WORLD, slug)).text
}
async function writtenAt(id: number): Promise<unknown> {
  return (await marketplace.rows("SELECT xmin, ctid FROM product_detail WHERE product_id = $1", [id]))[0]
}

/** Products, visible or not, whose stored detail differs from their tables. */
function wrong(): Promise<unknown[]> {
  return marketplace.rows(`
    SELECT coalesce(p.id, d.product_id) AS id, d.parts::text AS kept, ${REFERENCE} AS right FROM product p FULL JOIN product_detail d ON d.product_id = p.id
    WHERE p.id IS NULL OR d.parts::text IS DISTINCT FROM ${REFERENCE} LIMIT 3`)
}

async function expectRight({ id, slug }: Product): Promise<string> {
  const [row] = await marketplace.rows<{ card: string; parts: string }>(
    `SELECT l.card::text AS card, ${REFERENCE} AS parts FROM product p JOIN listing l ON l.product_id = p.id WHERE p.id = $1`,
    [id],
  )
  const response = await answerOf(slug)
  const { withUrls } = await import("@/features/products/with-urls")
  expect(response).toBe(withUrls(`${row?.card.slice(0, -1) ?? ""},${row?.parts.slice(1) ?? ""}`))
  return response
}

test("the demo's products are seeded with correct details", async () => {
  expect(products.length).toBeGreaterThan(60)
  expect(await wrong()).toEqual([])
})

const OPTION = "(SELECT id FROM product_option WHERE product_id = $1 ORDER BY position LIMIT 1)"
const OTHER_OPTION = "(SELECT id FROM product_option WHERE product_id = $1 ORDER BY position DESC LIMIT 1)"
const VALUE =
  "(SELECT option_value_id FROM variant_option_value JOIN product_variant v ON v.id = variant_id WHERE product_id = $1 ORDER BY option_value_id LIMIT 1)"
const VARIANT =
  "(SELECT id FROM product_variant WHERE product_id = $1 AND image_id IS NOT NULL AND stock > 1 ORDER BY position LIMIT 1)"
const IMAGE =
  "(SELECT image_id FROM product_variant WHERE product_id = $1 AND image_id IS NOT NULL AND stock > 1 ORDER BY position LIMIT 1)"
/** The product that something is moved to. */
const ELSEWHERE = "(SELECT min(product_id) FROM listing)"

describe.each([
  ["the description", "UPDATE product SET description = description || ' More.' WHERE id = $1"],
  ["an option's name", `UPDATE product_option SET name = name || ' *' WHERE id = ${OPTION}`],
  ["the options' order", "UPDATE product_option SET position = -position WHERE product_id = $1"],
  ["an additional option", "INSERT INTO product_option (product_id, name, position) VALUES ($1, 'Finish', 9)"],
  ["a removed option", `DELETE FROM product_option WHERE id = ${OPTION}`],
  ["no options", "DELETE FROM product_option WHERE product_id = $1"],
  [
    "an option that moves to another product",
    `UPDATE product_option SET product_id = ${ELSEWHERE}, name = 'Moved' WHERE id = ${OPTION}`,
  ],
  ["a value", `UPDATE product_option_value SET value = value || ' *' WHERE id = ${VALUE}`],
  ["the values' order", `UPDATE product_option_value SET position = -position WHERE option_id = ${OPTION}`],
  [
    "an additional value",
    `INSERT INTO product_option_value (option_id, value, position) VALUES (${OPTION}, 'Another', 99)`,
  ],
  ["a removed value", `DELETE FROM product_option_value WHERE id = ${VALUE}`],
  [
    "a value that moves to another option",
    `UPDATE product_option_value SET option_id = ${OTHER_OPTION}, value = 'Moved' WHERE option_id = ${OPTION} AND position = 0`,
  ],
  [
    "a variant's value",
    `UPDATE variant_option_value SET option_value_id = (SELECT max(id) FROM product_option_value WHERE option_id = ${OPTION})
                         WHERE variant_id = ${VARIANT} AND option_value_id IN (SELECT id FROM product_option_value WHERE option_id = ${OPTION})
                           AND option_value_id <> (SELECT max(id) FROM product_option_value WHERE option_id = ${OPTION})`,
  ],
  ["a variant without values", `DELETE FROM variant_option_value WHERE variant_id = ${VARIANT}`],
  [
    "a variant with an additional value",
    `INSERT INTO variant_option_value SELECT ${VARIANT}, v.id FROM product_option_value v JOIN product_option o ON o.id = v.option_id WHERE product_id = $1 ON CONFLICT DO NOTHING`,
  ],
  ["a SKU", `UPDATE product_variant SET sku = sku || '-NEW' WHERE id = ${VARIANT}`],
  ["a variant's name", `UPDATE product_variant SET name = name || ' *' WHERE id = ${VARIANT}`],
  ["a price", `UPDATE product_variant SET price = price - 1 WHERE id = ${VARIANT}`],
  ["an MRP", `UPDATE product_variant SET mrp = mrp * 2 WHERE id = ${VARIANT}`],
  ["the variants' order", "UPDATE product_variant SET position = -1 - position WHERE product_id = $1"],
  [
    "a variant's image",
    `UPDATE product_variant SET image_id = (SELECT max(id) FROM product_image WHERE product_id = $1 AND id <> ${IMAGE}) WHERE id = ${VARIANT}`,
  ],
  ["a variant without an image", `UPDATE product_variant SET image_id = NULL WHERE id = ${VARIANT}`],
  ["a variant that goes out of stock", `UPDATE product_variant SET stock = 0 WHERE id = ${VARIANT}`],
  [
    "an additional variant",
    "INSERT INTO product_variant (product_id, sku, name, price, mrp, stock, position) VALUES ($1, 'ONE-MORE', 'One more', 1, 1, 0, 99)",
  ],
  ["a removed variant", `DELETE FROM product_variant WHERE id = ${VARIANT}`],
  [
    "a variant that moves to another product",
    `UPDATE product_variant SET product_id = ${ELSEWHERE}, position = 90 WHERE id = ${VARIANT}`,
  ],
  ["an image's file", `UPDATE product_image SET path = '/media/products/none.svg' WHERE id = ${IMAGE}`],
  ["an image's alt text", `UPDATE product_image SET alt = alt || ' *' WHERE id = ${IMAGE}`],
  ["an image's size", `UPDATE product_image SET width = width + 1, height = height + 2 WHERE id = ${IMAGE}`],
  ["the images' order", "UPDATE product_image SET position = -1 - position WHERE product_id = $1"],
  [
    "an additional image",
    "INSERT INTO product_image (product_id, path, alt, position, width, height) VALUES ($1, '/media/products/none.svg', 'Another', 99, 1, 1)",
  ],
  ["a removed image", `DELETE FROM product_image WHERE id = ${IMAGE}`],
  [
    "an image that moves to another product",
    `UPDATE product_image SET product_id = ${ELSEWHERE}, position = 90 WHERE id = ${IMAGE}`,
  ],
])("a product's detail is updated with a change: %s", (_, change) => {
  test("immediately", async () => {
    const product = aProduct()
    const before = await expectRight(product)
    await marketplace.rows(change, [product.id])
    expect(await expectRight(product)).not.toBe(before)
    expect(await wrong()).toEqual([])
  })
})

test("a product with a new slug keeps its detail, and its old slug is not found", async () => {
  const { id, slug } = aProduct()
  await marketplace.rows("UPDATE product SET slug = 'renamed' WHERE id = $1", [id])
  await expectRight({ id, slug: "renamed" })
  await expect(answerOf(slug)).rejects.toMatchObject({ code: "not_found" })
})

test("a variant that is back in stock is shown", async () => {
  const product = aProduct()
  await marketplace.rows("UPDATE product_variant SET stock = 0 WHERE product_id = $1", [product.id])
  const out = await expectRight(product)
  await marketplace.rows("UPDATE product_variant SET stock = 3 WHERE product_id = $1", [product.id])
  expect(await expectRight(product)).not.toBe(out)
})

test("a change of remaining stock or of fields outside the detail does not rewrite the detail", async () => {
  const { id } = aProduct()
  const before = await writtenAt(id)
  expect(before).toBeDefined()
  await marketplace.rows("UPDATE product_variant SET stock = stock - 1 WHERE product_id = $1 AND stock > 1", [id])
  await marketplace.rows("UPDATE product SET popularity = popularity + 1, name = name || ' *' WHERE id = $1", [id])
  await marketplace.rows(
    "UPDATE brand SET name = name || ' *' WHERE id = (SELECT brand_id FROM product WHERE id = $1)",
    [id],
  )
  expect(await writtenAt(id)).toEqual(before)
})

test("the detail of a hidden product is kept up to date, and is shown once the product is visible", async () => {
  const product = aProduct()
  const store = (status: string) =>
    marketplace.rows("UPDATE store SET status = $2 WHERE id = (SELECT store_id FROM product WHERE id = $1)", [
      product.id,
      status,
    ])
  await store("suspended")
  await expect(answerOf(product.slug)).rejects.toMatchObject({ code: "not_found" })
  await marketplace.rows("UPDATE product_image SET alt = 'Meanwhile' WHERE product_id = $1", [product.id])
  const changed = await writtenAt(product.id)
  await store("approved")
  expect(await expectRight(product)).toContain("Meanwhile")
  expect(await writtenAt(product.id)).toEqual(changed)
})

test("deleting a product deletes its detail", async () => {
  const { id } = aProduct()
  await marketplace.rows(
    "DELETE FROM bundle_item WHERE product_id = $1 OR variant_id IN (SELECT id FROM product_variant WHERE product_id = $1)",
    [id],
  )
  await marketplace.rows("DELETE FROM product WHERE id = $1", [id])
  expect(await marketplace.rows("SELECT FROM product_detail WHERE product_id = $1", [id])).toHaveLength(0)
})

test("a bulk load writes all details at its end", async () => {
  const [first, second] = [aProduct(), aProduct()]
  const ids = [first.id, second.id]
  const before = [await writtenAt(first.id), await writtenAt(second.id)]
  const client = await marketplace.db.connect()
  try {
    await client.query("BEGIN; SET LOCAL haat.bulk = 'on'")
    await client.query("UPDATE product_image SET alt = alt || ' *' WHERE product_id = ANY ($1)", [ids])
    await client.query("UPDATE product SET description = 'Another.' WHERE id = ANY ($1)", [ids])
    await client.query("DELETE FROM product_option WHERE product_id = ANY ($1)", [ids])
    const { rows } = await client.query(
      "SELECT xmin, ctid FROM product_detail WHERE product_id = ANY ($1) ORDER BY product_id <> $2",
      [ids, first.id],
    )
    expect(rows).toEqual(before)
    await client.query("SET LOCAL haat.bulk = 'off'")
    await client.query("SELECT listing_refresh($1)", [ids])
    await client.query("COMMIT")
  } finally {
    client.release()
  }
  await expectRight(first)
  await expectRight(second)
})

const PAIRS = [
  [
    "two variants that go out of stock",
    "UPDATE product_variant SET stock = 0 WHERE id = (SELECT min(id) FROM product_variant WHERE product_id = $1 AND stock > 1)",
    "UPDATE product_variant SET stock = 0 WHERE id = (SELECT max(id) FROM product_variant WHERE product_id = $1 AND stock > 1)",
  ],
  [
    "an option's value and a variant's name",
    `UPDATE product_option_value SET value = value || ' *' WHERE id = ${VALUE}`,
    `UPDATE product_variant SET name = name || ' *' WHERE id = ${VARIANT}`,
  ],
  [
    "an image and a variant's value",
    `UPDATE product_image SET alt = alt || ' *' WHERE id = ${IMAGE}`,
    `DELETE FROM variant_option_value WHERE variant_id = ${VARIANT}`,
  ],
] as const
describe.each([
  ...PAIRS,
  ...PAIRS.map(([what, first, second]) => [`${what}, the other way round`, second, first] as const),
])("two concurrent changes of a product are both in its detail: %s", (_, first, second) => {
  test("once both have committed", async () => {
    const product = aProduct()
    const [one, two] = [await marketplace.db.connect(), await marketplace.db.connect()]
    try {
      await one.query("BEGIN")
      await one.query(first, [product.id])
      const { rows } = await two.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")
      const waiting = two.query(second, [product.id])
      await expect
        .poll(
          () =>
            marketplace.rows("SELECT FROM pg_stat_activity WHERE pid = $1 AND wait_event_type = 'Lock'", [
              rows[0]?.pid,
            ]),
          { timeout: 10_000 },
        )
        .toHaveLength(1)
      await one.query("COMMIT")
      await waiting
    } finally {
      one.release()
      two.release()
    }
    await expectRight(product)
    expect(await wrong()).toEqual([])
  })
})

test("after all of these tests, every product's detail matches its tables", async () => {
  expect(await wrong()).toEqual([])
})
