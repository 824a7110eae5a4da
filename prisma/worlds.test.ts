import pg from "pg"
import { v7 as uuidv7 } from "uuid"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { FIXTURE_WORLD_ID, LIVE_WORLD } from "@/domain/world"
import { testDatabase, type TestDatabase } from "@/testing/setup/database"

let database: TestDatabase
let db: pg.Pool
const sandbox = uuidv7()

beforeAll(async () => {
  database = await testDatabase()
  db = new pg.Pool({ connectionString: database.url, max: 2 })
  await db.query("INSERT INTO world (id, account_id, epoch, clock) SELECT $1, id, now(), now() FROM account LIMIT 1", [
    sandbox,
  ])
})
afterAll(async () => {
  await db.end().catch(() => undefined)
  await database.drop()
})

const CHILDREN = [
  "product_image",
  "product_variant",
  "product_option",
  "product_option_value",
  "variant_option_value",
  "bundle_item",
  "product_detail",
  "delivery_address",
  "seller_order",
  "order_item",
  "shipment",
  "payment",
  "refund",
] as const

describe("a row cannot be in another world than what it refers to", () => {
  test.each([...CHILDREN, "product", "category", "store_member", "listing"])("%s", async (table) => {
    const { rows } = await db.query<{ ctid: string }>(
      `SELECT ctid::text FROM ${table} ${table === "category" ? "WHERE parent_id IS NOT NULL" : ""} LIMIT 1`,
    )
    expect(rows).toHaveLength(1)
    for (const world of [sandbox, FIXTURE_WORLD_ID])
      await expect(
        db.query(`UPDATE ${table} SET world_id = $1 WHERE ctid = $2::tid`, [world, rows[0]?.ctid]),
      ).rejects.toMatchObject({ code: expect.stringMatching(/^235(03|14)$/) as string })
  })
})

test.each([...CHILDREN, "product", "category", "store", "brand", "listing", "customer_order", "search_word"])(
  "every %s has a world",
  async (table) => {
    await expect(db.query(`UPDATE ${table} SET world_id = NULL`)).rejects.toMatchObject({ code: "23502" })
  },
)

test.each(["store", "category", "brand", "customer_order", "search_word"])(
  "a %s cannot be of a world that does not exist",
  async (table) => {
    await expect(
      db.query(`UPDATE ${table} SET world_id = $1 WHERE ctid = (SELECT ctid FROM ${table} LIMIT 1)`, [uuidv7()]),
    ).rejects.toMatchObject({ code: expect.stringMatching(/^235(03|14)$/) as string })
  },
)

test("a live row takes its catalogue from no sandbox, and a sandbox's from itself or the shared one", async () => {
  for (const table of ["product", "seller_order", "order_item"])
    for (const world of [sandbox, FIXTURE_WORLD_ID])
      await expect(
        db.query(`UPDATE ${table} SET catalogue_world_id = $1 WHERE ctid = (SELECT ctid FROM ${table} LIMIT 1)`, [
          world,
        ]),
      ).rejects.toMatchObject({ code: "23514" })
})

test("two worlds can have the same slugs", async () => {
  const insert = "INSERT INTO brand (id, slug, name, world_id) VALUES ($1, 'of-two-worlds', 'Of two worlds', $2)"
  await db.query(insert, [9_000_001, LIVE_WORLD.id])
  await db.query(insert, [9_000_002, FIXTURE_WORLD_ID])
  await expect(db.query(insert, [9_000_003, LIVE_WORLD.id])).rejects.toMatchObject({ code: "23505" })
})
