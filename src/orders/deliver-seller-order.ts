import { statusesBefore } from "@/domain/order-status"
import { findSellerOrder, lockSellerOrders, type SellerOrderRef, transitionError } from "@/orders/seller-order-lookup"
import { settleCash } from "@/orders/settle-cash"
import { publishBuyerEvent, publishSellerEvents } from "@/orders/order-events"
import { type Queryable, query } from "@/platform/db/query"

const DELIVER_SQL = `
  WITH delivered AS (
    UPDATE seller_order SET status = 'delivered', delivered_at = world_now(world_id), updated_at = world_now(world_id), version = version + 1
    WHERE id = $1 AND status = ANY ($2::text[])
    RETURNING id, delivered_at)
  UPDATE shipment h SET delivered_at = delivered.delivered_at FROM delivered WHERE h.seller_order_id = delivered.id RETURNING h.seller_order_id AS id`

/**
 * Marks a seller order as delivered. Cash on delivery counts as paid with the last delivery of the order.
 * @throws Problem not_found; invalid_state if it is not shipped
 */
export async function deliverSellerOrder(tx: Queryable, ref: SellerOrderRef): Promise<void> {
  const { id, order_id: orderId } = await findSellerOrder(tx, ref)
  await lockSellerOrders(tx, orderId)
  const delivered = await query(DELIVER_SQL, [id, statusesBefore("delivered")], tx)
  if (delivered.length === 0) throw await transitionError(tx, id, "delivered")
  const paidIds = await settleCash(tx, orderId)
  await publishBuyerEvent(tx, "order.delivered", orderId)
  await publishSellerEvents(tx, [...new Set([id, ...paidIds])])
}
