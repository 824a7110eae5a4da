import { shippingFee } from "@/domain/delivery-terms"
import { type Paise, allocateDiscount, sumPaise, toPaise } from "@/domain/money"
import { sellerOrderNumber } from "@/domain/order-number"
import { invalid } from "@/domain/problem"
import { sumOf } from "@/domain/sum"

/** A variant as an order records it. */
export interface VariantRow {
  variant_id: number
  /** The world of its store and product. */
  catalogue_world_id: string
  store_id: number
  product_id: number
  product_slug: string
  sku: string
  name: string
  options: { name: string; value: string }[]
  image_path: string
  /** In paise, as mrp is. */
  price: number
  mrp: number
  gst_percent: number
}

export type PricedLine = VariantRow & { quantity: number; total: Paise; tax: Paise }

interface SellerOrderIdentity {
  number: string
  /** Returns the id of the seller order at a position; positions start at 1. */
  sellerOrderId: (position: number) => string
}

/**
 * Splits an order into a seller order for each store, in the order of their first items, and computes all amounts.
 * @param shippingOf the shipping charge of a seller order; by default the charge of today's terms
 * @throws Problem validation_failed if the discount is more than the items cost
 */
export function calculateOrder<Identity extends SellerOrderIdentity>(
  items: readonly PricedLine[],
  discount: Paise,
  identity: Identity,
  shippingOf: (storeId: number, subtotal: Paise) => Paise = (_storeId, subtotal) => shippingFee(subtotal),
) {
  const byStore = new Map<number, [PricedLine, ...PricedLine[]]>()
  for (const item of items) {
    const storeItems = byStore.get(item.store_id)
    if (storeItems) storeItems.push(item)
    else byStore.set(item.store_id, [item])
  }
  const sellerOrders = [...byStore.values()].map((storeItems, i) => {
    const subtotal = sumPaise(storeItems, ({ total }) => total)
    const shipping = shippingOf(storeItems[0].store_id, subtotal)
    return {
      id: identity.sellerOrderId(i + 1),
      number: sellerOrderNumber(identity.number, i + 1),
      position: i + 1,
      storeId: storeItems[0].store_id,
      catalogueWorldId: storeItems[0].catalogue_world_id,
      items: storeItems,
      subtotal,
      shipping,
      tax: sumPaise(storeItems, ({ tax }) => tax),
      total: toPaise(subtotal + shipping),
    }
  })
  const subtotal = sumPaise(sellerOrders, (sellerOrder) => sellerOrder.subtotal)
  if (discount > subtotal) throw invalid("discount", "too_big", "A discount cannot be more than what the items cost.")
  const shares = allocateDiscount(
    discount,
    sellerOrders.map((sellerOrder) => sellerOrder.subtotal),
  )
  return {
    ...identity,
    subtotal,
    shipping: sumPaise(sellerOrders, ({ shipping }) => shipping),
    discount,
    tax: sumPaise(sellerOrders, ({ tax }) => tax),
    total: toPaise(sumPaise(sellerOrders, ({ total }) => total) - discount),
    itemCount: sumOf(items, ({ quantity }) => quantity),
    sellerOrders: sellerOrders.map((sellerOrder, i) => ({ ...sellerOrder, discountShare: shares[i] ?? toPaise(0) })),
  }
}
