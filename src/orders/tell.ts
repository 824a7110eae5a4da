import { ORDER_DETAIL, type OrderDetailRow, toOrderDetail } from "@/orders/order"
import { SELLER_ORDER_COLUMNS, SELLER_ORDER_TABLES, type SellerOrderRow, toSellerOrder } from "@/orders/seller-order"
import { type Queryable, query } from "@/platform/db"
import { recordEvent } from "@/platform/webhook-events"

// Events are recorded last, when the rows stand as the transaction leaves them.

/** Tells the account that placed an order. */
export const tellBuyer = async (tx: Queryable, type: "order.created" | "order.refunded", orderId: string): Promise<void> => {
  const [row] = await query<OrderDetailRow>(`${ORDER_DETAIL} WHERE o.id = $1`, [orderId], tx)
  if (!row) throw new Error(`order ${orderId} has gone while it was being changed`)
  const { delivery_address: _address, ...data } = toOrderDetail(row)
  await recordEvent(tx, { type, audience: { accountId: row.account_id }, subjectId: orderId, livemode: row.livemode, data })
}

const PARTS = `
  SELECT ${SELLER_ORDER_COLUMNS}, p.store_id FROM ${SELLER_ORDER_TABLES} WHERE p.id = ANY ($1::uuid[]) ORDER BY p.position`

/** Tells the people of each part's store. */
export const tellStores = async (tx: Queryable, partIds: readonly string[]): Promise<void> => {
  for (const row of await query<SellerOrderRow & { store_id: number }>(PARTS, [partIds], tx)) {
    const { delivery_address: _address, ...data } = toSellerOrder(row)
    await recordEvent(tx, { type: "seller.order.updated", audience: { storeId: row.store_id }, subjectId: row.id, livemode: row.livemode, data })
  }
}
