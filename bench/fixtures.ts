import { createHash } from "node:crypto"
import type pg from "pg"
import { v7 as uuidv7 } from "uuid"
import { KEY_SCOPES } from "@/domain/scope"
import { hashCredential, mintCredential } from "@/platform/secrets"
import type { SeededData } from "./seed"

// Data that a run uses up is created just before it, outside the measured time.

/** A key whose limit no run reaches. */
export async function createKey(db: pg.Pool, { sellerId }: SeededData): Promise<string> {
  const id = uuidv7()
  const secret = mintCredential("live_key")
  await db.query(
    "INSERT INTO api_key (id, account_id, name, mode, scopes, rate_limit) VALUES ($1, $2, 'bench', 'live', $3, 100000000)",
    [id, sellerId, KEY_SCOPES],
  )
  await db.query("INSERT INTO api_key_secret (hash, key_id, last_four) VALUES ($1, $2, $3)", [
    hashCredential(secret),
    id,
    secret.slice(-4),
  ])
  return secret
}

let orderCount = 0

/** Confirmed orders of the seller's store, by their public ids. */
export async function createOrders(db: pg.Pool, { sellerId, storeId }: SeededData, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => ({
    order: uuidv7(),
    part: uuidv7(),
    number: `HT-2611-${String(++orderCount).padStart(6, "0")}`,
  }))
  const columns = [
    ids.map(({ order }) => order),
    ids.map(({ part: sellerOrder }) => sellerOrder),
    ids.map(({ number }) => number),
  ]
  await db.query(
    `INSERT INTO customer_order (id, number, account_id, status, payment_status, subtotal, total, item_count, placed_at, updated_at)
     SELECT o, n, $4, 'confirmed', 'paid', 20000, 20000, 1, now(), now() FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS t (o, p, n)`,
    [...columns, sellerId],
  )
  await db.query(
    `INSERT INTO delivery_address (order_id, name, phone, line1, city, district, state, pincode)
     SELECT o, 'Asha Jha', '+919000000001', '14 Lalbagh', 'Darbhanga', 'Darbhanga', 'Bihar', '846004' FROM unnest($1::uuid[]) AS t (o)`,
    [columns[0]],
  )
  await db.query(
    `INSERT INTO seller_order (id, number, order_id, store_id, position, status, payment_status, subtotal, total, placed_at, ship_by, updated_at)
     SELECT p, n || '-1', o, $4, 1, 'confirmed', 'paid', 20000, 20000, now(), now(), now() FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS t (o, p, n)`,
    [...columns, storeId],
  )
  await db.query(
    `INSERT INTO order_item (order_id, seller_order_id, product_id, product_slug, sku, name, image_path, quantity, unit_price, mrp, total, tax)
     SELECT o, p, 1, 'product-1', 'SKU-1', 'Product', '/media/products/none.svg', 2, 10000, 12000, 20000, 952 FROM unnest($1::uuid[], $2::uuid[]) AS t (o, p)`,
    columns.slice(0, 2),
  )
  return ids.map(({ part: sellerOrder }) => sellerOrder)
}

export const VERIFIER = "bench-verifier-bench-verifier-bench-verifier-0"
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url")

/** Grants of as many people, so that a run does not measure the contention for one row's lock. */
async function createGrants(db: pg.Pool, { appId }: SeededData, count: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `WITH people AS (
       INSERT INTO account (id, email, name, email_verified_at, updated_at)
       SELECT gen_random_uuid(), gen_random_uuid() || '@example.in', 'Asha Jha', now(), now() FROM generate_series(1, $2::int) RETURNING id)
     INSERT INTO oauth_grant (id, account_id, app_id, scopes, shown_scopes)
     SELECT gen_random_uuid(), id, $1, '{openid,profile,email}', '{openid,profile,email}' FROM people RETURNING id`,
    [appId, count],
  )
  return rows.map(({ id }) => id)
}

export async function createCodes(db: pg.Pool, filled: SeededData, count: number): Promise<string[]> {
  const grants = await createGrants(db, filled, count)
  const codes = grants.map(() => mintCredential("authorization_code"))
  await db.query(
    `INSERT INTO oauth_code (hash, grant_id, authorization_id, redirect_uri, scopes, code_challenge, auth_time, expires_at)
     SELECT h, g, gen_random_uuid(), 'https://bench.example/callback', '{openid,profile,email}', $3, now(), now() + interval '10 minutes'
     FROM unnest($1::bytea[], $2::uuid[]) AS t (h, g)`,
    [codes.map(hashCredential), grants, CHALLENGE],
  )
  return codes
}

export async function createRefreshTokens(db: pg.Pool, filled: SeededData, count: number): Promise<string[]> {
  const grants = await createGrants(db, filled, count)
  const tokens = grants.map(() => mintCredential("refresh_token"))
  await db.query(
    `INSERT INTO oauth_refresh_token (hash, grant_id, authorization_id, scopes, auth_time, expires_at)
     SELECT h, g, gen_random_uuid(), '{openid,profile,email}', now(), now() + interval '30 days' FROM unnest($1::bytea[], $2::uuid[]) AS t (h, g)`,
    [tokens.map(hashCredential), grants],
  )
  return tokens
}

export async function createAccessToken(db: pg.Pool, filled: SeededData): Promise<string> {
  const [grant] = await createGrants(db, filled, 1)
  const token = mintCredential("access_token")
  await db.query(
    `INSERT INTO oauth_access_token (hash, grant_id, authorization_id, scopes, expires_at) VALUES ($1, $2, gen_random_uuid(), '{openid,profile,email}', now() + interval '1 day')`,
    [hashCredential(token), grant],
  )
  return token
}
