import { Problem } from "@/domain/problem"
import { recordRefund, type Refund } from "@/orders/record-refund"
import { mailCancelledOrRefunded } from "@/orders/mail-buyer"
import { findSellerOrder, lockSellerOrders, type SellerOrderRef } from "@/orders/seller-order-lookup"
import { publishBuyerEvent, publishSellerEvents } from "@/orders/order-events"
import { type Queryable, query } from "@/platform/db/query"

/**
 * Refunds a seller order, fully or partially, and notifies the buyer and the store.
 * @returns the refunded amount in paise
 * @throws Problem not_found; invalid_state if nothing was paid, the amount exceeds the rest, or another refund came
 * first
 */
export async function refundSellerOrder(tx: Queryable, ref: SellerOrderRef, refund: Refund): Promise<number> {
  const { id, order_id: orderId } = await findSellerOrder(tx, ref)
  const amount = await recordRefund(tx, id, refund)
  await publishBuyerEvent(tx, "order.refunded", orderId)
  await publishSellerEvents(tx, [id])
  await mailCancelledOrRefunded(tx, "order_refunded", id, amount, refund.reason)
  return amount
}

const REFUNDABLE_SELLER_ORDERS_SQL = `
  SELECT id FROM seller_order
  WHERE order_id = $1 AND payment_status IN ('paid', 'partially_refunded') AND total - discount_share > refunded_total ORDER BY position`

/**
 * Refunds the rest of an order, seller order by seller order.
 * @param refund.expectedRefundedTotal the order's refunded amount, in paise, when the requester looked; null skips the check
 * @returns the refunded amount in paise
 * @throws Problem invalid_state if nothing remains, or another refund came first
 */
export async function refundOrder(
  tx: Queryable,
  orderId: string,
  { expectedRefundedTotal, reason }: Omit<Refund, "amount">,
): Promise<number> {
  await lockSellerOrders(tx, orderId)
  const [order] = await query<{ refunded_total: number }>(
    "SELECT refunded_total FROM customer_order WHERE id = $1",
    [orderId],
    tx,
  )
  if (expectedRefundedTotal !== null && order?.refunded_total !== expectedRefundedTotal)
    throw new Problem("invalid_state", {
      message: `Meanwhile ${order?.refunded_total} paise have been refunded.`,
    })
  const sellerOrders = await query<{ id: string }>(REFUNDABLE_SELLER_ORDERS_SQL, [orderId], tx)
  if (sellerOrders.length === 0)
    throw new Problem("invalid_state", { message: "Nothing of this order is left to refund." })
  let sum = 0
  for (const { id } of sellerOrders) {
    const amount = await recordRefund(tx, id, { amount: null, expectedRefundedTotal: null, reason })
    await mailCancelledOrRefunded(tx, "order_refunded", id, amount, reason)
    sum += amount
  }
  await publishBuyerEvent(tx, "order.refunded", orderId)
  await publishSellerEvents(
    tx,
    sellerOrders.map(({ id }) => id),
  )
  return sum
}
