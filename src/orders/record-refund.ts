import { v7 as uuidv7 } from "uuid"
import { Problem } from "@/domain/problem"
import { type Queryable, query } from "@/platform/db/query"

export interface Refund {
  /** Paise; null for the whole remaining amount. */
  amount: number | null
  /**
   * The amount, in paise, that had been refunded when the requester looked: prevents a refund by a second click or a
   * second person. Null skips the check.
   */
  expectedRefundedTotal: number | null
  /** As the person who refunds wrote it; null if none was given. */
  reason: string | null
}

const REFUNDABLE_SQL = "total - discount_share - refunded_total"

// The WHERE clause allows no refund above the amount paid, and no repeated refund.
const REFUND_SELLER_ORDER_SQL = `
  UPDATE seller_order SET
    refunded_total = refunded_total + coalesce($2::int, ${REFUNDABLE_SQL}),
    payment_status = CASE WHEN coalesce($2::int, ${REFUNDABLE_SQL}) = ${REFUNDABLE_SQL} THEN 'refunded' ELSE 'partially_refunded' END,
    updated_at = world_now(world_id), version = version + 1
  WHERE id = $1 AND payment_status IN ('paid', 'partially_refunded') AND coalesce($2::int, ${REFUNDABLE_SQL}) BETWEEN 1 AND ${REFUNDABLE_SQL}
    AND ($3::int IS NULL OR refunded_total = $3)
  RETURNING order_id`

// A separate statement, so that it sees refunds committed while the previous one waited for the lock.
const INSERT_REFUND_SQL = `
  INSERT INTO refund (id, world_id, order_id, seller_order_id, payment_id, amount, reason, created_at)
  SELECT $2, so.world_id, so.order_id, so.id, m.id, so.refunded_total - coalesce((SELECT sum(amount) FROM refund WHERE seller_order_id = so.id), 0), $3,
    world_now(so.world_id)
  FROM seller_order so JOIN payment m ON m.order_id = so.order_id AND m.status = 'paid' WHERE so.id = $1
  ORDER BY m.paid_at LIMIT 1
  RETURNING amount`

const REFUND_ORDER_SQL = `
  UPDATE customer_order o SET
    refunded_total = o.refunded_total + $2,
    payment_status = CASE WHEN o.refunded_total + $2 = paid.amount THEN 'refunded' ELSE 'partially_refunded' END,
    updated_at = world_now(o.world_id), version = o.version + 1
  FROM (SELECT sum(amount) AS amount FROM payment WHERE order_id = $1 AND status = 'paid') paid
  WHERE o.id = $1 AND o.refunded_total + $2 <= paid.amount
  RETURNING o.id`

/**
 * Refunds a seller order, fully or partially.
 * @returns the refunded amount in paise
 * @throws Problem invalid_state if nothing was paid, the amount exceeds the rest, or another refund came first; the
 * transaction must then end
 */
export async function recordRefund(
  tx: Queryable,
  sellerOrderId: string,
  { amount, expectedRefundedTotal, reason }: Refund,
): Promise<number> {
  const [sellerOrder] = await query<{ order_id: string }>(
    REFUND_SELLER_ORDER_SQL,
    [sellerOrderId, amount, expectedRefundedTotal],
    tx,
  )
  if (!sellerOrder) throw await refundError(tx, sellerOrderId, amount, expectedRefundedTotal)
  const [refund] = await query<{ amount: number }>(INSERT_REFUND_SQL, [sellerOrderId, uuidv7(), reason], tx)
  if (!refund) throw new Error(`seller order ${sellerOrderId} is paid, and its order has no payment`)
  const [order] = await query(REFUND_ORDER_SQL, [sellerOrder.order_id, refund.amount], tx)
  if (!order) throw new Problem("invalid_state", { message: "More would be refunded than was paid for the order." })
  return refund.amount
}

async function refundError(
  tx: Queryable,
  sellerOrderId: string,
  amount: number | null,
  expectedRefundedTotal: number | null,
): Promise<Problem> {
  const [sellerOrder] = await query<{ payment_status: string; refunded_total: number; left: number }>(
    `SELECT payment_status, refunded_total, ${REFUNDABLE_SQL} AS left FROM seller_order WHERE id = $1`,
    [sellerOrderId],
    tx,
  )
  if (!sellerOrder) return new Problem("not_found")
  const { payment_status: paymentStatus, refunded_total: refunded, left } = sellerOrder
  if (paymentStatus === "pending" || paymentStatus === "failed")
    return new Problem("invalid_state", { message: "Nothing was paid for this order." })
  if (expectedRefundedTotal !== null && refunded !== expectedRefundedTotal)
    return new Problem("invalid_state", { message: `Meanwhile ${refunded} paise have been refunded.` })
  return new Problem("invalid_state", { message: `${amount ?? left} paise cannot be refunded; ${left} are left.` })
}
