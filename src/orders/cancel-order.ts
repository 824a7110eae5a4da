import { statusesBefore } from "@/domain/order-status"
import { Problem } from "@/domain/problem"
import { recordRefund } from "@/orders/record-refund"
import { mailCancelledOrRefunded } from "@/orders/mail-buyer"
import { findSellerOrder, lockSellerOrders, type SellerOrderRef, transitionError } from "@/orders/seller-order-lookup"
import { settleCash } from "@/orders/settle-cash"
import { restock } from "@/orders/stock"
import { publishBuyerEvent, publishSellerEvents } from "@/orders/order-events"
import { type Queryable, query } from "@/platform/db/query"

export interface Cancellation {
  parts: number
  /** The amount refunded to the buyer, in paise. */
  refunded: number
}

function cancelSql(column: "id" | "order_id"): string {
  return `
  UPDATE seller_order SET status = 'cancelled', cancelled_at = world_now(world_id), updated_at = world_now(world_id), version = version + 1,
    payment_status = CASE WHEN payment_status = 'pending' THEN 'failed' ELSE payment_status END
  WHERE ${column} = $1 AND status = ANY ($2::text[])
  RETURNING id, payment_status IN ('paid', 'partially_refunded') AND total - discount_share > refunded_total AS owed`
}

interface CancelledSellerOrder {
  id: string
  owed: boolean
}

/**
 * Cancels a seller order that has not been shipped: restores its stock and refunds its payment.
 * @throws Problem not_found; invalid_state if it is shipped, delivered or cancelled
 */
export async function cancelSellerOrder(
  tx: Queryable,
  ref: SellerOrderRef,
  reason: string | null,
): Promise<Cancellation> {
  const { id, order_id: orderId } = await findSellerOrder(tx, ref)
  await lockSellerOrders(tx, orderId)
  const cancelled = await query<CancelledSellerOrder>(cancelSql("id"), [id, statusesBefore("cancelled")], tx)
  if (cancelled.length === 0) throw await transitionError(tx, id, "cancelled")
  return reverseOrder(tx, orderId, cancelled, reason)
}

/**
 * Cancels every seller order of an order that has not been shipped.
 * @throws Problem invalid_state if there is none
 */
export async function cancelOrder(tx: Queryable, orderId: string, reason: string | null): Promise<Cancellation> {
  await lockSellerOrders(tx, orderId)
  const cancelled = await query<CancelledSellerOrder>(cancelSql("order_id"), [orderId, statusesBefore("cancelled")], tx)
  if (cancelled.length === 0)
    throw new Problem("invalid_state", {
      message: "Every part of this order is shipped, delivered or cancelled already.",
    })
  return reverseOrder(tx, orderId, cancelled, reason)
}

async function reverseOrder(
  tx: Queryable,
  orderId: string,
  cancelled: readonly CancelledSellerOrder[],
  reason: string | null,
): Promise<Cancellation> {
  await restock(
    tx,
    cancelled.map(({ id }) => id),
  )
  // A refund is another change of the order, with a later version and an event of its own.
  const refunds = cancelled.some(({ owed }) => owed)
  if (refunds) await publishBuyerEvent(tx, "order.cancelled", orderId)
  let refunded = 0
  for (const { id, owed } of cancelled) {
    const amount = owed ? await recordRefund(tx, id, { amount: null, expectedRefundedTotal: null, reason }) : 0
    await mailCancelledOrRefunded(tx, "order_cancelled", id, amount, reason)
    refunded += amount
  }
  const paidIds = await settleCash(tx, orderId)
  if (!refunds) await publishBuyerEvent(tx, "order.cancelled", orderId)
  if (refunded > 0) await publishBuyerEvent(tx, "order.refunded", orderId)
  await publishSellerEvents(tx, [...new Set([...cancelled.map(({ id }) => id), ...paidIds])])
  return { parts: cancelled.length, refunded }
}
