import { Problem } from "@/domain/problem"
import { FIXTURE_WORLD_ID, type World } from "@/domain/world"
import { publishLowStock } from "@/orders/low-stock"
import { type Queryable, query } from "@/platform/db/query"

export interface OrderLine {
  variantId: number
  quantity: number
}

const REQUESTED_SQL = "unnest($1::int[], $2::int[]) AS wanted (id, quantity), product p, store s"
const IN_STOCK_SQL =
  "v.id = wanted.id AND v.stock >= wanted.quantity AND p.id = v.product_id AND p.status = 'active' AND s.id = p.store_id AND s.status = 'approved'"

const LOCK_VARIANTS_SQL =
  "SELECT FROM product_variant WHERE id = ANY ($1::int[]) AND ($2::uuid IS NULL OR world_id = $2) ORDER BY id FOR NO KEY UPDATE"

const RESERVE_SQL = `
  UPDATE product_variant v SET stock = v.stock - wanted.quantity FROM ${REQUESTED_SQL} WHERE ${IN_STOCK_SQL} AND v.world_id = $3 RETURNING v.id, v.stock`
const CHECK_SQL = `SELECT v.id FROM product_variant v, ${REQUESTED_SQL} WHERE ${IN_STOCK_SQL} AND v.world_id = $3`

/**
 * Reserves stock for all lines or none. A sandbox reserves the stock of its own products, and only checks that of the
 * shared catalogue.
 * @param lines one per variant
 * @throws Problem invalid_state if a variant is not for sale or out of stock; the transaction must then end
 */
export async function reserveStock(tx: Queryable, world: World, lines: readonly OrderLine[]): Promise<void> {
  const { id, livemode } = world
  // Locks in a fixed order, to prevent deadlocks between orders.
  await query(LOCK_VARIANTS_SQL, [lines.map(({ variantId }) => variantId), id], tx)
  const reserved = await query<{ id: number; stock: number }>(RESERVE_SQL, [...toColumns(lines), id], tx)
  const shared = livemode ? [] : await query<{ id: number }>(CHECK_SQL, [...toColumns(lines), FIXTURE_WORLD_ID], tx)
  throwIfMissing(lines, [...reserved, ...shared])
  const quantities = new Map(lines.map(({ variantId, quantity }) => [variantId, quantity]))
  await publishLowStock(
    tx,
    world,
    reserved.map(({ id: variantId, stock }) => ({
      variantId,
      before: stock + (quantities.get(variantId) ?? 0),
      after: stock,
    })),
  )
}

function toColumns(lines: readonly OrderLine[]): number[][] {
  return [lines.map(({ variantId }) => variantId), lines.map(({ quantity }) => quantity)]
}

function throwIfMissing(lines: readonly OrderLine[], available: readonly { id: number }[]): void {
  const availableIds = new Set(available.map(({ id }) => id))
  const missing = lines.filter(({ variantId }) => !availableIds.has(variantId)).map(({ variantId }) => variantId)
  if (missing.length > 0)
    throw new Problem("invalid_state", {
      message: `Not for sale, or not enough in stock: ${missing.map((id) => `variant ${id}`).join(", ")}.`,
    })
}

const SOLD_ITEMS_SQL = `
  SELECT i.variant_id AS "variantId", sum(i.quantity)::int AS quantity FROM order_item i
  WHERE i.seller_order_id = ANY ($1::uuid[]) AND i.catalogue_world_id = i.world_id AND i.variant_id IS NOT NULL GROUP BY i.variant_id ORDER BY i.variant_id`

const RESTOCK_SQL = `
  UPDATE product_variant v SET stock = v.stock + bought.quantity
  FROM unnest($1::int[], $2::int[]) AS bought (id, quantity) WHERE v.id = bought.id`

/** Releases the stock reserved by seller orders. */
export async function restock(tx: Queryable, sellerOrderIds: readonly string[]): Promise<void> {
  const sold = await query<OrderLine>(SOLD_ITEMS_SQL, [sellerOrderIds], tx)
  await query(LOCK_VARIANTS_SQL, [sold.map(({ variantId }) => variantId), null], tx)
  await query(RESTOCK_SQL, toColumns(sold), tx)
}
