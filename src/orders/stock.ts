import { Problem } from "@/domain/problem"
import { type Queryable, query } from "@/platform/db/query"

export interface Line {
  variantId: number
  quantity: number
}

const WANTED = "unnest($1::int[], $2::int[]) AS wanted (id, quantity), product p, store s"
const FOR_SALE =
  "v.id = wanted.id AND v.stock >= wanted.quantity AND p.id = v.product_id AND p.status = 'active' AND s.id = p.store_id AND s.status = 'approved'"

const LOCK = "SELECT FROM product_variant WHERE id = ANY ($1::int[]) ORDER BY id FOR NO KEY UPDATE"

const TAKE = `UPDATE product_variant v SET stock = v.stock - wanted.quantity FROM ${WANTED} WHERE ${FOR_SALE} RETURNING v.id`
const LOOK = `SELECT v.id FROM product_variant v, ${WANTED} WHERE ${FOR_SALE}`

/**
 * Reserves stock for all lines or none.
 * @param lines one per variant
 * @throws Problem invalid_state if a variant is not for sale or out of stock; the transaction must then end
 */
export const takeStock = async (tx: Queryable, lines: readonly Line[]): Promise<void> => {
  // Locks in a fixed order, to prevent deadlocks between orders.
  await query(LOCK, [lines.map(({ variantId }) => variantId)], tx)
  refuseMissing(lines, await query<{ id: number }>(TAKE, valuesOf(lines), tx))
}

/** Checks a test order against the same rules without reserving stock, since it must not change live data. */
export const checkStock = async (tx: Queryable, lines: readonly Line[]): Promise<void> =>
  refuseMissing(lines, await query<{ id: number }>(LOOK, valuesOf(lines), tx))

const valuesOf = (lines: readonly Line[]): number[][] => [
  lines.map(({ variantId }) => variantId),
  lines.map(({ quantity }) => quantity),
]

const refuseMissing = (lines: readonly Line[], taken: readonly { id: number }[]): void => {
  const got = new Set(taken.map(({ id }) => id))
  const missing = lines.filter(({ variantId }) => !got.has(variantId)).map(({ variantId }) => variantId)
  if (missing.length > 0)
    throw new Problem("invalid_state", {
      message: `Not for sale, or not enough in stock: ${missing.map((id) => `variant ${id}`).join(", ")}.`,
    })
}

const BOUGHT = `
  SELECT i.variant_id AS "variantId", sum(i.quantity)::int AS quantity FROM order_item i
  WHERE i.seller_order_id = ANY ($1::uuid[]) AND i.variant_id IS NOT NULL GROUP BY i.variant_id ORDER BY i.variant_id`

const GIVE_BACK = `
  UPDATE product_variant v SET stock = v.stock + bought.quantity
  FROM unnest($1::int[], $2::int[]) AS bought (id, quantity) WHERE v.id = bought.id`

/** Releases the stock reserved by the parts. */
export const giveBackStock = async (tx: Queryable, partIds: readonly string[]): Promise<void> => {
  const bought = await query<Line>(BOUGHT, [partIds], tx)
  await query(LOCK, [bought.map(({ variantId }) => variantId)], tx)
  await query(GIVE_BACK, valuesOf(bought), tx)
}
