import type { ClientBase } from "pg"
import { copyInto } from "./copy"
import type { OrderRecord } from "./orders"
import { type RefundRecord, sharesOf } from "./payments"

/** The number of states a part has gone through, which is its version. */
const STEPS = { pending: 1, confirmed: 2, packed: 3, shipped: 4, delivered: 5, cancelled: 2 } as const

export async function writeOrders(client: ClientBase, orders: readonly OrderRecord[]): Promise<void> {
  const sellerOrders = orders.flatMap((order) => {
    const shares = sharesOf(order)
    return order.parts.map((sellerOrder, i) => ({ order, part: sellerOrder, share: shares[i] ?? 0 }))
  })
  await copyInto(
    client,
    "customer_order",
    [
      "id",
      "number",
      "account_id",
      "status",
      "payment_status",
      "subtotal",
      "shipping_total",
      "discount_total",
      "tax_total",
      "total",
      "refunded_total",
      "item_count",
      "version",
      "placed_at",
      "updated_at",
    ],
    orders.map((o) => [
      o.id,
      o.number,
      o.accountId,
      o.status,
      o.paymentStatus,
      o.subtotal,
      o.shippingTotal,
      o.discountTotal,
      o.taxTotal,
      o.total,
      sumOf(o.refunds),
      o.itemCount,
      STEPS[o.status],
      o.placedAt,
      o.updatedAt,
    ]),
  )
  await copyInto(
    client,
    "delivery_address",
    ["order_id", "name", "phone", "line1", "line2", "landmark", "city", "district", "state", "pincode"],
    orders.map(({ id, address: a }) => [
      id,
      a.name,
      a.phone,
      a.line1,
      a.line2,
      a.landmark,
      a.city,
      a.district,
      a.state,
      a.pincode,
    ]),
  )
  // Its method is copied to the seller orders.
  await copyInto(
    client,
    "payment",
    ["id", "order_id", "method", "status", "amount", "reference", "created_at", "paid_at"],
    orders.map(({ id, payment: p }) => [p.id, id, p.method, p.status, p.amount, p.reference, p.createdAt, p.paidAt]),
  )
  await copyInto(
    client,
    "seller_order",
    [
      "id",
      "number",
      "order_id",
      "store_id",
      "position",
      "status",
      "payment_status",
      "subtotal",
      "shipping_total",
      "tax_total",
      "total",
      "discount_share",
      "refunded_total",
      "version",
      "placed_at",
      "ship_by",
      "shipped_at",
      "delivered_at",
      "cancelled_at",
      "updated_at",
    ],
    sellerOrders.map(({ order, part: p, share }) => [
      p.id,
      p.number,
      order.id,
      p.storeId,
      p.position,
      p.status,
      p.paymentStatus,
      p.subtotal,
      p.shippingTotal,
      p.taxTotal,
      p.total,
      share,
      sumOf(order.refunds.filter(({ sellerOrderId }) => sellerOrderId === p.id)),
      STEPS[p.status],
      order.placedAt,
      p.shipBy,
      p.timeline.shippedAt,
      p.timeline.deliveredAt,
      p.timeline.cancelledAt,
      p.updatedAt,
    ]),
  )
  await copyInto(
    client,
    "order_item",
    [
      "order_id",
      "seller_order_id",
      "product_id",
      "product_slug",
      "variant_id",
      "sku",
      "name",
      "options",
      "image_path",
      "quantity",
      "unit_price",
      "mrp",
      "total",
      "tax",
    ],
    sellerOrders.flatMap(({ order, part: sellerOrder }) =>
      sellerOrder.items.map((i) => [
        order.id,
        sellerOrder.id,
        i.productId,
        i.productSlug,
        i.variantId,
        i.sku,
        i.name,
        JSON.stringify(i.options),
        i.imagePath,
        i.quantity,
        i.unitPrice,
        i.mrp,
        i.total,
        i.tax,
      ]),
    ),
  )
  await copyInto(
    client,
    "shipment",
    ["seller_order_id", "courier_name", "awb", "tracking_url", "shipped_at", "delivered_at"],
    sellerOrders.flatMap(({ part: { id, consignment, timeline } }) =>
      consignment && timeline.shippedAt
        ? [
            [
              id,
              consignment.courierName,
              consignment.awb,
              consignment.trackingUrl,
              timeline.shippedAt,
              timeline.deliveredAt,
            ],
          ]
        : [],
    ),
  )
  await copyInto(
    client,
    "refund",
    ["id", "order_id", "seller_order_id", "payment_id", "amount", "reason", "created_at"],
    orders.flatMap((order) =>
      order.refunds.map((r) => [r.id, order.id, r.sellerOrderId, order.payment.id, r.amount, r.reason, r.createdAt]),
    ),
  )
  await client.query("SELECT setval('customer_order_number', $1)", [orders.length])
}

function sumOf(refunds: readonly RefundRecord[]): number {
  return refunds.reduce((sum, { amount }) => sum + amount, 0)
}
