import { type OrderStatus, statesBefore } from "@/domain/order-status"
import { Problem } from "@/domain/problem"
import { keyOf, type PartKey } from "@/orders/part"
import { ITS_ORDER, SELLER_ORDER_COLUMNS, type SellerOrder, type SellerOrderRow, toSellerOrder } from "@/orders/seller-order"
import { type Queryable, query } from "@/platform/db"
import { env } from "@/platform/env"
import { addJob } from "@/platform/jobs"
import { recordEvent } from "@/platform/webhook-events"

export interface Parcel {
  courier_name: string
  awb: string
  tracking_url?: string | undefined
}

const SHIPPABLE = statesBefore("shipped")

interface ShippedRow extends SellerOrderRow {
  shipment: NonNullable<SellerOrderRow["shipment"]>
  customer_name: string
  customer_email: string
  customer_locale: string
  store_name: string
}

// One statement for the change, its event, the mail and the answer: this path is held to a speed.
const shipWhere = (column: PartKey[0]): string => `
  WITH p AS (
    UPDATE seller_order SET status = 'shipped', shipped_at = now(), updated_at = now(), version = version + 1
    WHERE ${column} = $1 AND store_id = $2 AND livemode = $3 AND status = ANY ($4::text[])
    RETURNING *),
  h AS (
    INSERT INTO shipment (seller_order_id, courier_name, awb, tracking_url, shipped_at)
    SELECT id, $5, $6, $7, shipped_at FROM p
    RETURNING *)
  SELECT ${SELLER_ORDER_COLUMNS}, a.name AS customer_name, a.email AS customer_email, a.locale AS customer_locale, s.name AS store_name
  FROM p JOIN h ON h.seller_order_id = p.id ${ITS_ORDER} JOIN store s ON s.id = p.store_id JOIN account a ON a.id = o.account_id`

/**
 * Marks a store's order as shipped, once: the shipment, the event and the customer's mail are written with it or not at all.
 * @throws Problem not_found, when the store has no such order; invalid_state, when it is neither confirmed nor packed.
 */
export const shipPart = async (tx: Queryable, ref: { id: string; storeId: number; livemode: boolean }, parcel: Parcel): Promise<SellerOrder> => {
  const key = keyOf(ref.id)
  const [column, value] = key
  const [shipped] = await query<ShippedRow>(
    shipWhere(column),
    [value, ref.storeId, ref.livemode, SHIPPABLE, parcel.courier_name, parcel.awb, parcel.tracking_url ?? null],
    tx,
  )
  if (!shipped) throw await whyNot(tx, key, ref)
  const order = toSellerOrder(shipped)
  const { delivery_address: _address, ...data } = order
  await Promise.all([
    recordEvent(tx, { type: "seller.order.updated", audience: { storeId: ref.storeId }, subjectId: shipped.id, livemode: ref.livemode, data }),
    ref.livemode && mailShipped(tx, shipped),
  ])
  return order
}

const whyNot = async (tx: Queryable, [column, value]: PartKey, { storeId, livemode }: { storeId: number; livemode: boolean }): Promise<Problem> => {
  const [order] = await query<{ status: OrderStatus }>(`SELECT status FROM seller_order WHERE ${column} = $1 AND store_id = $2 AND livemode = $3`, [value, storeId, livemode], tx)
  return order ? new Problem("invalid_state", { message: `This order is ${order.status}; only a confirmed or packed one can be shipped.` }) : new Problem("not_found")
}

const mailShipped = (tx: Queryable, { shipment, ...row }: ShippedRow): Promise<void> =>
  addJob(tx, "send_mail", {
    id: `order-shipped-${row.id}`,
    to: row.customer_email,
    locale: row.customer_locale,
    template: "order_shipped",
    values: {
      name: row.customer_name,
      number: row.number,
      store: row.store_name,
      courier: shipment.courier_name,
      awb: shipment.awb,
      link: shipment.tracking_url ?? `${env.appUrl}/orders/${row.order_number}`,
    },
  })
