import type { Caller } from "@/domain/caller"
import type { OrderStatus } from "@/domain/order-status"
import { Problem } from "@/domain/problem"
import { ORDER_COLUMNS, type OrderRow } from "@/features/orders/order-row"
import { query } from "@/platform/db"

export interface OrderParts {
  items: {
    id: number
    product: { id: number; slug: string }
    variant_id: number | null
    sku: string
    name: string
    options: { name: string; value: string }[]
    image: string
    quantity: number
    unit_price: number
    mrp: number
    total: number
  }[]
  parts: {
    id: string
    number: string
    seller: { store: string; name: string }
    status: OrderStatus
    item_ids: number[]
    shipment: { courier_name: string; awb: string; tracking_url: string | null; shipped_at: string; delivered_at: string | null } | null
  }[]
  delivery_address: {
    name: string
    phone: string
    line1: string
    line2: string | null
    landmark: string | null
    city: string
    district: string
    state: string
    pincode: string
    country: string
  }
}

const ORDER = `
  SELECT ${ORDER_COLUMNS},
    (SELECT json_agg(json_build_object('id', i.id, 'product', json_build_object('id', i.product_id, 'slug', i.product_slug),
       'variant_id', i.variant_id, 'sku', i.sku, 'name', i.name, 'options', i.options, 'image', i.image_path, 'quantity', i.quantity,
       'unit_price', i.unit_price, 'mrp', i.mrp, 'total', i.total) ORDER BY i.id)
     FROM order_item i WHERE i.order_id = o.id) AS items,
    (SELECT json_agg(json_build_object('id', p.id, 'number', p.number, 'seller', json_build_object('store', s.slug, 'name', s.name),
       'status', p.status, 'item_ids', (SELECT json_agg(i.id ORDER BY i.id) FROM order_item i WHERE i.seller_order_id = p.id),
       'shipment', CASE WHEN h.seller_order_id IS NOT NULL THEN json_build_object('courier_name', h.courier_name, 'awb', h.awb,
         'tracking_url', h.tracking_url, 'shipped_at', iso_utc(h.shipped_at), 'delivered_at', iso_utc(h.delivered_at)) END)
       ORDER BY p.position)
     FROM seller_order p JOIN store s ON s.id = p.store_id LEFT JOIN shipment h ON h.seller_order_id = p.id
     WHERE p.order_id = o.id) AS parts,
    json_build_object('name', d.name, 'phone', d.phone, 'line1', d.line1, 'line2', d.line2, 'landmark', d.landmark, 'city', d.city,
      'district', d.district, 'state', d.state, 'pincode', d.pincode, 'country', d.country) AS delivery_address
  FROM customer_order o JOIN delivery_address d ON d.order_id = o.id
  WHERE o.number = $1 AND o.account_id = $2`

const NUMBER = /^HT-\d{4}-\d{6,12}$/

/** @throws Problem not_found, when the account placed no order of this number. */
export const getOrder = async ({ accountId }: Caller, number: string): Promise<OrderRow & OrderParts> => {
  const [order] = NUMBER.test(number) ? await query<OrderRow & OrderParts>(ORDER, [number, accountId]) : []
  if (!order) throw new Problem("not_found")
  return order
}
