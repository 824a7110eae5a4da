import { Problem } from "@/domain/problem"
import { giveBack, type Refund } from "@/orders/give-back"
import { mailUndone } from "@/orders/mail-buyer"
import { findPart, lockParts, type PartRef } from "@/orders/part"
import { tellBuyer, tellStores } from "@/orders/tell"
import { type Queryable, query } from "@/platform/db/query"

/**
 * Refunds a part, fully or partially, and notifies the buyer and the store.
 * @returns the refunded amount in paise
 * @throws Problem not_found; invalid_state if nothing was paid, the amount exceeds the rest, or another refund came
 * first
 */
export const refundPart = async (tx: Queryable, ref: PartRef, refund: Refund): Promise<number> => {
  const { id, order_id: orderId } = await findPart(tx, ref)
  const given = await giveBack(tx, id, refund)
  await tellBuyer(tx, "order.refunded", orderId)
  await tellStores(tx, [id])
  await mailUndone(tx, "order_refunded", id, given, refund.reason)
  return given
}

const PAID_PARTS = `
  SELECT id FROM seller_order
  WHERE order_id = $1 AND payment_status IN ('paid', 'partially_refunded') AND total - discount_share > refunded_total ORDER BY position`

/**
 * Refunds the rest of an order, part by part.
 * @param seen the order's refunded amount, in paise, when the requester looked; null skips the check
 * @returns the refunded amount in paise
 * @throws Problem invalid_state if nothing remains, or another refund came first
 */
export const refundOrder = async (
  tx: Queryable,
  orderId: string,
  { seen, reason }: Omit<Refund, "amount">,
): Promise<number> => {
  await lockParts(tx, orderId)
  const [order] = await query<{ refunded_total: number }>(
    "SELECT refunded_total FROM customer_order WHERE id = $1",
    [orderId],
    tx,
  )
  if (seen !== null && order?.refunded_total !== seen)
    throw new Problem("invalid_state", {
      message: `Meanwhile ${order?.refunded_total} paise have been given back.`,
    })
  const parts = await query<{ id: string }>(PAID_PARTS, [orderId], tx)
  if (parts.length === 0) throw new Problem("invalid_state", { message: "Nothing of this order is left to give back." })
  let sum = 0
  for (const { id } of parts) {
    const given = await giveBack(tx, id, { amount: null, seen: null, reason })
    await mailUndone(tx, "order_refunded", id, given, reason)
    sum += given
  }
  await tellBuyer(tx, "order.refunded", orderId)
  await tellStores(
    tx,
    parts.map(({ id }) => id),
  )
  return sum
}
