import { type OrderStatus, showsDeliveryAddress, statesBefore } from "@/domain/order-status"
import { Problem } from "@/domain/problem"
import { uuidOf } from "@/domain/public-id"
import type { SellerOrder, ShipInput } from "@/features/seller-orders/schema"
import { ADDRESS, SELLER_ORDER_COLUMNS, SELLER_ORDER_TABLES, type SellerOrderRow, toSellerOrder } from "@/features/seller-orders/seller-order-row"
import { type Queryable, query, transaction } from "@/platform/db"
import { env } from "@/platform/env"
import { idempotent, type Idempotency } from "@/platform/idempotency"
import { addJob } from "@/platform/jobs"
import { recordEvent } from "@/platform/webhook-events"

/**
 * Marks a store's order as shipped, once: the shipment, the event and the customer's mail are written with it or not at all.
 * @throws Problem not_found, when the store has no such order; invalid_state, when it is neither confirmed nor packed.
 */
export const shipOrder = async (storeId: number, input: ShipInput, idempotency: Idempotency | null): Promise<SellerOrder> => {
  const shipped = await transaction(async (tx) => {
    const result = await idempotent(tx, idempotency, () => ship(tx, storeId, input))
    return result instanceof Problem ? result : withAddress(tx, result)
  })
  if (shipped instanceof Problem) throw shipped
  return shipped
}

type ShippedOrder = Omit<SellerOrder, "delivery_address">

const ADDRESS_NOW = `SELECT p.status, ${ADDRESS} AS address FROM seller_order p JOIN delivery_address d ON d.order_id = p.order_id WHERE p.number = $1`

// A kept result is given back for a day, and the address only for as long as it may be shown.
const withAddress = async (tx: Queryable, order: ShippedOrder): Promise<SellerOrder> => {
  const [row] = await query<{ status: OrderStatus; address: SellerOrder["delivery_address"] }>(ADDRESS_NOW, [order.number], tx)
  return { ...order, delivery_address: row && showsDeliveryAddress(row.status) ? row.address : null }
}

const SHIPPABLE = statesBefore("shipped")
const NUMBER = /^HT-\d{4}-\d{6,12}-\d{1,4}$/

const shipWhere = (column: "id" | "number"): string => `
  WITH moved AS (
    UPDATE seller_order SET status = 'shipped', shipped_at = now(), updated_at = now(), version = version + 1
    WHERE ${column} = $1 AND store_id = $2 AND status = ANY ($3::text[])
    RETURNING id, shipped_at)
  INSERT INTO shipment (seller_order_id, courier_name, awb, tracking_url, shipped_at)
  SELECT id, $4, $5, $6, shipped_at FROM moved
  RETURNING seller_order_id AS id`

const ship = async (tx: Queryable, storeId: number, input: ShipInput): Promise<ShippedOrder> => {
  const uuid = uuidOf("seller_order", input.id)
  const [column, value] = uuid ? (["id", uuid] as const) : (["number", input.id] as const)
  if (!uuid && !NUMBER.test(input.id)) throw new Problem("not_found")
  const [moved] = await query<{ id: string }>(
    shipWhere(column),
    [value, storeId, SHIPPABLE, input.courier_name, input.awb, input.tracking_url ?? null],
    tx,
  )
  if (!moved) throw await whyNot(tx, storeId, column, value)
  return tellOfIt(tx, storeId, moved.id)
}

const whyNot = async (tx: Queryable, storeId: number, column: "id" | "number", value: string): Promise<Problem> => {
  const [order] = await query<{ status: string }>(`SELECT status FROM seller_order WHERE ${column} = $1 AND store_id = $2`, [value, storeId], tx)
  return order ? new Problem("invalid_state", { message: `This order is ${order.status}; only a confirmed or packed one can be shipped.` }) : new Problem("not_found")
}

interface ShippedRow extends SellerOrderRow {
  livemode: boolean
  customer_name: string
  customer_email: string
  customer_locale: string
  store_name: string
}

const SHIPPED = `
  SELECT ${SELLER_ORDER_COLUMNS}, o.livemode, a.name AS customer_name, a.email AS customer_email, a.locale AS customer_locale, s.name AS store_name
  FROM ${SELLER_ORDER_TABLES} JOIN store s ON s.id = p.store_id JOIN account a ON a.id = o.account_id
  WHERE p.id = $1`

const tellOfIt = async (tx: Queryable, storeId: number, id: string): Promise<ShippedOrder> => {
  const [row] = await query<ShippedRow>(SHIPPED, [id], tx)
  if (!row?.shipment) throw new Error(`seller order ${id} has gone while it was being shipped`)
  const order = toSellerOrder(row)
  const { delivery_address: _address, ...data } = order
  await recordEvent(tx, { type: "seller.order.updated", audience: { storeId }, subjectId: id, livemode: row.livemode, data })
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
  return data
}
