import { createPrivateKey, createSign, generateKeyPairSync, type KeyObject } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import pg from "pg"
import { hashCredential, mintCredential } from "@/platform/secrets"

// The baseline: a plain node:http server with pg for the same responses, with the simplest correct SQL on the same
// tables, prepared, without checks that the response does not need.
// Run as a process of its own: node --import tsx bench/baseline.ts

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const baseUrl = process.env.APP_URL ?? ""

const PRODUCT_COLUMNS_SQL = `
  SELECT p.id, p.slug, p.name, p.type, p.short_description, 'INR' AS currency, v.price, v.mrp, v.stock > 0 AS in_stock, p.rating_average, p.rating_count,
    c.id AS category_id, c.slug AS category_slug, c.name AS category_name, b.slug AS brand_slug, b.name AS brand_name,
    s.slug AS store_slug, s.name AS store_name, s.is_official, i.path AS image, p.published_at`
const PRODUCT_JOINS_SQL = `
  JOIN product_variant v ON v.product_id = p.id AND v.position = 0 JOIN store s ON s.id = p.store_id
  LEFT JOIN category c ON c.id = p.category_id LEFT JOIN brand b ON b.id = p.brand_id LEFT JOIN product_image i ON i.product_id = p.id AND i.position = 0`
const LIST_SQL = `${PRODUCT_COLUMNS_SQL} FROM (SELECT id FROM product WHERE status = 'active' ORDER BY popularity DESC, id LIMIT 20 OFFSET $1) page JOIN product p USING (id) ${PRODUCT_JOINS_SQL}
  ORDER BY p.popularity DESC, p.id`
const CATEGORY_SQL = `${PRODUCT_COLUMNS_SQL} FROM (SELECT id FROM product WHERE status = 'active'
    AND category_id IN (SELECT id FROM category WHERE path @> ARRAY[(SELECT id FROM category WHERE slug = $1)]) ORDER BY popularity DESC, id LIMIT 20) page
  JOIN product p USING (id) ${PRODUCT_JOINS_SQL} ORDER BY p.popularity DESC, p.id`
const SEARCH_SQL = `${PRODUCT_COLUMNS_SQL} FROM (SELECT product_id AS id, ts_rank(search, q) AS rank FROM listing, to_tsquery('english', $1) q WHERE search @@ q ORDER BY rank DESC, popularity DESC, product_id LIMIT 20) page
  JOIN product p USING (id) ${PRODUCT_JOINS_SQL} ORDER BY page.rank DESC, p.popularity DESC, p.id`
const DETAIL_SQL = `${PRODUCT_COLUMNS_SQL}, p.description,
    (SELECT json_agg(json_build_object('id', id, 'path', path, 'alt', alt, 'width', width, 'height', height)) FROM product_image WHERE product_id = p.id) AS images,
    (SELECT json_agg(json_build_object('id', id, 'sku', sku, 'name', name, 'price', price, 'mrp', mrp, 'in_stock', stock > 0)) FROM product_variant WHERE product_id = p.id) AS variants
  FROM product p ${PRODUCT_JOINS_SQL} WHERE p.slug = $1`
const ME_SQL = `SELECT a.id, a.name, a.email, a.locale, a.created_at FROM api_key_secret s JOIN api_key k ON k.id = s.key_id JOIN account a ON a.id = k.account_id WHERE s.hash = $1`
const USERINFO_SQL = `SELECT a.id, a.name, a.email, a.locale FROM oauth_access_token t JOIN oauth_grant g ON g.id = t.grant_id JOIN account a ON a.id = g.account_id
  WHERE t.hash = $1 AND t.expires_at > now() AND t.revoked_at IS NULL AND g.revoked_at IS NULL`

interface Row {
  [column: string]: unknown
}

async function query(
  name: string,
  text: string,
  values: unknown[],
  db: pg.Pool | pg.PoolClient = pool,
): Promise<Row[]> {
  return (await db.query<Row>({ name, text, values })).rows
}

function toProduct({
  rating_average,
  rating_count,
  category_id,
  category_slug,
  category_name,
  brand_slug,
  brand_name,
  store_slug,
  store_name,
  is_official,
  image,
  ...row
}: Row) {
  return {
    ...row,
    rating: { average: Number(rating_average), count: rating_count },
    category: { id: category_id, slug: category_slug, name: category_name },
    brand: { slug: brand_slug, name: brand_name },
    seller: { store: store_slug, name: store_name, is_official },
    image: `${baseUrl}${String(image)}`,
    url: `${baseUrl}/products/${String(row.slug)}`,
  }
}

let productCount: Promise<number> | null = null
function countProducts(): Promise<number> {
  return (productCount ??= query("count", "SELECT count(*)::int AS n FROM product WHERE status = 'active'", []).then(
    ([row]) => Number(row?.n),
  ))
}

function list(search: URLSearchParams): Promise<Row[]> {
  const [q, category] = [search.get("q"), search.get("category")]
  if (q !== null) return query("search", SEARCH_SQL, [`${q}:*`])
  return category === null
    ? query("list", LIST_SQL, [(Number(search.get("page") ?? 1) - 1) * 20])
    : query("category", CATEGORY_SQL, [category])
}

async function transaction<T>(work: (tx: pg.PoolClient) => Promise<T>): Promise<T> {
  const tx = await pool.connect()
  try {
    await tx.query("BEGIN")
    const result = await work(tx)
    await tx.query("COMMIT")
    return result
  } catch (error) {
    await tx.query("ROLLBACK")
    throw error
  } finally {
    tx.release()
  }
}

function bearer(message: IncomingMessage): string {
  return (message.headers.authorization ?? "").slice(7)
}

async function bodyOf(message: IncomingMessage): Promise<string> {
  let text = ""
  for await (const chunk of message) text += String(chunk)
  return text
}

const SHIPPED_SQL = `SELECT row_to_json(so) AS part, row_to_json(o) AS "order", row_to_json(d) AS address, row_to_json(h) AS shipment,
    a.email, a.name, a.locale, s.name AS store, (SELECT json_agg(i) FROM order_item i WHERE i.seller_order_id = so.id) AS items
  FROM seller_order so JOIN customer_order o ON o.id = so.order_id JOIN delivery_address d ON d.order_id = o.id
    JOIN shipment h ON h.seller_order_id = so.id JOIN account a ON a.id = o.account_id JOIN store s ON s.id = so.store_id WHERE so.id = $1`

// The rows that a shipment causes: the change, the parcel, an event with the order for each party, and the buyer's email.
function ship(id: string, body: { courier_name: string; awb: string }): Promise<unknown> {
  return transaction(async (tx) => {
    const [changed] = await query(
      "ship",
      "UPDATE seller_order SET status = 'shipped', shipped_at = now(), updated_at = now() WHERE id = $1 AND status IN ('confirmed', 'packed') RETURNING id",
      [id],
      tx,
    )
    if (!changed) return { error: "invalid_state" }
    await query(
      "shipment",
      "INSERT INTO shipment (seller_order_id, courier_name, awb, shipped_at) VALUES ($1, $2, $3, now())",
      [id, body.courier_name, body.awb],
      tx,
    )
    const [shipped] = await query("shipped", SHIPPED_SQL, [id], tx)
    if (!shipped) throw new Error(`seller order ${id} has gone`)
    const { part, order, address, shipment, items, email, name, locale, store } = shipped
    const sellerOrder = { ...(part as Row), shipment, items }
    const { id: orderId, account_id: buyer } = order as Row
    await query(
      "events",
      `INSERT INTO webhook_event (id, type, store_id, account_id, subject_id, api_version, livemode, data)
       VALUES (gen_random_uuid(), 'seller.order.updated', 1, NULL, $1, '2026-05-01', true, $2),
         (gen_random_uuid(), 'order.shipped', NULL, $3, $4, '2026-05-01', true, $5)`,
      [id, JSON.stringify(sellerOrder), buyer, orderId, JSON.stringify({ ...(order as Row), items, parts: [part] })],
      tx,
    )
    await query(
      "job",
      "SELECT graphile_worker.add_job('send_mail', $1::json, job_key := $2, job_key_mode := 'unsafe_dedupe')",
      [JSON.stringify({ to: email, locale, template: "order_shipped", values: { name, store, ...body } }), id],
      tx,
    )
    return { data: { ...sellerOrder, delivery_address: address } }
  })
}

const key: KeyObject = createPrivateKey(
  generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ type: "pkcs8", format: "pem" }),
)

function sign(claims: object): string {
  const head = Buffer.from('{"alg":"RS256"}').toString("base64url")
  const text = `${head}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}`
  return `${text}.${createSign("RSA-SHA256").update(text).sign(key).toString("base64url")}`
}

async function mintTokens(tx: pg.PoolClient, grantId: unknown, authorizationId: unknown): Promise<object> {
  const [access, refresh] = [mintCredential("access_token"), mintCredential("refresh_token")]
  await query(
    "access",
    "INSERT INTO oauth_access_token (hash, grant_id, authorization_id, scopes, expires_at) VALUES ($1, $2, $3, '{openid}', now() + interval '1 hour')",
    [hashCredential(access), grantId, authorizationId],
    tx,
  )
  await query(
    "refresh",
    "INSERT INTO oauth_refresh_token (hash, grant_id, authorization_id, scopes, auth_time, expires_at) VALUES ($1, $2, $3, '{openid}', now(), now() + interval '30 days')",
    [hashCredential(refresh), grantId, authorizationId],
    tx,
  )
  return {
    access_token: access,
    refresh_token: refresh,
    expires_in: 3600,
    id_token: sign({ sub: grantId, iat: Math.floor(Date.now() / 1000) }),
  }
}

function issueToken(form: URLSearchParams): Promise<object> {
  const code = form.get("code")
  const table = code === null ? "oauth_refresh_token" : "oauth_code"
  const column = code === null ? "rotated_at" : "used_at"
  return transaction(async (tx) => {
    const [row] = await query(
      table,
      `SELECT t.grant_id, t.authorization_id FROM ${table} t JOIN oauth_grant g ON g.id = t.grant_id WHERE t.hash = $1 AND g.revoked_at IS NULL FOR UPDATE OF g`,
      [hashCredential(code ?? form.get("refresh_token") ?? "")],
      tx,
    )
    const [used] = await query(
      `${table}-use`,
      `UPDATE ${table} SET ${column} = now() WHERE hash = $1 AND ${column} IS NULL AND expires_at > now() RETURNING 1 AS ok`,
      [hashCredential(code ?? form.get("refresh_token") ?? "")],
      tx,
    )
    return row && used ? mintTokens(tx, row.grant_id, row.authorization_id) : { error: "invalid_grant" }
  })
}

async function handle(message: IncomingMessage): Promise<unknown> {
  const url = new URL(message.url ?? "/", "http://baseline")
  if (url.pathname === "/v1/me") return { data: (await query("me", ME_SQL, [hashCredential(bearer(message))]))[0] }
  if (url.pathname === "/oauth/userinfo")
    return (await query("userinfo", USERINFO_SQL, [hashCredential(bearer(message))]))[0]
  if (url.pathname === "/oauth/token") return issueToken(new URLSearchParams(await bodyOf(message)))
  if (url.pathname === "/v1/products") {
    const [rows, total] = await Promise.all([list(url.searchParams), countProducts()])
    return { data: rows.map(toProduct), meta: { page: Number(url.searchParams.get("page") ?? 1), per_page: 20, total } }
  }
  if (url.pathname.endsWith("/ship"))
    return ship(
      (url.pathname.split("/").at(-2) ?? "").replace("so_", ""),
      JSON.parse(await bodyOf(message)) as { courier_name: string; awb: string },
    )
  const [product] = await query("detail", DETAIL_SQL, [url.pathname.split("/").at(-1)])
  return { data: product && toProduct(product) }
}

function respond(message: IncomingMessage, response: ServerResponse): void {
  handle(message).then(
    (body) => {
      const text = JSON.stringify(body)
      const failed = typeof body === "object" && body !== null && "error" in body
      response
        .writeHead(failed ? 400 : 200, {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(text),
        })
        .end(text)
    },
    (error: unknown) => {
      console.error(error)
      response.writeHead(500).end()
    },
  )
}

// The bench that started it has ended.
process.once("disconnect", () => process.exit(0))
createServer(respond).listen(Number(process.env.PORT), () => process.send?.({ type: "ready" }))
