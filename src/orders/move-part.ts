import { type OrderStatus, statesBefore } from "@/domain/order-status"
import { findPart, type PartRef, whyNot } from "@/orders/part"
import { tellStores } from "@/orders/tell"
import { type Queryable, query } from "@/platform/db/query"

// Requires a paid order, or cash on delivery.
const CONFIRM = `
  UPDATE seller_order p SET status = 'confirmed', updated_at = now(), version = version + 1
  WHERE p.id = $1 AND p.status = ANY ($2::text[])
    AND (p.payment_status IN ('paid', 'partially_refunded')
         OR p.payment_status = 'pending' AND EXISTS (SELECT FROM payment m WHERE m.order_id = p.order_id AND m.method = 'cod' AND m.status = 'pending'))
  RETURNING id`

const PACK = `
  UPDATE seller_order p SET status = 'packed', updated_at = now(), version = version + 1
  WHERE p.id = $1 AND p.status = ANY ($2::text[])
  RETURNING id`

/**
 * Confirms a part for its store.
 * @throws Problem not_found; invalid_state if it is not pending, or neither paid nor cash on delivery
 */
export const confirmPart = (tx: Queryable, ref: PartRef): Promise<void> => move(tx, ref, CONFIRM, "confirmed")

/**
 * Marks a part as packed, ready for the courier.
 * @throws Problem not_found; invalid_state if it is not confirmed
 */
export const packPart = (tx: Queryable, ref: PartRef): Promise<void> => move(tx, ref, PACK, "packed")

const move = async (tx: Queryable, ref: PartRef, statement: string, to: OrderStatus): Promise<void> => {
  const { id } = await findPart(tx, ref)
  const moved = await query(statement, [id, statesBefore(to)], tx)
  if (moved.length === 0) throw await whyNot(tx, id, to)
  await tellStores(tx, [id])
}
