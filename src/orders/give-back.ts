import { v7 as uuidv7 } from "uuid"
import { Problem } from "@/domain/problem"
import { type Queryable, query } from "@/platform/db/query"

export interface Refund {
  /** Paise; null for all that is left. */
  amount: number | null
  /** What the person who asks had seen given back before, in paise: a second click, or a second person, is refused. Null: whatever. */
  seen: number | null
  reason: string
}

const LEFT = "total - discount_share - refunded_total"

// The WHERE decides: never more than was paid for the part, and never twice what was asked for once.
const PART = `
  UPDATE seller_order SET
    refunded_total = refunded_total + coalesce($2::int, ${LEFT}),
    payment_status = CASE WHEN coalesce($2::int, ${LEFT}) = ${LEFT} THEN 'refunded' ELSE 'partially_refunded' END,
    updated_at = now(), version = version + 1
  WHERE id = $1 AND payment_status IN ('paid', 'partially_refunded') AND coalesce($2::int, ${LEFT}) BETWEEN 1 AND ${LEFT}
    AND ($3::int IS NULL OR refunded_total = $3)
  RETURNING order_id`

// A statement of its own, so that it sees what was given back while the one before waited for the part.
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
 * Gives back what was paid for a part of an order, whole or in part.
 * @returns paise
 * @throws Problem invalid_state, when nothing was paid, when it is more than is left, or when somebody else gave back meanwhile;
 * the transaction must not go on.
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
