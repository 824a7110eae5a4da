import { type OrderStatus, statusesBefore } from "@/domain/order-status"
import { findSellerOrder, type SellerOrderRef, transitionError } from "@/orders/seller-order-lookup"
import { publishSellerEvents } from "@/orders/order-events"
import { toShipSql } from "@/orders/to-ship"
import { type Queryable, query } from "@/platform/db/query"

// Requires a paid order, or cash on delivery.
const CONFIRM_SQL = `
  UPDATE seller_order so SET status = 'confirmed', updated_at = world_now(so.world_id), version = version + 1
  WHERE so.id = $1 AND so.status = ANY ($2::text[])
    AND ${toShipSql("so")}
  RETURNING id`

const PACK_SQL = `
  UPDATE seller_order so SET status = 'packed', updated_at = world_now(so.world_id), version = version + 1
  WHERE so.id = $1 AND so.status = ANY ($2::text[])
  RETURNING id`

/**
 * Confirms a seller order for its store.
 * @throws Problem not_found; invalid_state if it is not pending, or neither paid nor cash on delivery
 */
export function confirmSellerOrder(tx: Queryable, ref: SellerOrderRef): Promise<void> {
  return advance(tx, ref, CONFIRM_SQL, "confirmed")
}

/**
 * Marks a seller order as packed, ready for the courier.
 * @throws Problem not_found; invalid_state if it is not confirmed
 */
export function packSellerOrder(tx: Queryable, ref: SellerOrderRef): Promise<void> {
  return advance(tx, ref, PACK_SQL, "packed")
}

async function advance(tx: Queryable, ref: SellerOrderRef, statement: string, to: OrderStatus): Promise<void> {
  const { id } = await findSellerOrder(tx, ref)
  const updated = await query(statement, [id, statusesBefore(to)], tx)
  if (updated.length === 0) throw await transitionError(tx, id, to)
  await publishSellerEvents(tx, [id])
}
