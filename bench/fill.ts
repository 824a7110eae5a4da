import type pg from "pg"
import { hashPassword } from "@/auth/password"

const WORDS = ["Amber", "Banaras", "Coir", "Dhaka", "Ebony", "Firan", "Ghee", "Hemp", "Indigo", "Jute", "Khadi", "Lac", "Muga", "Neem", "Ochre", "Pashmina"]
const THINGS = ["Basket", "Blanket", "Bowl", "Candle", "Cushion", "Diary", "Flask", "Garland", "Incense", "Jar", "Kurta", "Lamp", "Mat", "Oil", "Plate", "Quilt", "Rug", "Saree", "Shawl", "Soap", "Stole", "Tea", "Tray", "Vase"]

/** Ids that the measured paths need. */
export interface Filled {
  storeId: number
  sellerId: string
  slug: string
  /** A word in one product of forty. */
  word: string
  appId: string
}

/** Fills an empty database with a catalogue of this size, one seller and one app, in SQL alone. */
export const fill = async (db: pg.Pool, products: number): Promise<Filled> => {
  await db.query("INSERT INTO store (slug, name, status, approved_at, city, district, state, pincode) SELECT 'store-' || i, 'Store ' || i, 'approved', now(), 'Patna', 'Patna', 'Bihar', '800001' FROM generate_series(1, 40) i")
  await db.query("INSERT INTO category (slug, name, position) SELECT 'top-' || i, 'Top ' || i, i FROM generate_series(1, 20) i")
  await db.query("INSERT INTO category (slug, name, parent_id, position) SELECT 'leaf-' || i, 'Leaf ' || i, 1 + i % 20, i FROM generate_series(1, 600) i")
  await db.query("INSERT INTO brand (slug, name) SELECT 'brand-' || i, 'Brand ' || i FROM generate_series(1, 60) i")
  await db.query(
    `INSERT INTO product (store_id, category_id, brand_id, slug, name, status, short_description, description, popularity, rating_average, rating_count, published_at, updated_at)
     SELECT 1 + i % 40, 21 + i % 600, 1 + i % 60, 'product-' || i,
       ($2::text[])[1 + i % $4] || ' ' || ($3::text[])[1 + (i * 7) % $5] || CASE WHEN i % 40 = 0 THEN ' with Saffron' ELSE '' END || ' ' || i,
       'active', 'Made by hand.', 'Made by hand in a village of weavers and potters, and sent with care.', (hashint4(i) & 65535), 1 + (i % 41) / 10.0, i % 900,
       now() - make_interval(mins => i), now()
     FROM generate_series(1, $1::int) i`,
    [products, WORDS, THINGS, WORDS.length, THINGS.length],
  )
  await db.query("INSERT INTO product_image (product_id, path, alt, width, height) SELECT id, '/media/products/none.svg', name, 800, 800 FROM product")
  await db.query("INSERT INTO product_variant (product_id, sku, name, price, mrp, stock) SELECT id, 'SKU-' || id, name, 10000 + id % 90000, 12000 + id % 99000, id % 9 FROM product")
  const sellerId = await insertedId(db, "INSERT INTO account (id, email, name, password_hash, email_verified_at, updated_at) VALUES (gen_random_uuid(), 'seller@example.in', 'Seller', $1, now(), now()) RETURNING id", [
    await hashPassword("not used to sign in"),
  ])
  await db.query("INSERT INTO store_member (store_id, account_id, role) VALUES (1, $1, 'owner')", [sellerId])
  const appId = await insertedId(db, "INSERT INTO oauth_app (id, client_id, account_id, type) VALUES (gen_random_uuid(), 'bench', $1, 'public') RETURNING id", [sellerId])
  await db.query(
    `INSERT INTO oauth_app_version (id, app_id, number, status, name, redirect_uris, required_scopes)
     VALUES (gen_random_uuid(), $1, 1, 'approved', 'Bench', '{https://bench.example/callback}', '{openid,profile,email}')`,
    [appId],
  )
  // What a plain server would read the first pages from.
  await db.query("CREATE INDEX floor_popular ON product (popularity DESC, id) WHERE status = 'active'")
  await db.query("VACUUM ANALYZE")
  return { storeId: 1, sellerId, slug: `product-${Math.floor(products / 2)}`, word: "saffron", appId }
}

const insertedId = async (db: pg.Pool, text: string, values: unknown[]): Promise<string> => {
  const { rows } = await db.query<{ id: string }>(text, values)
  if (!rows[0]) throw new Error("nothing was inserted")
  return rows[0].id
}
