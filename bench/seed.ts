import type pg from "pg"
import { hashPassword } from "@/auth/password"

const NAME_WORDS = [
  "Amber",
  "Banaras",
  "Coir",
  "Dhaka",
  "Ebony",
  "Firan",
  "Ghee",
  "Hemp",
  "Indigo",
  "Jute",
  "Khadi",
  "Lac",
  "Muga",
  "Neem",
  "Ochre",
  "Pashmina",
]
const PRODUCT_NOUNS = [
  "Basket",
  "Blanket",
  "Bowl",
  "Candle",
  "Cushion",
  "Diary",
  "Flask",
  "Garland",
  "Incense",
  "Jar",
  "Kurta",
  "Lamp",
  "Mat",
  "Oil",
  "Plate",
  "Quilt",
  "Rug",
  "Saree",
  "Shawl",
  "Soap",
  "Stole",
  "Tea",
  "Tray",
  "Vase",
]
const PARENT_CATEGORIES = 20
const LEAF_CATEGORIES = 600
/** Rows that one statement inserts. */
const CHUNK_ROWS = 20_000

export interface Size {
  products: number
  accounts: number
  orders: number
}

export const SMALL: Size = { products: 10_000, accounts: 1_000, orders: 20_000 }
export const LARGE: Size = { products: 1_000_000, accounts: 100_000, orders: 2_000_000 }

/** Ids that the measured paths need. */
export interface SeededData {
  storeId: number
  sellerId: string
  /** Slugs of products from all over the catalogue. */
  slugs: string[]
  /** One product of twenty is in it. */
  category: string
  /** A word in one product of forty. */
  word: string
  appId: string
}

/** Fills an empty database with a marketplace of this size, including one seller and one app, by SQL alone. */
export async function seedDatabase(
  db: pg.Pool,
  { products, accounts, orders }: Size,
  progress: (text: string) => void = () => undefined,
): Promise<SeededData> {
  const stores = Math.max(40, products / 250)
  await db.query(
    "INSERT INTO store (slug, name, status, approved_at, city, district, state, pincode) SELECT 'store-' || i, 'Store ' || i, 'approved', now(), 'Patna', 'Patna', 'Bihar', '800001' FROM generate_series(1, $1::int) i",
    [stores],
  )
  await db.query(
    "INSERT INTO category (slug, name, position) SELECT 'top-' || i, 'Top ' || i, i FROM generate_series(1, $1::int) i",
    [PARENT_CATEGORIES],
  )
  await db.query(
    "INSERT INTO category (slug, name, parent_id, position) SELECT 'leaf-' || i, 'Leaf ' || i, 1 + i % $1::int, i FROM generate_series(1, $2::int) i",
    [PARENT_CATEGORIES, LEAF_CATEGORIES],
  )
  await db.query("INSERT INTO brand (slug, name) SELECT 'brand-' || i, 'Brand ' || i FROM generate_series(1, 60) i")
  const indexes = await dropListIndexes(db)
  await inChunks(products, "products", progress, (from, to) => seedProducts(db, from, to, stores))
  await inChunks(accounts, "accounts", progress, (from, to) =>
    db.query(
      `INSERT INTO account (id, email, name, email_verified_at, updated_at) SELECT ${buyerIdSql("i")}, 'buyer-' || i || '@example.in', 'Buyer ' || i, now(), now() FROM generate_series($1::int, $2::int) i`,
      [from, to],
    ),
  )
  await inChunks(orders, "orders", progress, (from, to) => seedOrders(db, from, to, accounts, stores, products))
  const sellerId = await insertReturningId(
    db,
    "INSERT INTO account (id, email, name, password_hash, email_verified_at, updated_at) VALUES (gen_random_uuid(), 'seller@example.in', 'Seller', $1, now(), now()) RETURNING id",
    [await hashPassword("not used to sign in")],
  )
  await db.query("INSERT INTO store_member (store_id, account_id, role) VALUES (1, $1, 'owner')", [sellerId])
  const appId = await insertReturningId(
    db,
    "INSERT INTO oauth_app (id, client_id, account_id, type) VALUES (gen_random_uuid(), 'bench', $1, 'public') RETURNING id",
    [sellerId],
  )
  await db.query(
    `INSERT INTO oauth_app_version (id, app_id, number, status, name, redirect_uris, required_scopes)
     VALUES (gen_random_uuid(), $1, 1, 'approved', 'Bench', '{https://bench.example/callback}', '{openid,profile,email}')`,
    [appId],
  )
  for (const { name, definition } of indexes) {
    progress(`index ${name}`)
    await db.query(definition)
  }
  // The index that a plain server would use for the first pages.
  await db.query("CREATE INDEX baseline_popular ON product (popularity DESC, id) WHERE status = 'active'")
  // A run sends more requests per minute than any key's limit.
  await db.query("ALTER TABLE api_key DROP CONSTRAINT api_key_rate_limit")
  progress("VACUUM ANALYZE")
  await db.query("VACUUM ANALYZE")
  const slugs = Array.from({ length: 1_000 }, (_, i) => `product-${1 + ((i * 7_919) % products)}`)
  return { storeId: 1, sellerId, slugs, category: "top-7", word: "saffron", appId }
}

/** The id of the n-th buyer. */
function buyerIdSql(n: string): string {
  return `('00000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
}

async function inChunks(
  count: number,
  noun: string,
  progress: (text: string) => void,
  insert: (from: number, to: number) => Promise<unknown>,
): Promise<void> {
  for (let from = 1; from <= count; from += CHUNK_ROWS) {
    await insert(from, Math.min(count, from + CHUNK_ROWS - 1))
    progress(`${Math.min(count, from + CHUNK_ROWS - 1).toLocaleString("en")} of ${count.toLocaleString("en")} ${noun}`)
  }
}

/** Drops indexes that are faster to create after the rows. */
async function dropListIndexes(db: pg.Pool): Promise<{ name: string; definition: string }[]> {
  const { rows } = await db.query<{ name: string; definition: string }>(
    "SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE tablename = 'listing' AND indexname NOT IN (SELECT conname FROM pg_constraint) AND indexname <> 'listing_slug_key'",
  )
  for (const { name } of rows) await db.query(`DROP INDEX ${name}`)
  return rows
}

/**
 * Runs work without triggers: they would check rows that are correct by construction, and create each listing three
 * times.
 */
async function withoutTriggers(db: pg.Pool, work: (client: pg.PoolClient) => Promise<unknown>): Promise<void> {
  const client = await db.connect()
  try {
    await client.query("BEGIN; SET LOCAL session_replication_role = replica")
    await work(client)
    await client.query("COMMIT")
  } finally {
    client.release()
  }
}

function seedProducts(db: pg.Pool, from: number, to: number, stores: number): Promise<void> {
  return withoutTriggers(db, async (client) => {
    await client.query(
      `INSERT INTO product (id, store_id, category_id, brand_id, slug, name, status, short_description, description, popularity, rating_average, rating_count, published_at, updated_at)
       SELECT i, 1 + i % $3::int, ${PARENT_CATEGORIES + 1} + i % ${LEAF_CATEGORIES}, 1 + i % 60, 'product-' || i,
         ($4::text[])[1 + i % cardinality($4)] || ' ' || ($5::text[])[1 + (i * 7::bigint) % cardinality($5)] || CASE WHEN i % 40 = 0 THEN ' with Saffron' ELSE '' END || ' ' || i,
         'active', 'Made by hand.', 'Made by hand in a village of weavers and potters, and sent with care.', (hashint4(i) & 65535), 1 + (i % 41) / 10.0, i % 900,
         now() - make_interval(mins => i), now()
       FROM generate_series($1::int, $2::int) i`,
      [from, to, stores, NAME_WORDS, PRODUCT_NOUNS],
    )
    await client.query(
      "INSERT INTO product_image (product_id, path, alt, width, height) SELECT id, '/media/products/none.svg', name, 800, 800 FROM product WHERE id BETWEEN $1 AND $2",
      [from, to],
    )
    await client.query(
      "INSERT INTO product_variant (product_id, sku, name, price, mrp, stock) SELECT id, 'SKU-' || id, name, 10000 + id % 90000, 12000 + id % 90000 + id % 9000, id % 9 FROM product WHERE id BETWEEN $1 AND $2",
      [from, to],
    )
    await client.query("SELECT listing_refresh(ARRAY(SELECT generate_series($1::int, $2::int)))", [from, to])
  })
}

function seedOrders(
  db: pg.Pool,
  from: number,
  to: number,
  accounts: number,
  stores: number,
  products: number,
): Promise<void> {
  return withoutTriggers(db, (client) =>
    client.query(
      `WITH made AS MATERIALIZED (
       SELECT i, uuidv7() AS order_id, uuidv7() AS seller_order_id, 'HT-2610-' || lpad(i::text, 7, '0') AS number, now() - make_interval(mins => i / 8) AS at,
         CASE WHEN i % 5 = 0 THEN 'confirmed' ELSE 'shipped' END AS status
       FROM generate_series($1::int, $2::int) i),
     orders AS (
       INSERT INTO customer_order (id, number, account_id, status, payment_status, subtotal, total, item_count, placed_at, updated_at)
       SELECT order_id, number, ${buyerIdSql("1 + i % $3::int")}, status, 'paid', 20000, 20000, 1, at, at FROM made),
     addresses AS (
       INSERT INTO delivery_address (order_id, name, phone, line1, city, district, state, pincode)
       SELECT order_id, 'Asha Jha', '+919000000001', '14 Lalbagh', 'Darbhanga', 'Darbhanga', 'Bihar', '846004' FROM made),
     seller_orders AS (
       INSERT INTO seller_order (id, number, order_id, store_id, position, status, payment_status, subtotal, total, placed_at, ship_by, shipped_at, updated_at)
       SELECT seller_order_id, number || '-1', order_id, 1 + i % $4::int, 1, status, 'paid', 20000, 20000, at, at, CASE status WHEN 'shipped' THEN at END, at FROM made),
     shipments AS (
       INSERT INTO shipment (seller_order_id, courier_name, awb, shipped_at)
       SELECT seller_order_id, 'Delhivery', 'AWB-' || i, at FROM made WHERE status = 'shipped')
     INSERT INTO order_item (order_id, seller_order_id, product_id, product_slug, sku, name, image_path, quantity, unit_price, mrp, total, tax)
     SELECT order_id, seller_order_id, 1 + i % $5::int, 'product-' || 1 + i % $5::int, 'SKU', 'Product', '/media/products/none.svg', 2, 10000, 12000, 20000, 952 FROM made`,
      [from, to, accounts, stores, products],
    ),
  )
}

async function insertReturningId(db: pg.Pool, text: string, values: unknown[]): Promise<string> {
  const { rows } = await db.query<{ id: string }>(text, values)
  if (!rows[0]) throw new Error("nothing was inserted")
  return rows[0].id
}
