import { statesBefore } from "@/domain/order-status"
import { findPart, lockParts, type PartRef, whyNot } from "@/orders/part"
import { settleCash } from "@/orders/settle-cash"
import { tellStores } from "@/orders/tell"
import { type Queryable, query } from "@/platform/db/query"

const DELIVER = `
  WITH moved AS (
    UPDATE seller_order SET status = 'delivered', delivered_at = now(), updated_at = now(), version = version + 1
    WHERE id = $1 AND status = ANY ($2::text[])
    RETURNING id, delivered_at)
  UPDATE shipment h SET delivered_at = moved.delivered_at FROM moved WHERE h.seller_order_id = moved.id RETURNING h.seller_order_id AS id`

/**
 * Marks a part as delivered. Cash on delivery counts as paid with the last delivery of the order.
 * @throws Problem not_found; invalid_state if it is not shipped
 */
export const deliverPart = async (tx: Queryable, ref: PartRef): Promise<void> => {
  const { id, order_id: orderId } = await findPart(tx, ref)
  await lockParts(tx, orderId)
  const moved = await query(DELIVER, [id, statesBefore("delivered")], tx)
  if (moved.length === 0) throw await whyNot(tx, id, "delivered")
  await tellStores(tx, [...new Set([id, ...(await settleCash(tx, orderId))])])
}
