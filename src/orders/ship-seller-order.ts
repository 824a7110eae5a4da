import { type OrderStatus, statusesBefore } from "@/domain/order-status"
import { Problem } from "@/domain/problem"
import { LIVE_WORLD_SQL } from "@/domain/world"
import { publishBuyerEvent, publishSellerEvents } from "@/orders/order-events"
import {
  findSellerOrder,
  type SellerOrderKey,
  type SellerOrderRef,
  type StoreOrderRef,
  toSellerOrderKey,
} from "@/orders/seller-order-lookup"
import { SELLER_ORDER_TABLES_SQL, sellerOrderSql } from "@/orders/seller-order-json"
import { nameShippedOrdersSql, recordShipments, type ShippedSellerOrder } from "@/orders/record-shipments"
import { type Queryable, query } from "@/platform/db/query"
import { WITH_LOCK_TIMEOUT } from "@/platform/db/transaction"
import { env } from "@/platform/env"

export interface Parcel {
  courier_name: string
  awb: string
  tracking_url?: string | undefined
}

/** The statuses that a seller order can be shipped from. */
export const SHIPPABLE_STATUSES = statusesBefore("shipped")

// In the live world two statements, sent together, make the change and record what follows from it: this path is
// performance-critical. The first names the order in a setting of the transaction; the second reads it once the trigger of
// the first has changed its customer order.
function shipSql(column: SellerOrderKey[0]): string {
  return `
  WITH updated AS (
    UPDATE seller_order SET status = 'shipped', shipped_at = now(), updated_at = now(), version = version + 1
    WHERE ${column} = $1 AND world_id = ${LIVE_WORLD_SQL} AND store_id = $2 AND status = ANY ($3::text[]) AND ${WITH_LOCK_TIMEOUT}
    RETURNING id, shipped_at),
  inserted AS (
    INSERT INTO shipment (seller_order_id, courier_name, awb, tracking_url, shipped_at)
    SELECT id, $4, $5, $6, shipped_at FROM updated)
  SELECT ${nameShippedOrdersSql("ARRAY[id]")} FROM updated`
}

// Built once, because the statement cache compares texts, and an equal new string would be compared in full.
const SHIP_SQL: Record<SellerOrderKey[0], string> = { id: shipSql("id"), number: shipSql("number") }

/**
 * Marks a seller order as shipped, once. The shipment, the events and, of a live order, the customer's email are written
 * together or not at all.
 * @param tx a transaction
 * @throws Problem not_found if the store has no such order; invalid_state if it is neither confirmed nor packed
 */
export function shipSellerOrder(tx: Queryable, ref: StoreOrderRef, parcel: Parcel): Promise<ShippedSellerOrder> {
  return ref.world.livemode ? shipLive(tx, ref, parcel) : shipInSandbox(tx, ref, parcel)
}

/** All statements are sent at once. */
async function shipLive(tx: Queryable, ref: StoreOrderRef, parcel: Parcel): Promise<ShippedSellerOrder> {
  const [column, value] = toSellerOrderKey(ref.id)
  const shipment = [parcel.courier_name, parcel.awb, parcel.tracking_url ?? null]
  const [shipped] = (
    await Promise.all([
      query(SHIP_SQL[column], [value, ref.storeId, SHIPPABLE_STATUSES, ...shipment], tx),
      recordShipments(tx),
    ])
  )[1]
  if (!shipped) throw await shipError(tx, ref)
  return shipped
}

async function shipError(db: Queryable, ref: SellerOrderRef): Promise<Problem> {
  return shipStateError((await findSellerOrder(db, ref)).status)
}

/** Says that an order of this status cannot be shipped. */
export function shipStateError(status: OrderStatus): Problem {
  return new Problem("invalid_state", {
    message: `This order is ${status}; only a confirmed or packed one can be shipped.`,
  })
}

const SHIP_IN_SANDBOX_SQL = `
  WITH updated AS (
    UPDATE seller_order SET status = 'shipped', shipped_at = world_now(world_id), updated_at = world_now(world_id), version = version + 1
    WHERE id = $1 AND world_id = $2 AND status = ANY ($3::text[])
    RETURNING id, world_id, shipped_at)
  INSERT INTO shipment (seller_order_id, world_id, courier_name, awb, tracking_url, shipped_at)
  SELECT id, world_id, $4, $5, $6, shipped_at FROM updated
  RETURNING seller_order_id`

const SHIPPED_SQL = `SELECT ${sellerOrderSql("$2::text")}::text AS "order", so.version FROM ${SELLER_ORDER_TABLES_SQL} WHERE so.id = $1`

async function shipInSandbox(tx: Queryable, ref: StoreOrderRef, parcel: Parcel): Promise<ShippedSellerOrder> {
  const { id, order_id: orderId } = await findSellerOrder(tx, ref)
  const shipment = [parcel.courier_name, parcel.awb, parcel.tracking_url ?? null]
  const changed = await query(SHIP_IN_SANDBOX_SQL, [id, ref.world.id, SHIPPABLE_STATUSES, ...shipment], tx)
  if (changed.length === 0) throw await shipError(tx, ref)
  await publishBuyerEvent(tx, "order.shipped", orderId)
  await publishSellerEvents(tx, [id])
  const [shipped] = await query<ShippedSellerOrder>(SHIPPED_SQL, [id, env.appUrl], tx)
  if (!shipped) throw new Error(`seller order ${id} has gone while it was being shipped`)
  return shipped
}
