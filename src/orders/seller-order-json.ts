import { ORDER_STATUSES, showsDeliveryAddress } from "@/domain/order-status"
import { publicIdSql } from "@/domain/public-id"
import { jsonObject } from "@/platform/db/json-object"
import type { SellerOrder } from "@/orders/schema"

/**
 * A seller order in an event. It has no delivery address, which must not be readable after its visibility ends, and a
 * stored event lasts longer.
 */
export type SellerOrderData = Omit<SellerOrder, "delivery_address">

/** SQL for the delivery address "d" as an API resource. */
export const ADDRESS_SQL = `json_build_object('name', d.name, 'phone', d.phone, 'line1', d.line1, 'line2', d.line2, 'landmark', d.landmark, 'city', d.city,
      'district', d.district, 'state', d.state, 'pincode', d.pincode, 'country', d.country, 'masked', false)`

/**
 * SQL for the order item "i" as an API resource.
 * @param origin an SQL expression for the origin of our URLs
 */
export function itemSql(origin: string): string {
  return `json_build_object('id', i.id, 'product', json_build_object('id', i.product_id, 'slug', i.product_slug),
       'variant_id', i.variant_id, 'sku', i.sku, 'name', i.name, 'options', i.options,
       'image', CASE WHEN starts_with(i.image_path, '/') THEN ${origin} || i.image_path ELSE i.image_path END, 'quantity', i.quantity,
       'unit_price', i.unit_price, 'mrp', i.mrp, 'total', i.total)`
}

/** SQL for the shipment "h" as an API resource; null if there is none. */
export const SHIPMENT_SQL = `CASE WHEN h.seller_order_id IS NOT NULL THEN json_build_object('courier_name', h.courier_name, 'awb', h.awb,
      'tracking_url', h.tracking_url, 'shipped_at', iso_utc(h.shipped_at), 'delivered_at', iso_utc(h.delivered_at)) END`

function sellerOrderColumns(origin: string): Record<keyof SellerOrderData, string> {
  return {
    id: publicIdSql("seller_order", "so.id"),
    number: "so.number",
    order_number: "o.number",
    status: "so.status",
    payment_status: "so.payment_status",
    livemode: "so.livemode",
    version: "so.version",
    currency: "'INR'",
    items: `(SELECT json_agg(${itemSql(origin)} ORDER BY i.id) FROM order_item i WHERE i.seller_order_id = so.id)`,
    subtotal: "so.subtotal",
    shipping_total: "so.shipping_total",
    tax_total: "so.tax_total",
    total: "so.total",
    refunded_total: "so.refunded_total",
    placed_at: "iso_utc(so.placed_at)",
    updated_at: "iso_utc(so.updated_at)",
    ship_by: "iso_utc(so.ship_by)",
    shipped_at: "iso_utc(so.shipped_at)",
    shipment: SHIPMENT_SQL,
  }
}

const CLOSED_STATUSES = ORDER_STATUSES.filter((status) => !showsDeliveryAddress(status))

/** SQL for the delivery address of the seller order "so", from the tables below; null after its visibility ends. */
export const VISIBLE_ADDRESS_SQL = `CASE WHEN so.status NOT IN (${CLOSED_STATUSES.map((status) => `'${status}'`).join(", ")}) THEN ${ADDRESS_SQL} END`

/**
 * SQL for the seller order "so" as an API resource, from the tables below.
 * @param origin an SQL expression for the origin of our URLs
 */
export function sellerOrderSql(origin: string): string {
  return jsonObject({ ...sellerOrderColumns(origin), delivery_address: VISIBLE_ADDRESS_SQL } satisfies Record<
    keyof SellerOrder,
    string
  >)
}

/** SQL for the SellerOrderData of "so". */
export function sellerOrderDataSql(origin: string): string {
  return jsonObject(sellerOrderColumns(origin))
}

/** Joins the order of a seller order "so", and its delivery address. */
export const ORDER_JOIN_SQL = `
  JOIN customer_order o ON o.id = so.order_id
  JOIN delivery_address d ON d.order_id = o.id`

/** Joins everything that belongs to seller orders "so". */
export const SELLER_ORDER_TABLES_SQL = `
  seller_order so ${ORDER_JOIN_SQL}
  LEFT JOIN shipment h ON h.seller_order_id = so.id`
