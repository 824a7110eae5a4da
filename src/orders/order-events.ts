import type { BuyerEvent, SellerOrderEvent } from "@/domain/webhook-event"
import { ORDER_DETAIL, type OrderDetailRow, toOrderDetail } from "@/orders/order"
import { SELLER_ORDER_TABLES_SQL, type SellerOrderData, sellerOrderDataSql } from "@/orders/seller-order-json"
import { type Queryable, query } from "@/platform/db/query"
import { env } from "@/platform/env"
import { recordEvent, recordEvents } from "@/webhooks/events/record-events"

// Events are recorded last, when the rows have their final state of the transaction.

/** Records an event for the account that placed an order. An invented buyer of a sandbox has none. */
export async function publishBuyerEvent(tx: Queryable, type: BuyerEvent, orderId: string): Promise<void> {
  const [row] = await query<OrderDetailRow>(`${ORDER_DETAIL} WHERE o.id = $2`, [env.appUrl, orderId], tx)
  if (!row) throw new Error(`order ${orderId} has gone while it was being changed`)
  if (row.account_id === null) return
  const { delivery_address: _address, ...data } = toOrderDetail(row)
  await recordEvent(tx, {
    type,
    audience: { accountId: row.account_id },
    subjectId: orderId,
    livemode: row.livemode,
    occurredAt: row.livemode ? null : row.updated_at,
    data,
  })
}

const SELLER_ORDERS_SQL = `
  SELECT so.id, so.store_id, so.livemode, so.catalogue_world_id = so.world_id AS own, w.account_id, so.updated_at, ${sellerOrderDataSql("$1::text")} AS data
  FROM ${SELLER_ORDER_TABLES_SQL} JOIN world w ON w.id = so.world_id WHERE so.id = ANY ($2::uuid[]) ORDER BY so.position`

interface SellerOrderRow {
  id: string
  store_id: number
  livemode: boolean
  /** Whether the store is of the order's world, not a shared one. */
  own: boolean
  /** The account of a sandbox. */
  account_id: string | null
  updated_at: Date
  data: SellerOrderData
}

/** The events of a seller order when its order is placed: an endpoint may subscribe to all changes, or to new orders alone. */
export const PLACED_EVENTS = ["seller.order.created", "seller.order.updated"] as const satisfies SellerOrderEvent[]

/**
 * Records events for the store of each seller order: in a sandbox for its account, which handles the orders of the sandbox's
 * own store. Nobody handles those of the shared stores.
 */
export async function publishSellerEvents(
  tx: Queryable,
  sellerOrderIds: readonly string[],
  types: readonly SellerOrderEvent[] = ["seller.order.updated"],
): Promise<void> {
  const rows = await query<SellerOrderRow>(SELLER_ORDERS_SQL, [env.appUrl, sellerOrderIds], tx)
  const events = rows.flatMap(
    ({ id, store_id: storeId, livemode, own, account_id: accountId, updated_at: updatedAt, data }) => {
      const audience = accountId === null ? { storeId } : { accountId }
      const occurredAt = livemode ? null : updatedAt
      return own ? types.map((type) => ({ type, audience, livemode, subjectId: id, occurredAt, data })) : []
    },
  )
  await recordEvents(tx, events)
}

/** Records an event for the accounts that placed these live orders, as publishBuyerEvent does for one. */
export async function publishLiveBuyerEvents(
  tx: Queryable,
  type: BuyerEvent,
  orderIds: readonly string[],
): Promise<void> {
  const rows = await query<OrderDetailRow>(`${ORDER_DETAIL} WHERE o.id = ANY ($2::uuid[])`, [env.appUrl, orderIds], tx)
  const events = rows.flatMap((row) => {
    const { delivery_address: _address, ...data } = toOrderDetail(row)
    if (row.account_id === null) return []
    return [{ type, audience: { accountId: row.account_id }, livemode: true, subjectId: row.id, data }]
  })
  await recordEvents(tx, events)
}
