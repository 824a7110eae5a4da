import pg from "pg"
import { PrismaPg } from "@prisma/adapter-pg"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { testDatabase, type TestDatabase } from "@/testing/setup/database"
import { Prisma, PrismaClient } from "@/platform/prisma/client"

let database: TestDatabase
let db: pg.Pool
let prisma: PrismaClient

beforeAll(async () => {
  database = await testDatabase()
  db = new pg.Pool({ connectionString: database.url, max: 2 })
  prisma = new PrismaClient({ adapter: new PrismaPg(db) })
})
afterAll(async () => {
  await prisma.$disconnect()
  await db.end().catch(() => undefined)
  await database.drop()
})

test("every model reads from the table that the migrations created", async () => {
  for (const model of Object.values(Prisma.ModelName)) {
    const delegate = prisma[(model.charAt(0).toLowerCase() + model.slice(1)) as "account"]
    await expect(delegate.findFirst(), model).resolves.not.toThrow()
  }
})

describe("the database rejects", () => {
  test.each([
    [
      "a price below zero",
      "UPDATE product_variant SET price = -1, mrp = 0 WHERE id = (SELECT min(id) FROM product_variant)",
    ],
    [
      "a price above the MRP",
      "UPDATE product_variant SET price = mrp + 1 WHERE id = (SELECT min(id) FROM product_variant)",
    ],
    ["a product without a name", "UPDATE product SET name = '' WHERE id = (SELECT min(id) FROM product)"],
    [
      "a name of more than 500 characters",
      "UPDATE product SET name = repeat('a', 501) WHERE id = (SELECT min(id) FROM product)",
    ],
    ["stock below zero", "UPDATE product_variant SET stock = -1 WHERE id = (SELECT min(id) FROM product_variant)"],
    ["an unknown status", "UPDATE seller_order SET status = 'lost' WHERE id = (SELECT id FROM seller_order LIMIT 1)"],
    [
      "an unknown payment status",
      "UPDATE customer_order SET payment_status = 'free' WHERE id = (SELECT id FROM customer_order LIMIT 1)",
    ],
    [
      "a shipped seller order without a time",
      "UPDATE seller_order SET shipped_at = NULL WHERE id = (SELECT id FROM seller_order WHERE status = 'shipped' LIMIT 1)",
    ],
    [
      "a total that does not add up",
      "UPDATE customer_order SET total = total + 1 WHERE id = (SELECT id FROM customer_order LIMIT 1)",
    ],
    [
      "a second shipment of a seller order",
      "INSERT INTO shipment SELECT seller_order_id, courier_name, awb, tracking_url, shipped_at, delivered_at FROM shipment LIMIT 1",
    ],
    [
      "an AWB with a space",
      "UPDATE shipment SET awb = 'A B' WHERE seller_order_id = (SELECT seller_order_id FROM shipment LIMIT 1)",
    ],
    ["a key without scopes", "UPDATE api_key SET scopes = '{}' WHERE id = (SELECT id FROM api_key LIMIT 1)"],
    ["a key with an OAuth scope", "UPDATE api_key SET scopes = '{openid}' WHERE id = (SELECT id FROM api_key LIMIT 1)"],
    [
      "a second test client of an app",
      "INSERT INTO oauth_app (id, client_id, account_id, type, live_app_id, redirect_uris, post_logout_redirect_uris) SELECT gen_random_uuid(), 'another', account_id, type, live_app_id, '{}', '{}' FROM oauth_app WHERE live_app_id IS NOT NULL",
    ],
    [
      "a test client without redirect URIs of its own",
      "UPDATE oauth_app SET redirect_uris = NULL WHERE live_app_id IS NOT NULL",
    ],
    [
      "an app with redirect URIs beside its versions'",
      "UPDATE oauth_app SET redirect_uris = '{}' WHERE live_app_id IS NULL",
    ],
    [
      "a version with a scope of test clients",
      "UPDATE oauth_app_version SET required_scopes = '{}', optional_scopes = '{sandbox.manage}'",
    ],
    ["a key with a scope that every test key has", "UPDATE api_key SET scopes = '{sandbox.manage}'"],
    ["an unknown scope", "UPDATE api_key SET scopes = '{everything}' WHERE id = (SELECT id FROM api_key LIMIT 1)"],
    [
      "two permanent secrets of a key",
      "INSERT INTO api_key_secret (hash, key_id, last_four) SELECT decode(repeat('00', 32), 'hex'), key_id, 'abcd' FROM api_key_secret WHERE expires_at IS NULL LIMIT 1",
    ],
    [
      "a second owner of a store",
      "UPDATE store_member SET role = 'owner' WHERE role <> 'owner' AND store_id IN (SELECT store_id FROM store_member WHERE role = 'owner')",
    ],
    [
      "two email addresses that differ only in case",
      "INSERT INTO account (id, email, name, updated_at) SELECT gen_random_uuid(), upper(email::text), name, now() FROM account LIMIT 1",
    ],
    ["an unknown locale", "UPDATE account SET locale = 'fr' WHERE id = (SELECT id FROM account LIMIT 1)"],
    [
      "a category below itself",
      "UPDATE category SET parent_id = (SELECT id FROM category WHERE depth = 2 AND path[1] = root.id LIMIT 1) FROM (SELECT id FROM category WHERE depth = 0 ORDER BY id LIMIT 1) root WHERE category.id = root.id",
    ],
    ["a category called root", "INSERT INTO category (slug, name) VALUES ('root', 'Root')"],
    [
      "a seller order without its order",
      "DELETE FROM customer_order WHERE id = (SELECT order_id FROM seller_order LIMIT 1)",
    ],
  ])("%s", async (_what, statement) => {
    await expect(db.query(statement)).rejects.toMatchObject({ code: expect.stringMatching(/^23/) as string })
  })
})

test("a discount is a whole percent from 0 to 100 and never overstated", async () => {
  const { rows } = await db.query(
    `SELECT price, mrp, percent FROM (
       SELECT price, mrp, discount_percent(price, mrp) AS percent
       FROM unnest(ARRAY[0, 1, 99, 100, 999, 29900, 34900, 1999999999, 2000000000]) AS price, unnest(ARRAY[0, 1, 99, 100, 101, 999, 34900, 99999, 2000000000]) AS mrp
       WHERE price <= mrp) pairs
     WHERE percent NOT BETWEEN 0 AND 100 OR percent::bigint * mrp > (mrp - price)::bigint * 100 OR (percent + 1)::bigint * mrp < (mrp - price)::bigint * 100`,
  )
  expect(rows).toEqual([])
})

// An index entry of a name must fit into a third of a page.
test.each([
  [
    "with the longest folded forms",
    "SELECT chr(i) AS letter FROM generate_series(128, 131071) i WHERE i NOT BETWEEN 55296 AND 57343 ORDER BY octet_length(fold(chr(i))) DESC, i LIMIT 500",
    "",
  ],
  ["of four bytes each", "SELECT chr(131072 + i * 7) AS letter FROM generate_series(1, 500) i", ""],
  ["that are each a word", "SELECT chr(131072 + i * 7) AS letter FROM generate_series(1, 250) i", " "],
  [
    "with the longest folded forms, each a word",
    "SELECT chr(i) AS letter FROM generate_series(128, 131071) i WHERE i NOT BETWEEN 55296 AND 57343 ORDER BY octet_length(fold(chr(i))) DESC, i LIMIT 250",
    " ",
  ],
])("a product name can have 500 characters %s", async (_, letters, between) => {
  const { rows } = await db.query(
    `UPDATE product SET name = left((SELECT string_agg(letter, '${between}') FROM (${letters}) letters), 500)
     WHERE id = (SELECT min(product_id) FROM listing) RETURNING char_length(name) AS length`,
  )
  expect(rows).toEqual([{ length: expect.closeTo(500, -1) as number }])
})

test("an order's status in the demo matches its seller orders", async () => {
  const { rows } = await db.query(
    `SELECT o.number FROM customer_order o
     WHERE o.status <> (SELECT p.status FROM seller_order p WHERE p.order_id = o.id ORDER BY order_status_rank(p.status) LIMIT 1)`,
  )
  expect(rows).toEqual([])
})

test("moving a category moves its subcategories and their listings", async () => {
  const [moved] = (
    await db.query<{ id: number; listed: number }>(
      "SELECT c.id, (SELECT count(*) FROM listing l WHERE l.category_ids @> ARRAY[c.id])::int AS listed FROM category c WHERE c.depth = 1 ORDER BY id LIMIT 1",
    )
  ).rows
  const [target] = (
    await db.query<{ id: number }>("SELECT id FROM category WHERE depth = 0 AND active ORDER BY id DESC LIMIT 1")
  ).rows
  await db.query("UPDATE category SET parent_id = $2 WHERE id = $1", [moved?.id, target?.id])
  const [after] = (
    await db.query<{ wrong: number; listed: number }>(
      `SELECT (SELECT count(*) FROM category c WHERE $1 = ANY (c.path) AND c.path[1] <> $2)::int AS wrong,
            (SELECT count(*) FROM listing l WHERE l.category_ids @> ARRAY[$1::int, $2::int])::int AS listed`,
      [moved?.id, target?.id],
    )
  ).rows
  expect(after).toEqual({ wrong: 0, listed: moved?.listed })
})

// A version before the new names runs beside this one during an upgrade.
describe("a column that was renamed", () => {
  test("keeps an interaction's form state equal under both names", async () => {
    const write = async (sql: string, value: object): Promise<unknown> =>
      (await db.query<{ again: object; form_state: object }>(`${sql} RETURNING again, form_state`, [value])).rows[0]
    const both = (value: object) => ({ again: value, form_state: value })
    const insert = (column: string) =>
      `INSERT INTO oauth_interaction (id, client_id, browser_hash, parameters, expires_at, ${column})
       VALUES (gen_random_uuid(), 'renamed', sha256(''), '{}', now(), $1)`
    const update = (column: string) => `UPDATE oauth_interaction SET ${column} = $1 WHERE client_id = 'renamed'`
    expect(await write(insert("again"), { step: 1 })).toEqual(both({ step: 1 }))
    expect(await write(update("form_state"), { step: 2 })).toEqual(both({ step: 2 }))
    expect(await write(update("again"), { step: 3 })).toEqual(both({ step: 3 }))
    expect(await write(update("form_state"), {})).toEqual(both({}))
    await db.query("DELETE FROM oauth_interaction WHERE client_id = 'renamed'")
    expect(await write(insert("form_state"), { step: 4 })).toEqual(both({ step: 4 }))
  })

  test.each(["words", "message"])("takes a review's message as %s", async (column) => {
    const { rows } = await db.query(
      `INSERT INTO oauth_app_review (id, version_id, reviewer_id, decision, ${column})
       SELECT gen_random_uuid(), id, (SELECT id FROM account LIMIT 1), 'approved', 'Fine.' FROM oauth_app_version LIMIT 1
       RETURNING words, message`,
    )
    expect(rows).toEqual([{ words: "Fine.", message: "Fine." }])
  })
})
