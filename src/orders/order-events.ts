import type { BuyerEvent } from "@/domain/webhook-event"
import { ORDER_DETAIL, type OrderDetailRow, toOrderDetail } from "@/orders/order"
import { SELLER_ORDER_TABLES_SQL, type SellerOrderData, sellerOrderDataSql } from "@/orders/seller-order-json"
import { type Queryable, query } from "@/platform/db/query"
import { env } from "@/platform/env"
import { recordEvent } from "@/webhooks/events/record-events"

// Events are recorded last, when the rows have their final state of the transaction.

/** Records an event for the account that placed an order. */
export const publishBuyerEvent = async (tx: Queryable, type: BuyerEvent, orderId: string): Promise<void> => {
  const [row] = await query<OrderDetailRow>(`${ORDER_DETAIL} WHERE o.id = $2`, [env.appUrl, orderId], tx)
  if (!row) throw new Error(`order ${orderId} has gone while it was being changed`)
  const { delivery_address: _address, ...data } = toOrderDetail(row)
  await recordEvent(tx, {
    type,
    audience: { accountId: row.account_id },
    subjectId: orderId,
    livemode: row.livemode,
    data,
  })
}

const SELLER_ORDERS_SQL = `
  SELECT p.id, p.store_id, p.livemode, ${sellerOrderDataSql("$1::text")} AS data FROM ${SELLER_ORDER_TABLES_SQL} WHERE p.id = ANY ($2::uuid[]) ORDER BY p.position`

interface SellerOrderRow {
  id: string
  store_id: number
  livemode: boolean
  data: SellerOrderData
}

/** Records an event for the store of each part. */
export const publishSellerEvents = async (tx: Queryable, sellerOrderIds: readonly string[]): Promise<void> => {
  for (const { id, store_id: storeId, livemode, data } of await query<SellerOrderRow>(
    SELLER_ORDERS_SQL,
    [env.appUrl, sellerOrderIds],
    tx,
  )) {
    await recordEvent(tx, { type: "seller.order.updated", audience: { storeId }, subjectId: id, livemode, data })
  }
}
