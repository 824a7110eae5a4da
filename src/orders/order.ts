import type { z } from "zod"
import type { OrderStatus, PaymentStatus } from "@/domain/order-status"
import { publicId, publicIdSql } from "@/domain/public-id"
import { ADDRESS_SQL, itemSql, SHIPMENT_SQL } from "@/orders/seller-order-json"
import type { DeliveryAddress, OrderItem, Shipment } from "@/orders/schema"
import { toTimestamp } from "@/trpc/wire"

/** The columns of an order "o" for its API resource. */
export const ORDER_COLUMNS = `o.id, o.number, o.status, o.payment_status, o.livemode, o.version, o.subtotal, o.shipping_total, o.discount_total,
  o.tax_total, o.total, o.refunded_total, o.item_count, o.placed_at, o.updated_at`

export interface OrderRow {
  id: string
  number: string
  status: OrderStatus
  payment_status: PaymentStatus
  livemode: boolean
  version: number
  subtotal: number
  shipping_total: number
  discount_total: number
  tax_total: number
  total: number
  refunded_total: number
  item_count: number
  placed_at: Date
  updated_at: Date
}

export interface OrderDetailRow extends OrderRow {
  /** Null for an invented buyer of a sandbox. */
  account_id: string | null
  items: z.output<typeof OrderItem>[]
  parts: {
    id: string
    number: string
    seller: { store: string; name: string }
    status: OrderStatus
    item_ids: number[]
    refunded_total: number
    shipment: z.output<typeof Shipment> | null
  }[]
  delivery_address: z.output<typeof DeliveryAddress>
}

/**
 * SQL for the items of an order "o" as an API resource.
 * @param origin an SQL expression for the origin of our URLs
 */
export function orderItemsSql(origin: string): string {
  return `(SELECT json_agg(${itemSql(origin)} ORDER BY i.id) FROM order_item i WHERE i.order_id = o.id)`
}

/** SQL for the seller orders of an order "o" as the parts of the API resource. */
export const SELLER_ORDERS_JSON_SQL = `
  (SELECT json_agg(json_build_object('id', ${publicIdSql("seller_order", "so.id")}, 'number', so.number,
     'seller', json_build_object('store', s.slug, 'name', s.name), 'status', so.status,
     'item_ids', (SELECT json_agg(i.id ORDER BY i.id) FROM order_item i WHERE i.seller_order_id = so.id),
     'refunded_total', so.refunded_total, 'shipment', ${SHIPMENT_SQL}) ORDER BY so.position)
   FROM seller_order so JOIN store s ON s.id = so.store_id LEFT JOIN shipment h ON h.seller_order_id = so.id WHERE so.order_id = o.id)`

/** SQL for an order "o" with all details; $1 is the origin of our URLs. */
export const ORDER_DETAIL = `
  SELECT ${ORDER_COLUMNS}, o.account_id, ${orderItemsSql("$1::text")} AS items, ${SELLER_ORDERS_JSON_SQL} AS parts, ${ADDRESS_SQL} AS delivery_address
  FROM customer_order o JOIN delivery_address d ON d.order_id = o.id`

export function toOrder(row: OrderRow) {
  return {
    id: publicId("order", row.id),
    number: row.number,
    status: row.status,
    payment_status: row.payment_status,
    livemode: row.livemode,
    version: row.version,
    currency: "INR" as const,
    subtotal: row.subtotal,
    shipping_total: row.shipping_total,
    discount_total: row.discount_total,
    tax_total: row.tax_total,
    total: row.total,
    refunded_total: row.refunded_total,
    item_count: row.item_count,
    placed_at: toTimestamp(row.placed_at),
    updated_at: toTimestamp(row.updated_at),
  }
}

export function toOrderDetail(row: OrderDetailRow) {
  return {
    ...toOrder(row),
    items: row.items,
    parts: row.parts,
    delivery_address: row.delivery_address,
  }
}
