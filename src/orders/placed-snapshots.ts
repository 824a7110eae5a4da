import { publicId } from "@/domain/public-id"
import type { NewOrder, NewSellerOrder } from "@/orders/insert-orders"
import { toOrderDetail } from "@/orders/order"
import type { SellerOrderData } from "@/orders/seller-order-json"
import { absoluteUrl, toTimestamp } from "@/trpc/wire"

function itemsOf({ items }: NewSellerOrder): SellerOrderData["items"] {
  return items.map((item) => ({
    id: item.id,
    product: { id: item.product_id, slug: item.product_slug },
    variant_id: item.variant_id,
    sku: item.sku,
    name: item.name,
    options: item.options,
    image: absoluteUrl(item.image_path),
    quantity: item.quantity,
    unit_price: item.price,
    mrp: item.mrp,
    total: item.total,
  }))
}

/** The data of the event of a new order. The tests compare it with what the API returns. */
export function orderSnapshot(order: NewOrder): Omit<ReturnType<typeof toOrderDetail>, "delivery_address"> {
  const { delivery_address: _address, ...data } = toOrderDetail({
    id: order.id,
    number: order.number,
    status: order.status,
    payment_status: order.paymentStatus,
    livemode: true,
    version: 1,
    subtotal: order.subtotal,
    shipping_total: order.shipping,
    discount_total: order.discount,
    tax_total: order.tax,
    total: order.total,
    refunded_total: 0,
    item_count: order.itemCount,
    placed_at: order.placedAt,
    updated_at: order.updatedAt,
    account_id: order.accountId,
    items: order.sellerOrders.flatMap(itemsOf),
    parts: order.sellerOrders.map((sellerOrder) => ({
      id: publicId("seller_order", sellerOrder.id),
      number: sellerOrder.number,
      seller: { store: sellerOrder.store, name: sellerOrder.storeName },
      status: sellerOrder.status,
      item_ids: sellerOrder.items.map((item) => item.id),
      refunded_total: 0,
      shipment: null,
    })),
    delivery_address: { ...order.address, masked: false },
  })
  return data
}

/** The data of the store's event of a new order. */
export function sellerOrderSnapshot(order: NewOrder, sellerOrder: NewSellerOrder): SellerOrderData {
  return {
    id: publicId("seller_order", sellerOrder.id),
    number: sellerOrder.number,
    order_number: order.number,
    status: sellerOrder.status,
    payment_status: sellerOrder.paymentStatus,
    livemode: true,
    version: 1,
    currency: "INR",
    items: itemsOf(sellerOrder),
    subtotal: sellerOrder.subtotal,
    shipping_total: sellerOrder.shipping,
    tax_total: sellerOrder.tax,
    total: sellerOrder.total,
    refunded_total: 0,
    placed_at: toTimestamp(order.placedAt),
    updated_at: toTimestamp(sellerOrder.updatedAt),
    ship_by: toTimestamp(sellerOrder.shipBy),
    shipped_at: null,
    shipment: null,
  }
}
