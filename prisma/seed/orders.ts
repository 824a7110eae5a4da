import { SHIP_WITHIN_SECONDS, shippingFee } from "@/domain/delivery-terms"
import { taxIncluded, toPaise } from "@/domain/money"
import { orderNumber, sellerOrderNumber } from "@/domain/order-number"
import { combinedStatus, type OrderStatus, type PaymentStatus } from "@/domain/order-status"
import type { AccountRecord, AddressRecord } from "./accounts"
import { productImagePath } from "@/features/media/product-image-path"
import type { ProductRecord, VariantRecord } from "./catalogue"
import { drawConsignment, type Consignment } from "./couriers"
import { uuidAt } from "./ids"
import type { OrderPlan } from "./order-plan"
import { cancel, drawTimeline, lastOf, statusOf, timelineTo, type Timeline } from "./order-timeline"
import { settle, type PaymentRecord, type RefundRecord } from "./payments"
import type { Random } from "./random"

const HOUR = 3_600_000

export interface ItemRecord {
  productId: number
  productSlug: string
  variantId: number
  sku: string
  name: string
  options: readonly { name: string; value: string }[]
  imagePath: string
  quantity: number
  unitPrice: number
  mrp: number
  total: number
  tax: number
}

export interface SellerOrderRecord {
  id: string
  number: string
  storeId: number
  position: number
  status: OrderStatus
  paymentStatus: PaymentStatus
  subtotal: number
  shippingTotal: number
  taxTotal: number
  total: number
  timeline: Timeline
  shipBy: Date
  updatedAt: Date
  items: ItemRecord[]
  consignment: Consignment | null
}

export interface OrderRecord {
  id: string
  number: string
  accountId: string
  status: OrderStatus
  paymentStatus: PaymentStatus
  subtotal: number
  shippingTotal: number
  discountTotal: number
  taxTotal: number
  total: number
  itemCount: number
  placedAt: Date
  updatedAt: Date
  address: AddressRecord
  parts: SellerOrderRecord[]
  payment: PaymentRecord
  refunds: RefundRecord[]
}

/** Products that can be bought: active, of an approved store, in stock now or at the time of the order. */
export interface Shop {
  draw(random: Random, storeId: number | null): ProductRecord
}

export function openShop(products: readonly ProductRecord[], approved: ReadonlySet<number>): Shop {
  const shown = products.filter((product) => product.status === "active" && approved.has(product.storeId))
  const all = byPopularity(shown)
  const stores = new Map([...approved].map((id) => [id, byPopularity(shown.filter(({ storeId }) => storeId === id))]))
  return { draw: (random, storeId) => ((storeId !== null && stores.get(storeId)) || all)(random) }
}

function byPopularity(products: readonly ProductRecord[]): (random: Random) => ProductRecord {
  const sums: number[] = []
  let sum = 0
  for (const { popularity } of products) sums.push((sum += 4 + Math.sqrt(popularity) * 3))
  return (random) => {
    const wanted = random.next() * sum
    let low = 0
    let high = sums.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) < wanted) low = middle + 1
      else high = middle
    }
    const found = products[low]
    if (!found) throw new RangeError("the shop is empty")
    return found
  }
}

/** `plans` are oldest first; the orders are numbered in that order. */
export function makeOrders(plans: readonly OrderPlan[], shop: Shop, now: Date, random: Random): OrderRecord[] {
  return plans.map((plan, i) => makeOrder(plan, i + 1, shop, now, random.fork(String(i))))
}

function makeOrder(
  { placedAt, account, status, storeId }: OrderPlan,
  running: number,
  shop: Shop,
  now: Date,
  random: Random,
): OrderRecord {
  const number = orderNumber(placedAt, running)
  const baskets = fillBaskets(shop, placedAt, now, storeId, random)
  const confirmedAt = new Date(placedAt.getTime() + Math.round((0.05 + random.next() ** 2 * 22) * HOUR))
  const abandoned = status === null && random.chance(0.035)
  const sellerOrders = [...baskets].map(([store, items], i): SellerOrderRecord => {
    const natural = status
      ? timelineTo(status, placedAt, now, random)
      : drawTimeline(placedAt, now, confirmedAt, random)
    const cancelled =
      status === "cancelled" ||
      abandoned ||
      (status === null && !natural.shippedAt && natural.confirmedAt !== null && random.chance(0.06)) ||
      (status === null && natural.deliveredAt !== null && random.chance(0.045))
    const timeline = cancelled ? cancel(natural, now, random) : natural
    const subtotal = items.reduce((sum, item) => sum + item.total, 0)
    const shippingTotal = shippingFee(toPaise(subtotal))
    return {
      id: uuidAt(placedAt, random),
      number: sellerOrderNumber(number, i + 1),
      storeId: store,
      position: i + 1,
      status: statusOf(timeline),
      paymentStatus: "pending",
      subtotal,
      shippingTotal,
      taxTotal: items.reduce((sum, item) => sum + item.tax, 0),
      total: subtotal + shippingTotal,
      timeline,
      shipBy: new Date(placedAt.getTime() + SHIP_WITHIN_SECONDS * 1000),
      updatedAt: lastOf(timeline),
      items,
      consignment: timeline.shippedAt ? drawConsignment(random) : null,
    }
  })
  const subtotal = total(sellerOrders, "subtotal")
  const discountTotal = drawDiscount(subtotal, random)
  const order = {
    id: uuidAt(placedAt, random),
    number,
    accountId: account.id,
    status: combinedStatus(sellerOrders.map((sellerOrder) => sellerOrder.status)),
    subtotal,
    shippingTotal: total(sellerOrders, "shippingTotal"),
    discountTotal,
    taxTotal: total(sellerOrders, "taxTotal"),
    total: total(sellerOrders, "total") - discountTotal,
    itemCount: sellerOrders.reduce(
      (sum, sellerOrder) => sum + sellerOrder.items.reduce((count, item) => count + item.quantity, 0),
      0,
    ),
    placedAt,
    updatedAt: sellerOrders.reduce(
      (last, sellerOrder) => (sellerOrder.updatedAt > last ? sellerOrder.updatedAt : last),
      placedAt,
    ),
    address: drawAddress(account, random),
    parts: sellerOrders,
  }
  return settle(order, now, random)
}

/** Fills the baskets by store: usually one to three products, from one or two stores. */
function fillBaskets(
  shop: Shop,
  placedAt: Date,
  now: Date,
  storeId: number | null,
  random: Random,
): Map<number, ItemRecord[]> {
  const ageDays = (now.getTime() - placedAt.getTime()) / (24 * HOUR)
  const count = random.weighted([
    [1, 46],
    [2, 27],
    [3, 15],
    [4, 8],
    [5, 4],
  ] as const)
  const baskets = new Map<number, ItemRecord[]>()
  const bought = new Set<number>()
  let last = storeId
  for (let i = 0; i < count; i++) {
    const product = drawPublished(shop, i === 0 ? storeId : random.chance(0.55) ? last : null, placedAt, random)
    if (bought.has(product.id)) continue
    bought.add(product.id)
    last = product.storeId
    baskets.set(product.storeId, [...(baskets.get(product.storeId) ?? []), makeItem(product, ageDays, random)])
  }
  return baskets
}

/** Draws a product that was published by then. */
function drawPublished(shop: Shop, storeId: number | null, by: Date, random: Random): ProductRecord {
  for (;;) {
    const product = shop.draw(random, storeId)
    if (product.publishedAt && product.publishedAt < by) return product
  }
}

function makeItem(product: ProductRecord, ageDays: number, random: Random): ItemRecord {
  const variant = random.pick(product.variants)
  const unitPrice = priceThen(variant, ageDays, random)
  const quantity =
    unitPrice < 60_000
      ? random.weighted([
          [1, 70],
          [2, 22],
          [3, 8],
        ] as const)
      : 1
  const image = product.images.find(({ id }) => id === variant.imageId) ?? product.images[0]
  return {
    productId: product.id,
    productSlug: product.slug,
    variantId: variant.id,
    sku: variant.sku,
    name: product.name,
    options: variant.options,
    imagePath: image?.path ?? productImagePath({ ...product.origin, view: "front" }),
    quantity,
    unitPrice,
    mrp: variant.mrp,
    total: unitPrice * quantity,
    tax: taxIncluded(toPaise(unitPrice * quantity), product.gstPercent),
  }
}

/** Returns an earlier price: prices changed in the last month or two, and never exceeded the MRP. */
function priceThen({ price, mrp }: VariantRecord, ageDays: number, random: Random): number {
  if (ageDays < 35 || !random.chance(0.5)) return price
  return Math.min(mrp, Math.round((price * (0.92 + random.next() * 0.14)) / 100) * 100)
}

/** Draws a voucher of the platform, which does not change what stores are paid. */
function drawDiscount(subtotal: number, random: Random): number {
  if (!random.chance(0.13)) return 0
  const vouchers = [5_000, 10_000, 15_000, 25_000].filter((value) => value * 4 <= subtotal)
  return vouchers.length > 0 ? random.pick(vouchers) : 0
}

function drawAddress({ addresses }: AccountRecord, random: Random): AddressRecord {
  const home = addresses.find(({ isDefault }) => isDefault)
  if (!home) throw new RangeError("a customer has an address")
  return random.chance(0.8) ? home : random.pick(addresses)
}

function total(
  sellerOrders: readonly SellerOrderRecord[],
  of: "subtotal" | "shippingTotal" | "taxTotal" | "total",
): number {
  return sellerOrders.reduce((sum, sellerOrder) => sum + sellerOrder[of], 0)
}
