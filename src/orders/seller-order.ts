import type { z } from "zod"
import { type OrderStatus, type PaymentStatus, showsDeliveryAddress } from "@/domain/order-status"
import { publicId } from "@/domain/public-id"
import type { DeliveryAddress, OrderItem, Shipment } from "@/trpc/order-schemas"
import { absoluteUrl, toTimestamp, toTimestampOrNull } from "@/trpc/wire"

export interface SellerOrderRow {
  id: string
  number: string
  order_number: string
  status: OrderStatus
  payment_status: PaymentStatus
  livemode: boolean
  version: number
  items: z.output<typeof OrderItem>[]
  subtotal: number
  shipping_total: number
  tax_total: number
  total: number
  refunded_total: number
  placed_at: Date
  ship_by: Date
  shipped_at: Date | null
  shipment: z.output<typeof Shipment> | null
  delivery_address: z.output<typeof DeliveryAddress> | null
}

/** The delivery address "d" as its resource, in SQL. */
export const ADDRESS = `json_build_object('name', d.name, 'phone', d.phone, 'line1', d.line1, 'line2', d.line2, 'landmark', d.landmark, 'city', d.city,
      'district', d.district, 'state', d.state, 'pincode', d.pincode, 'country', d.country)`

/** The order item "i" as its resource, in SQL. */
export const ITEM = `json_build_object('id', i.id, 'product', json_build_object('id', i.product_id, 'slug', i.product_slug),
       'variant_id', i.variant_id, 'sku', i.sku, 'name', i.name, 'options', i.options, 'image', i.image_path, 'quantity', i.quantity,
       'unit_price', i.unit_price, 'mrp', i.mrp, 'total', i.total)`

/** The shipment "h" as its resource, in SQL; null where there is none. */
export const SHIPMENT = `CASE WHEN h.seller_order_id IS NOT NULL THEN json_build_object('courier_name', h.courier_name, 'awb', h.awb,
      'tracking_url', h.tracking_url, 'shipped_at', iso_utc(h.shipped_at), 'delivered_at', iso_utc(h.delivered_at)) END`

/** What a row is made of, read from the tables below. */
export const SELLER_ORDER_COLUMNS = `
    p.id, p.number, o.number AS order_number, p.status, p.payment_status, p.livemode, p.version, p.subtotal, p.shipping_total, p.tax_total,
    p.total, p.refunded_total, p.placed_at, p.ship_by, p.shipped_at,
    (SELECT json_agg(${ITEM} ORDER BY i.id) FROM order_item i WHERE i.seller_order_id = p.id) AS items,
    ${SHIPMENT} AS shipment,
    ${ADDRESS} AS delivery_address`

/** The order that a seller order "p" is part of, and where it goes. */
export const ITS_ORDER = `
  JOIN customer_order o ON o.id = p.order_id
  JOIN delivery_address d ON d.order_id = o.id`

/** Seller orders "p" with what belongs to each. */
export const SELLER_ORDER_TABLES = `
  seller_order p ${ITS_ORDER}
  LEFT JOIN shipment h ON h.seller_order_id = p.id`

export const toSellerOrder = (row: SellerOrderRow) => ({
  id: publicId("seller_order", row.id),
  number: row.number,
  order_number: row.order_number,
  status: row.status,
  payment_status: row.payment_status,
  livemode: row.livemode,
  version: row.version,
  currency: "INR" as const,
  items: row.items.map((item) => ({ ...item, image: absoluteUrl(item.image) })),
  subtotal: row.subtotal,
  shipping_total: row.shipping_total,
  tax_total: row.tax_total,
  total: row.total,
  refunded_total: row.refunded_total,
  placed_at: toTimestamp(row.placed_at),
  ship_by: toTimestamp(row.ship_by),
  shipped_at: toTimestampOrNull(row.shipped_at),
  shipment: row.shipment,
  delivery_address: showsDeliveryAddress(row.status) ? row.delivery_address : null,
})

export type SellerOrder = ReturnType<typeof toSellerOrder>
