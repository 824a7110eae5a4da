import { LIVE_WORLD_SQL } from "../../domain/world"
import type { Writable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { Client } from "pg"
import { to as copyTo } from "pg-copy-streams"

// A position is left out when it equals the index in the list, because an import fills that in.
function elsewhere(order: string): string {
  return `nullif(position, row_number() OVER (ORDER BY ${order}) - 1) AS elsewhere`
}

const CATEGORIES = `
  SELECT row_to_json(r) FROM (
    SELECT 'category' AS kind, c.slug, c.name, nullif(c.names, '{}') AS names, p.slug AS parent, c.position, c.is_featured, c.active
    FROM category c LEFT JOIN category p ON p.id = c.parent_id WHERE c.world_id = ${LIVE_WORLD_SQL} ORDER BY c.depth, c.id) r`

const BRANDS = `SELECT row_to_json(r) FROM (SELECT 'brand' AS kind, slug, name FROM brand WHERE world_id = ${LIVE_WORLD_SQL} ORDER BY id) r`

const STORES = `
  SELECT row_to_json(r) FROM (
    SELECT 'store' AS kind, slug, name, description, status, is_official, logo_path, support_email, city, district, state, pincode,
      iso_utc(approved_at) AS approved_at
    FROM store WHERE world_id = ${LIVE_WORLD_SQL} ORDER BY id) r`

/** The depth of a bundle p: 0, or one more than the deepest bundle that it contains. */
const DEPTH = `(
  WITH RECURSIVE part AS (
    SELECT p.id, 0 AS depth
    UNION
    SELECT v.product_id, depth + 1 FROM part JOIN bundle_item n ON n.product_id = part.id JOIN product_variant v ON v.id = n.variant_id
    WHERE depth < 32 AND EXISTS (SELECT FROM bundle_item i WHERE i.product_id = v.product_id))
  SELECT max(depth) FROM part)`

function products(which: "NOT" | "", order: string): string {
  return `
  SELECT row_to_json(r) FROM (
    SELECT 'product' AS kind, p.slug, p.name, nullif(p.names, '{}') AS names, s.slug AS store, c.slug AS category, b.slug AS brand, p.type, p.status, p.short_description, p.description,
      p.gst_percent, json_build_object('average', p.rating_average, 'count', p.rating_count) AS rating, p.popularity, iso_utc(p.published_at) AS published_at,
      (SELECT json_agg(json_build_object('name', o.name, 'position', o.elsewhere, 'values',
           (SELECT coalesce(json_agg(CASE WHEN v.elsewhere IS NULL THEN to_json(v.value) ELSE json_build_object('value', v.value, 'position', v.elsewhere) END
                                     ORDER BY v.position, v.id), '[]')
            FROM (SELECT v.value, v.position, v.id, ${elsewhere("v.position, v.id")} FROM product_option_value v WHERE v.option_id = o.id) v)) ORDER BY o.position, o.id)
       FROM (SELECT o.*, ${elsewhere("position, id")} FROM product_option o WHERE o.product_id = p.id) o) AS options,
      (SELECT json_agg(json_build_object('path', i.path, 'alt', i.alt, 'width', i.width, 'height', i.height, 'position', i.elsewhere) ORDER BY i.position)
       FROM (SELECT i.*, ${elsewhere("position")} FROM product_image i WHERE i.product_id = p.id) i) AS images,
      (SELECT coalesce(json_agg(json_build_object('sku', v.sku, 'name', v.name, 'price', v.price, 'mrp', v.mrp, 'stock', v.stock, 'image', i.position,
           'position', v.elsewhere, 'options',
           (SELECT json_agg(json_build_object('name', o.name, 'value', ov.value) ORDER BY o.position, o.id)
            FROM variant_option_value vo JOIN product_option_value ov ON ov.id = vo.option_value_id JOIN product_option o ON o.id = ov.option_id
            WHERE vo.variant_id = v.id)) ORDER BY v.position), '[]')
       FROM (SELECT v.*, ${elsewhere("position")} FROM product_variant v WHERE v.product_id = p.id) v LEFT JOIN product_image i ON i.id = v.image_id) AS variants,
      (SELECT json_agg(json_build_object('sku', v.sku, 'quantity', n.quantity) ORDER BY v.sku)
       FROM bundle_item n JOIN product_variant v ON v.id = n.variant_id WHERE n.product_id = p.id) AS bundle
    FROM product p JOIN store s ON s.id = p.store_id LEFT JOIN category c ON c.id = p.category_id LEFT JOIN brand b ON b.id = p.brand_id
    WHERE p.world_id = ${LIVE_WORLD_SQL} AND ${which} EXISTS (SELECT FROM bundle_item n WHERE n.product_id = p.id)
    ORDER BY ${order}) r`
}

// The times of confirming and packing are not stored: a part that is past them has the time before or after it.
function step(status: string, at: string, more = ""): string {
  return `json_build_object('status', '${status}', 'at', iso_utc(${at})${more})`
}
const SHIPPED = step(
  "shipped",
  "h.shipped_at",
  ", 'courier_name', h.courier_name, 'awb', h.awb, 'tracking_url', h.tracking_url",
)
const HISTORY = `
  (SELECT json_agg(s.step ORDER BY s.place) FROM (VALUES
     (1, CASE WHEN t.status NOT IN ('pending', 'cancelled') OR h.seller_order_id IS NOT NULL THEN ${step("confirmed", "CASE WHEN t.status IN ('confirmed', 'packed') THEN greatest(t.updated_at, t.placed_at) ELSE t.placed_at END")} END),
     (2, CASE WHEN t.status = 'packed' THEN ${step("packed", "greatest(t.updated_at, t.placed_at)")} END),
     (3, CASE WHEN h.seller_order_id IS NOT NULL THEN ${SHIPPED} END),
     (4, CASE t.status WHEN 'delivered' THEN ${step("delivered", "t.delivered_at")} WHEN 'cancelled' THEN ${step("cancelled", "t.cancelled_at")} END)
   ) AS s (place, step) WHERE s.step IS NOT NULL)`

const ORDERS = `
  SELECT row_to_json(r) FROM (
    SELECT 'order' AS kind, coalesce(x.external_id, o.number) AS external_id, o.number, json_build_object('email', a.email, 'name', a.name) AS buyer,
      iso_utc(o.placed_at) AS placed_at,
      json_build_object('name', d.name, 'phone', d.phone, 'line1', d.line1, 'line2', d.line2, 'landmark', d.landmark, 'city', d.city, 'district', d.district,
        'state', d.state, 'pincode', d.pincode) AS address,
      (SELECT json_build_object('method', m.method, 'status', m.status, 'amount', m.amount, 'reference', m.reference, 'paid_at', iso_utc(m.paid_at))
       FROM payment m WHERE m.order_id = o.id ORDER BY m.created_at, m.id LIMIT 1) AS payment,
      nullif(o.discount_total, 0) AS discount,
      (SELECT json_agg(json_build_object('sku', i.sku, 'quantity', i.quantity, 'unit_price', i.unit_price, 'mrp', i.mrp, 'name', i.name, 'tax', i.tax) ORDER BY i.id)
       FROM order_item i WHERE i.order_id = o.id) AS items,
      (SELECT json_agg(json_build_object('store', s.slug, 'shipping', t.shipping_total, 'ship_by', iso_utc(t.ship_by), 'history', ${HISTORY}, 'refunds',
           (SELECT json_agg(json_build_object('amount', f.amount, 'at', iso_utc(f.created_at), 'reason', f.reason) ORDER BY f.created_at, f.id)
            FROM refund f WHERE f.seller_order_id = t.id)) ORDER BY t.position)
       FROM seller_order t JOIN store s ON s.id = t.store_id LEFT JOIN shipment h ON h.seller_order_id = t.id WHERE t.order_id = o.id) AS parts
    FROM customer_order o JOIN account a ON a.id = o.account_id JOIN delivery_address d ON d.order_id = o.id
    LEFT JOIN external_reference x ON x.order_id = o.id AND x.kind = 'order'
    WHERE o.livemode ORDER BY o.id) r`

const NEWLINE = 10

/** Records are written before the records that name them. */
const PARTS = [CATEGORIES, BRANDS, STORES, products("NOT", "p.id"), products("", `${DEPTH}, p.id`)]

// JSON contains neither of these two characters unescaped, so COPY quotes nothing and each row is its JSON.
function raw(select: string): string {
  return `COPY (SELECT json_strip_nulls(row_to_json) FROM (${select}) lines) TO STDOUT (FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02')`
}

/**
 * Writes the catalogue, as of one moment, to a file that an import can read.
 * @param progress called with the number of records written so far
 * @param options.orders whether to write the live orders as well, which contain personal data
 * @returns the number of records written
 */
export async function exportCatalogue(
  databaseUrl: string,
  out: Writable,
  progress: (records: number) => void = () => undefined,
  { orders = false } = {},
): Promise<number> {
  const client = new Client({ connectionString: databaseUrl, application_name: "haat export" })
  client.on("error", () => undefined)
  await client.connect()
  let records = 0
  async function* rows(): AsyncGenerator<Buffer> {
    for (const part of orders ? [...PARTS, ORDERS] : PARTS) {
      for await (const chunk of client.query(copyTo(raw(part))) as AsyncIterable<Buffer>) {
        for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) records++
        progress(records)
        yield chunk
      }
    }
  }
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    await pipeline(rows, out, { end: false })
    await client.query("COMMIT")
    return records
  } finally {
    await client.end()
  }
}
