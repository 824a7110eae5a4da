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
  seen: number | null
  reason: string
}

const LEFT = "total - discount_share - refunded_total"

// The WHERE clause allows no refund above the amount paid, and no repeated refund.
const PART = `
  UPDATE seller_order SET
    refunded_total = refunded_total + coalesce($2::int, ${LEFT}),
    payment_status = CASE WHEN coalesce($2::int, ${LEFT}) = ${LEFT} THEN 'refunded' ELSE 'partially_refunded' END,
    updated_at = now(), version = version + 1
  WHERE id = $1 AND payment_status IN ('paid', 'partially_refunded') AND coalesce($2::int, ${LEFT}) BETWEEN 1 AND ${LEFT}
    AND ($3::int IS NULL OR refunded_total = $3)
  RETURNING order_id`

// A separate statement, so that it sees refunds committed while the previous one waited for the lock.
const REFUND = `
  INSERT INTO refund (id, order_id, seller_order_id, payment_id, amount, reason, created_at)
  SELECT $2, p.order_id, p.id, m.id, p.refunded_total - coalesce((SELECT sum(amount) FROM refund WHERE seller_order_id = p.id), 0), $3, now()
  FROM seller_order p JOIN payment m ON m.order_id = p.order_id AND m.status = 'paid' WHERE p.id = $1
  ORDER BY m.paid_at LIMIT 1
  RETURNING amount`

const ORDER = `
  UPDATE customer_order o SET
    refunded_total = o.refunded_total + $2,
    payment_status = CASE WHEN o.refunded_total + $2 = paid.amount THEN 'refunded' ELSE 'partially_refunded' END,
    updated_at = now(), version = o.version + 1
  FROM (SELECT sum(amount) AS amount FROM payment WHERE order_id = $1 AND status = 'paid') paid
  WHERE o.id = $1 AND o.refunded_total + $2 <= paid.amount
  RETURNING o.id`

/**
 * Refunds a part of an order, fully or partially.
 * @returns the refunded amount in paise
 * @throws Problem invalid_state if nothing was paid, the amount exceeds the rest, or another refund came first; the
 * transaction must then end
 */
export const giveBack = async (tx: Queryable, partId: string, { amount, seen, reason }: Refund): Promise<number> => {
  const [part] = await query<{ order_id: string }>(PART, [partId, amount, seen], tx)
  if (!part) throw await whyNot(tx, partId, amount, seen)
  const [refund] = await query<{ amount: number }>(REFUND, [partId, uuidv7(), reason], tx)
  if (!refund) throw new Error(`seller order ${partId} is paid, and its order has no payment`)
  const [order] = await query(ORDER, [part.order_id, refund.amount], tx)
  if (!order) throw new Problem("invalid_state", { message: "More would be given back than was paid for the order." })
  return refund.amount
}

const whyNot = async (tx: Queryable, partId: string, amount: number | null, seen: number | null): Promise<Problem> => {
  const [part] = await query<{ payment_status: string; refunded_total: number; left: number }>(
    `SELECT payment_status, refunded_total, ${LEFT} AS left FROM seller_order WHERE id = $1`,
    [partId],
    tx,
  )
  if (!part) return new Problem("not_found")
  const { payment_status: payment, refunded_total: refunded, left } = part
  if (payment === "pending" || payment === "failed")
    return new Problem("invalid_state", { message: "Nothing was paid for this order." })
  if (seen !== null && refunded !== seen)
    return new Problem("invalid_state", { message: `Meanwhile ${refunded} paise have been given back.` })
  return new Problem("invalid_state", { message: `${amount ?? left} paise cannot be given back; ${left} are left.` })
}
