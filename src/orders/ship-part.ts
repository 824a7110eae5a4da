import { type OrderStatus, statesBefore } from "@/domain/order-status"
import { Problem } from "@/domain/problem"
import { keyOf, type PartKey } from "@/orders/part"
import { SELLER_ORDER_COLUMNS, SELLER_ORDER_TABLES, type SellerOrder, type SellerOrderRow, toSellerOrder } from "@/orders/seller-order"
import { type Queryable, query } from "@/platform/db"
import { env } from "@/platform/env"
import { addJob } from "@/platform/jobs"
import { recordEvent } from "@/platform/webhook-events"

export interface Parcel {
  courier_name: string
  awb: string
  tracking_url?: string | undefined
}

export type ShippedPart = Omit<SellerOrder, "delivery_address">

const SHIPPABLE = statesBefore("shipped")

const shipWhere = (column: PartKey[0]): string => `
  WITH moved AS (
    UPDATE seller_order SET status = 'shipped', shipped_at = now(), updated_at = now(), version = version + 1
    WHERE ${column} = $1 AND store_id = $2 AND livemode = $3 AND status = ANY ($4::text[])
    RETURNING id, shipped_at)
  INSERT INTO shipment (seller_order_id, courier_name, awb, tracking_url, shipped_at)
  SELECT id, $5, $6, $7, shipped_at FROM moved
  RETURNING seller_order_id AS id`

/**
 * Marks a store's order as shipped, once: the shipment, the event and the customer's mail are written with it or not at all.
 * @throws Problem not_found, when the store has no such order; invalid_state, when it is neither confirmed nor packed.
 */
export const shipPart = async (tx: Queryable, ref: { id: string; storeId: number; livemode: boolean }, parcel: Parcel): Promise<ShippedPart> => {
  const key = keyOf(ref.id)
  const [column, value] = key
  const [moved] = await query<{ id: string }>(
    shipWhere(column),
    [value, ref.storeId, ref.livemode, SHIPPABLE, parcel.courier_name, parcel.awb, parcel.tracking_url ?? null],
    tx,
  )
  if (!moved) throw await whyNot(tx, key, ref)
  return tellOfIt(tx, ref.storeId, moved.id)
}

const whyNot = async (tx: Queryable, [column, value]: PartKey, { storeId, livemode }: { storeId: number; livemode: boolean }): Promise<Problem> => {
  const [order] = await query<{ status: OrderStatus }>(`SELECT status FROM seller_order WHERE ${column} = $1 AND store_id = $2 AND livemode = $3`, [value, storeId, livemode], tx)
  return order ? new Problem("invalid_state", { message: `This order is ${order.status}; only a confirmed or packed one can be shipped.` }) : new Problem("not_found")
}

interface ShippedRow extends SellerOrderRow {
  customer_name: string
  customer_email: string
  customer_locale: string
  store_name: string
}

const SHIPPED = `
  SELECT ${SELLER_ORDER_COLUMNS}, a.name AS customer_name, a.email AS customer_email, a.locale AS customer_locale, s.name AS store_name
  FROM ${SELLER_ORDER_TABLES} JOIN store s ON s.id = p.store_id JOIN account a ON a.id = o.account_id
  WHERE p.id = $1`

// One read for the event, the mail and the answer: this path is held to a speed.
const tellOfIt = async (tx: Queryable, storeId: number, id: string): Promise<ShippedPart> => {
  const [row] = await query<ShippedRow>(SHIPPED, [id], tx)
  if (!row?.shipment) throw new Error(`seller order ${id} has gone while it was being shipped`)
  const { delivery_address: _address, ...data } = toSellerOrder(row)
  await recordEvent(tx, { type: "seller.order.updated", audience: { storeId }, subjectId: id, livemode: row.livemode, data })
  if (row.livemode) {
    await addJob(tx, "send_mail", {
      id: `order-shipped-${id}`,
      to: row.customer_email,
      locale: row.customer_locale,
      template: "order_shipped",
      values: {
        name: row.customer_name,
        number: row.number,
        store: row.store_name,
        courier: row.shipment.courier_name,
        awb: row.shipment.awb,
        link: row.shipment.tracking_url ?? `${env.appUrl}/orders/${row.order_number}`,
      },
    })
  }
  return data
}
