import { statesBefore } from "@/domain/order-status"
import { Problem } from "@/domain/problem"
import { giveBack } from "@/orders/give-back"
import { mailUndone } from "@/orders/mail-buyer"
import { findPart, lockParts, type PartRef, whyNot } from "@/orders/part"
import { settleCash } from "@/orders/settle-cash"
import { giveBackStock } from "@/orders/stock"
import { tellBuyer, tellStores } from "@/orders/tell"
import { type Queryable, query } from "@/platform/db/query"

export interface Cancelled {
  parts: number
  /** The amount refunded to the buyer, in paise. */
  refunded: number
}

const cancelling = (column: "id" | "order_id"): string => `
  UPDATE seller_order SET status = 'cancelled', cancelled_at = now(), updated_at = now(), version = version + 1,
    payment_status = CASE WHEN payment_status = 'pending' THEN 'failed' ELSE payment_status END
  WHERE ${column} = $1 AND status = ANY ($2::text[])
  RETURNING id, livemode, payment_status IN ('paid', 'partially_refunded') AND total - discount_share > refunded_total AS owed`

interface CancelledPart {
  id: string
  livemode: boolean
  owed: boolean
}

/**
 * Cancels a part that has not been shipped: restores its stock and refunds its payment.
 * @throws Problem not_found; invalid_state if it is shipped, delivered or cancelled
 */
export const cancelPart = async (tx: Queryable, ref: PartRef, reason: string): Promise<Cancelled> => {
  const { id, order_id: orderId } = await findPart(tx, ref)
  await lockParts(tx, orderId)
  const cancelled = await query<CancelledPart>(cancelling("id"), [id, statesBefore("cancelled")], tx)
  if (cancelled.length === 0) throw await whyNot(tx, id, "cancelled")
  return undo(tx, orderId, cancelled, reason)
}

/**
 * Cancels every part of an order that has not been shipped.
 * @throws Problem invalid_state if there is none
 */
export const cancelOrder = async (tx: Queryable, orderId: string, reason: string): Promise<Cancelled> => {
  await lockParts(tx, orderId)
  const cancelled = await query<CancelledPart>(cancelling("order_id"), [orderId, statesBefore("cancelled")], tx)
  if (cancelled.length === 0)
    throw new Problem("invalid_state", {
      message: "Every part of this order is shipped, delivered or cancelled already.",
    })
  return undo(tx, orderId, cancelled, reason)
}

const undo = async (
  tx: Queryable,
  orderId: string,
  cancelled: readonly CancelledPart[],
  reason: string,
): Promise<Cancelled> => {
  // A test order reserves no stock.
  await giveBackStock(
    tx,
    cancelled.filter(({ livemode }) => livemode).map(({ id }) => id),
  )
  let refunded = 0
  for (const { id, owed } of cancelled) {
    const given = owed ? await giveBack(tx, id, { amount: null, seen: null, reason }) : 0
    await mailUndone(tx, "order_cancelled", id, given, reason)
    refunded += given
  }
  const paid = await settleCash(tx, orderId)
  if (refunded > 0) await tellBuyer(tx, "order.refunded", orderId)
  await tellStores(tx, [...new Set([...cancelled.map(({ id }) => id), ...paid])])
  return { parts: cancelled.length, refunded }
}
