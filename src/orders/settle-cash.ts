import { type Queryable, query } from "@/platform/db/query"

// The amount due is for the seller orders that are not cancelled; without any, nothing is due.
const UPDATE_PAYMENT_SQL = `
  UPDATE payment m SET amount = CASE WHEN left_over.parts > 0 THEN left_over.amount ELSE m.amount END,
                       status = CASE WHEN left_over.parts > 0 THEN m.status ELSE 'failed' END
  FROM (SELECT count(*) AS parts, sum(total - discount_share) AS amount FROM seller_order WHERE order_id = $1 AND status <> 'cancelled') left_over
  WHERE m.order_id = $1 AND m.status = 'pending'
  RETURNING m.status`

const MARK_PAID_SQL = `
  UPDATE payment SET status = 'paid', paid_at = world_now(world_id)
  WHERE order_id = $1 AND method = 'cod' AND status = 'pending'
    AND NOT EXISTS (SELECT FROM seller_order WHERE order_id = $1 AND status NOT IN ('delivered', 'cancelled'))
  RETURNING id`

const MARK_SELLER_ORDERS_PAID_SQL = `
  UPDATE seller_order SET payment_status = 'paid', updated_at = world_now(world_id), version = version + 1
  WHERE order_id = $1 AND status = 'delivered' AND payment_status = 'pending'
  RETURNING id`

const SET_ORDER_PAYMENT_STATUS_SQL =
  "UPDATE customer_order SET payment_status = $2, updated_at = world_now(world_id), version = version + 1 WHERE id = $1"

/**
 * Adjusts an unpaid payment to the seller orders: reduced by cancelled ones, void if all are cancelled, and paid in cash
 * with the last delivery. The caller holds the locks of all seller orders.
 * @returns the ids of the seller orders paid by it
 */
export async function settleCash(tx: Queryable, orderId: string): Promise<string[]> {
  const [payment] = await query<{ status: string }>(UPDATE_PAYMENT_SQL, [orderId], tx)
  if (!payment) return []
  if (payment.status === "failed") {
    await query(SET_ORDER_PAYMENT_STATUS_SQL, [orderId, "failed"], tx)
    return []
  }
  const [paid] = await query(MARK_PAID_SQL, [orderId], tx)
  if (!paid) return []
  const sellerOrders = await query<{ id: string }>(MARK_SELLER_ORDERS_PAID_SQL, [orderId], tx)
  await query(SET_ORDER_PAYMENT_STATUS_SQL, [orderId, "paid"], tx)
  return sellerOrders.map(({ id }) => id)
}
