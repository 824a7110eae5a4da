import { type OrderStatus, type PaymentStatus, showsDeliveryAddress } from "@/domain/order-status"
import { publicId } from "@/domain/public-id"
import type { SellerOrder } from "@/features/seller-orders/schema"
import { absoluteUrl, toTimestamp, toTimestampOrNull } from "@/trpc/wire"

export interface SellerOrderRow {
  id: string
  number: string
  order_number: string
  status: OrderStatus
  payment_status: PaymentStatus
  items: SellerOrder["items"]
  subtotal: number
  shipping_total: number
  tax_total: number
  total: number
  placed_at: Date
  ship_by: Date
  shipped_at: Date | null
  shipment: SellerOrder["shipment"]
  delivery_address: SellerOrder["delivery_address"]
}

/** The delivery address "d" as its resource. */
export const ADDRESS = `json_build_object('name', d.name, 'phone', d.phone, 'line1', d.line1, 'line2', d.line2, 'landmark', d.landmark, 'city', d.city,
      'district', d.district, 'state', d.state, 'pincode', d.pincode, 'country', d.country)`

/** What a row is made of, read from the tables below. */
export const SELLER_ORDER_COLUMNS = `
    p.id, p.number, o.number AS order_number, p.status, p.payment_status, p.subtotal, p.shipping_total, p.tax_total, p.total,
    p.placed_at, p.ship_by, p.shipped_at,
    (SELECT json_agg(json_build_object('id', i.id, 'product', json_build_object('id', i.product_id, 'slug', i.product_slug),
       'variant_id', i.variant_id, 'sku', i.sku, 'name', i.name, 'options', i.options, 'image', i.image_path, 'quantity', i.quantity,
       'unit_price', i.unit_price, 'mrp', i.mrp, 'total', i.total) ORDER BY i.id)
     FROM order_item i WHERE i.seller_order_id = p.id) AS items,
    CASE WHEN h.seller_order_id IS NOT NULL THEN json_build_object('courier_name', h.courier_name, 'awb', h.awb,
      'tracking_url', h.tracking_url, 'shipped_at', iso_utc(h.shipped_at), 'delivered_at', iso_utc(h.delivered_at)) END AS shipment,
    ${ADDRESS} AS delivery_address`

/** Seller orders "p" with what belongs to each. */
export const SELLER_ORDER_TABLES = `
  seller_order p
  JOIN customer_order o ON o.id = p.order_id
  JOIN delivery_address d ON d.order_id = o.id
  LEFT JOIN shipment h ON h.seller_order_id = p.id`

export const toSellerOrder = (row: SellerOrderRow): SellerOrder => ({
  id: publicId("seller_order", row.id),
  number: row.number,
  order_number: row.order_number,
  status: row.status,
  payment_status: row.payment_status,
  currency: "INR",
  items: row.items.map((item) => ({ ...item, image: absoluteUrl(item.image) })),
  subtotal: row.subtotal,
  shipping_total: row.shipping_total,
  tax_total: row.tax_total,
  total: row.total,
  placed_at: toTimestamp(row.placed_at),
  ship_by: toTimestamp(row.ship_by),
  shipped_at: toTimestampOrNull(row.shipped_at),
  shipment: row.shipment,
  delivery_address: showsDeliveryAddress(row.status) ? row.delivery_address : null,
})
