import { type Queryable, query } from "@/platform/db/query"

// The amount due is for the parts that are not cancelled; without any, nothing is due.
const OWED = `
  UPDATE payment m SET amount = CASE WHEN left_over.parts > 0 THEN left_over.amount ELSE m.amount END,
                       status = CASE WHEN left_over.parts > 0 THEN m.status ELSE 'failed' END
  FROM (SELECT count(*) AS parts, sum(total - discount_share) AS amount FROM seller_order WHERE order_id = $1 AND status <> 'cancelled') left_over
  WHERE m.order_id = $1 AND m.status = 'pending'
  RETURNING m.status`

const PAID = `
  UPDATE payment SET status = 'paid', paid_at = now()
  WHERE order_id = $1 AND method = 'cod' AND status = 'pending'
    AND NOT EXISTS (SELECT FROM seller_order WHERE order_id = $1 AND status NOT IN ('delivered', 'cancelled'))
  RETURNING id`

const PARTS_PAID = `
  UPDATE seller_order SET payment_status = 'paid', updated_at = now(), version = version + 1
  WHERE order_id = $1 AND status = 'delivered' AND payment_status = 'pending'
  RETURNING id`

const ORDER_IS =
  "UPDATE customer_order SET payment_status = $2, updated_at = now(), version = version + 1 WHERE id = $1"

/**
 * Adjusts an unpaid payment to the order's parts: reduced by cancelled parts, void if all are cancelled, and paid in
 * cash with the last delivery. The caller holds the locks of all parts.
 * @returns the parts paid by it
 */
export const settleCash = async (tx: Queryable, orderId: string): Promise<string[]> => {
  const [owed] = await query<{ status: string }>(OWED, [orderId], tx)
  if (!owed) return []
  if (owed.status === "failed") {
    await query(ORDER_IS, [orderId, "failed"], tx)
    return []
  }
  const [paid] = await query(PAID, [orderId], tx)
  if (!paid) return []
  const parts = await query<{ id: string }>(PARTS_PAID, [orderId], tx)
  await query(ORDER_IS, [orderId, "paid"], tx)
  return parts.map(({ id }) => id)
}
