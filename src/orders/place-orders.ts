import { v7 as uuidv7 } from "uuid"
import { SHIP_WITHIN_SECONDS } from "@/domain/delivery-terms"
import { taxIncluded, toPaise } from "@/domain/money"
import { PAISE_MAX } from "@/domain/order-limits"
import { orderNumber } from "@/domain/order-number"
import { publicId } from "@/domain/public-id"
import { LIVE_WORLD } from "@/domain/world"
import { calculateOrder } from "@/orders/calculate-order"
import {
  claimReferences,
  fingerprintOf,
  ItemError,
  type KnownReference,
  type Referenced,
  releaseReferences,
  repeatedInBatch,
} from "@/orders/external-references"
import { findBuyers } from "@/orders/find-buyers"
import {
  findVariants,
  type FoundVariant,
  type ItemName,
  type StoreLine,
  storesOf,
  type VariantIndex,
} from "@/orders/find-variants"
import {
  insertOrders,
  type NewOrder,
  type NewSellerOrder,
  type OrderAddress,
  type PaymentMethod,
  type RunStatement,
  takeNumbers,
} from "@/orders/insert-orders"
import { publishLowStock } from "@/orders/low-stock"
import { mailOrderPlaced } from "@/orders/mail-buyer"
import { toOrderDetail } from "@/orders/order"
import { PLACED_EVENTS } from "@/orders/order-events"
import type { SellerOrderData } from "@/orders/seller-order-json"
import { type Queryable, query } from "@/platform/db/query"
import { absoluteUrl, toTimestamp } from "@/trpc/wire"
import { recordLiveEvents } from "@/webhooks/events/record-many"

/** A live order of the marketplace's own shop. */
export interface OrderRequest extends Referenced {
  buyer: { accountId: string } | { email: string; name?: string | undefined }
  items: readonly (ItemName & { quantity: number; unitPrice?: number | undefined })[]
  address: OrderAddress
  payment: { method: PaymentMethod; status: "pending" | "paid"; reference: string | null }
  /** In paise, taken off all items in proportion. */
  discount: number
  /** When it was placed; null for now. */
  placedAt: Date | null
  /** Whether the buyer gets an email with the receipt. */
  sendReceipt: boolean
}

export interface PlacedLiveOrder {
  repeated: boolean
  id: string
  number: string
  parts: { id: string; number: string; store: string }[]
}

/** An order whose buyer and products were found. */
interface Candidate {
  request: OrderRequest
  id: string
  fingerprint: Buffer
}

interface ReservedOrder {
  candidate: Candidate
  accountId: string
  lines: StoreLine[]
}

/**
 * Places live orders, as placeOrder does, with a few statements for all of them. One that cannot be placed leaves the
 * others as they are. An order is known by the shop's reference: a repeat returns the order that is there.
 * @returns a result for each request, in their order
 */
export async function placeOrders(
  tx: Queryable,
  requests: readonly OrderRequest[],
  operatorKeyId: string,
): Promise<(PlacedLiveOrder | ItemError)[]> {
  const run: RunStatement = (text, values) => query(text, values, tx)
  const outcomes = new Map<OrderRequest, PlacedLiveOrder | ItemError>()
  const doubled = repeatedInBatch(requests)
  for (const request of doubled)
    outcomes.set(
      request,
      new ItemError("duplicate_external_id", "This external_id is in the batch before.", "external_id"),
    )
  const candidates = requests
    .filter((request) => !doubled.has(request))
    .map((request): Candidate => ({ request, id: uuidv7(), fingerprint: fingerprintOf(request) }))
  const known = await claimReferences(
    tx,
    "order",
    operatorKeyId,
    candidates.map(({ request: { externalId }, id, fingerprint }) => ({
      externalId,
      orderId: id,
      sellerOrderId: null,
      fingerprint,
    })),
  )
  for (const [request, outcome] of await describeKnown(tx, requests, known)) outcomes.set(request, outcome)
  const fresh = candidates.filter(({ request }) => !known.has(request.externalId))
  const { reserved, refused } = await reserve(tx, run, fresh)
  for (const { candidate, error } of refused) outcomes.set(candidate.request, error)
  await releaseReferences(
    tx,
    "order",
    refused.map(({ candidate }) => candidate.request.externalId),
  )
  for (const [request, placed] of await insert(tx, run, reserved)) outcomes.set(request, placed)
  return requests.map((request) => {
    const outcome = outcomes.get(request)
    if (!outcome) throw new Error(`order ${request.externalId} has no outcome`)
    return outcome
  })
}

const FIND_ORDERS_SQL = `
  SELECT o.id, o.number, json_agg(json_build_object('id', p.id, 'number', p.number, 'store', s.slug) ORDER BY p.position) AS parts
  FROM customer_order o JOIN seller_order p ON p.order_id = o.id JOIN store s ON s.id = p.store_id
  WHERE o.id = ANY ($1::uuid[]) GROUP BY o.id, o.number`

async function describeKnown(
  tx: Queryable,
  requests: readonly OrderRequest[],
  known: ReadonlyMap<string, KnownReference | ItemError>,
): Promise<[OrderRequest, PlacedLiveOrder | ItemError][]> {
  if (known.size === 0) return []
  const ids = [...known.values()].flatMap((each) => (each instanceof ItemError ? [] : [each.orderId]))
  const found = await query<Omit<PlacedLiveOrder, "repeated">>(FIND_ORDERS_SQL, [ids], tx)
  const orders = new Map(found.map((order) => [order.id, { ...order, repeated: true }]))
  const described = new Set<string>()
  return requests.flatMap((request): [OrderRequest, PlacedLiveOrder | ItemError][] => {
    const reference = known.get(request.externalId)
    if (!reference || described.has(request.externalId)) return []
    described.add(request.externalId)
    if (reference instanceof ItemError) return [[request, reference]]
    const order = orders.get(reference.orderId)
    if (!order) throw new Error(`order ${reference.orderId} has gone`)
    return [[request, order]]
  })
}

// Locks in a fixed order, to prevent deadlocks between orders. What was read before may have changed while it waited.
const LOCK_VARIANTS_SQL =
  "SELECT id, stock, price, mrp FROM product_variant WHERE id = ANY ($1::int[]) ORDER BY id FOR NO KEY UPDATE"
const TAKE_STOCK_SQL = `
  UPDATE product_variant v SET stock = v.stock - taken.quantity
  FROM unnest($1::int[], $2::int[]) AS taken (id, quantity) WHERE v.id = taken.id`

interface Reservation {
  reserved: ReservedOrder[]
  refused: { candidate: Candidate; error: ItemError }[]
}

/** Reserves the stock of each order, or of none of its items, in the order of the batch. */
async function reserve(tx: Queryable, run: RunStatement, candidates: readonly Candidate[]): Promise<Reservation> {
  const reservation: Reservation = { reserved: [], refused: [] }
  if (candidates.length === 0) return reservation
  const [buyers, variants] = [
    await findAccounts(run, candidates),
    await findVariants(
      run,
      candidates.flatMap(({ request }) => request.items),
    ),
  ]
  const resolved = candidates.flatMap((candidate) => {
    const found = attempt(() => resolve(candidate.request, variants, buyers))
    if (!(found instanceof ItemError)) return [{ candidate, ...found }]
    reservation.refused.push({ candidate, error: found })
    return []
  })
  const ids = [...new Set(resolved.flatMap(({ lines }) => lines.map(({ variant }) => variant.variant_id)))]
  const locked = await query<{ id: number; stock: number; price: number; mrp: number }>(LOCK_VARIANTS_SQL, [ids], tx)
  const current = new Map(locked.map((row) => [row.id, row]))
  const taken = new Map<number, number>()
  for (const { candidate, accountId, lines } of resolved) {
    const error = lines
      .map(({ variant, quantity, index }) => {
        const left = (current.get(variant.variant_id)?.stock ?? 0) - (taken.get(variant.variant_id) ?? 0)
        return left < quantity ? outOfStock(variant, index, left, quantity) : null
      })
      .find((each) => each !== null)
    if (error) {
      reservation.refused.push({ candidate, error })
      continue
    }
    const priced = attempt(() =>
      lines.map(({ variant, ...line }) =>
        priceLine({ ...variant, ...pricesOf(current.get(variant.variant_id)) }, line),
      ),
    )
    if (priced instanceof ItemError) {
      reservation.refused.push({ candidate, error: priced })
      continue
    }
    for (const { variant, quantity } of lines)
      taken.set(variant.variant_id, (taken.get(variant.variant_id) ?? 0) + quantity)
    reservation.reserved.push({ candidate, accountId, lines: priced })
  }
  if (taken.size > 0) await query(TAKE_STOCK_SQL, [[...taken.keys()], [...taken.values()]], tx)
  await publishLowStock(
    tx,
    LIVE_WORLD,
    [...taken].map(([variantId, quantity]) => {
      const before = current.get(variantId)?.stock ?? 0
      return { variantId, before, after: before - quantity }
    }),
  )
  return reservation
}

const FIND_ACCOUNTS_SQL = "SELECT id FROM account WHERE id = ANY ($1::uuid[]) AND deleted_at IS NULL"

/** Returns the account of a buyer; null if there is none. */
type Buyers = (buyer: OrderRequest["buyer"]) => string | null

async function findAccounts(run: RunStatement, candidates: readonly Candidate[]): Promise<Buyers> {
  const buyers = candidates.map(({ request }) => request.buyer)
  const byEmail = buyers.flatMap((buyer) => ("email" in buyer ? [buyer] : []))
  const ids = [...new Set(buyers.flatMap((buyer) => ("accountId" in buyer ? [buyer.accountId] : [])))]
  const found = byEmail.length > 0 ? await findBuyers(run, byEmail, uuidv7) : new Map<string, string>()
  const existing =
    ids.length > 0 ? new Set((await run<{ id: string }>(FIND_ACCOUNTS_SQL, [ids])).map(({ id }) => id)) : new Set()
  return (buyer) =>
    "email" in buyer ? (found.get(buyer.email) ?? null) : existing.has(buyer.accountId) ? buyer.accountId : null
}

interface Line {
  variant: FoundVariant
  quantity: number
  unitPrice: number | undefined
  /** Its place among the items of the request. */
  index: number
}

/** Returns what the work throws, if it is about one item. */
function attempt<Result>(work: () => Result): Result | ItemError {
  try {
    return work()
  } catch (error) {
    if (error instanceof ItemError) return error
    throw error
  }
}

/** @throws ItemError if the buyer or a product is unknown, or not for sale */
function resolve(
  request: OrderRequest,
  variants: VariantIndex,
  buyers: Buyers,
): { accountId: string; lines: readonly Line[] } {
  const accountId = buyers(request.buyer)
  if (accountId === null)
    throw new ItemError("not_found", "There is no account of this buyer. With a name, one is created.", "buyer")
  const lines = new Map<number, Line>()
  request.items.forEach((item, index) => {
    const variant = variants.find(item)
    const param = `items.${index}`
    if (typeof variant === "string") throw new ItemError("not_found", `${variant}.`, param)
    if (!variant.for_sale) throw new ItemError("not_for_sale", `${variant.sku} is not for sale.`, param)
    const { unitPrice } = item
    const earlier = lines.get(variant.variant_id)
    if (!earlier) lines.set(variant.variant_id, { variant, quantity: item.quantity, unitPrice, index })
    else if (earlier.unitPrice !== unitPrice)
      throw new ItemError("validation_failed", `${variant.sku} is ordered at two prices.`, `${param}.unit_price`)
    else earlier.quantity += item.quantity
  })
  return { accountId, lines: [...lines.values()] }
}

function outOfStock({ sku }: FoundVariant, index: number, left: number, quantity: number): ItemError {
  return new ItemError("out_of_stock", `${sku}: ${quantity} are ordered, ${left} are in stock.`, `items.${index}`)
}

function pricesOf(row: { price: number; mrp: number } | undefined): { price?: number; mrp?: number } {
  return row ? { price: row.price, mrp: row.mrp } : {}
}

/** @throws ItemError if it costs more than an order can */
function priceLine(variant: FoundVariant, { quantity, unitPrice, index }: Omit<Line, "variant">): StoreLine {
  const price = unitPrice ?? variant.price
  const amount = price * quantity
  if (amount > PAISE_MAX)
    throw new ItemError("validation_failed", `An order cannot cost more than ${PAISE_MAX} paise.`, `items.${index}`)
  const total = toPaise(amount)
  const tax = taxIncluded(total, variant.gst_percent)
  return { ...variant, price, mrp: Math.max(variant.mrp, price), quantity, total, tax }
}

async function insert(
  tx: Queryable,
  run: RunStatement,
  reserved: readonly ReservedOrder[],
): Promise<[OrderRequest, PlacedLiveOrder][]> {
  if (reserved.length === 0) return []
  const items = reserved.reduce((count, { lines }) => count + lines.length, 0)
  const next = await takeNumbers(run, { orders: reserved.length, items })
  const orders = reserved.map((each) => newOrder(each, next))
  await insertOrders(run, orders)
  await recordLiveEvents(
    tx,
    "order.created",
    orders.map((order) => ({
      audience: { accountId: order.accountId },
      subjectId: order.id,
      data: orderSnapshot(order),
    })),
  )
  const sellerEvents = orders.flatMap((order) =>
    order.parts.map((part) => ({
      audience: { storeId: part.storeId },
      subjectId: part.id,
      data: sellerOrderSnapshot(order, part),
    })),
  )
  for (const type of PLACED_EVENTS) await recordLiveEvents(tx, type, sellerEvents)
  for (const [i, { candidate }] of reserved.entries()) {
    const order = orders[i]
    if (candidate.request.sendReceipt && order) await mailOrderPlaced(tx, order.id)
  }
  return reserved.flatMap(({ candidate: { request } }, i): [OrderRequest, PlacedLiveOrder][] => {
    const order = orders[i]
    if (!order) return []
    const parts = order.parts.map(({ id, number, store }) => ({ id, number, store }))
    return [[request, { repeated: false, id: order.id, number: order.number, parts }]]
  })
}

type Numbers = Awaited<ReturnType<typeof takeNumbers>>

function newOrder({ candidate: { request, id }, accountId, lines }: ReservedOrder, next: Numbers): NewOrder {
  const { now } = next
  const placedAt = request.placedAt ?? now
  const stores = storesOf(lines)
  const order = calculateOrder(lines, toPaise(request.discount), {
    id,
    number: orderNumber(placedAt, next.order()),
    sellerOrderId: () => uuidv7(),
  })
  const { payment, address } = request
  return {
    ...order,
    accountId,
    status: "pending",
    paymentStatus: payment.status,
    placedAt,
    updatedAt: now,
    address,
    payment: {
      ...payment,
      id: uuidv7(),
      amount: order.total,
      paidAt: payment.status === "paid" ? now : null,
    },
    parts: order.parts.map(
      (part): NewSellerOrder => ({
        ...part,
        store: stores.get(part.storeId)?.store ?? "",
        storeName: stores.get(part.storeId)?.storeName ?? "",
        status: "pending",
        paymentStatus: payment.status,
        shipBy: new Date(placedAt.getTime() + SHIP_WITHIN_SECONDS * 1000),
        shippedAt: null,
        deliveredAt: null,
        cancelledAt: null,
        updatedAt: now,
        items: part.items.map((item) => ({ ...item, id: next.item() })),
        shipment: null,
        refunds: [],
      }),
    ),
  }
}

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
function orderSnapshot(order: NewOrder): Omit<ReturnType<typeof toOrderDetail>, "delivery_address"> {
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
    items: order.parts.flatMap(itemsOf),
    parts: order.parts.map((part) => ({
      id: publicId("seller_order", part.id),
      number: part.number,
      seller: { store: part.store, name: part.storeName },
      status: part.status,
      item_ids: part.items.map((item) => item.id),
      shipment: null,
    })),
    delivery_address: { ...order.address, masked: false },
  })
  return data
}

function sellerOrderSnapshot(order: NewOrder, part: NewSellerOrder): SellerOrderData {
  return {
    id: publicId("seller_order", part.id),
    number: part.number,
    order_number: order.number,
    status: part.status,
    payment_status: part.paymentStatus,
    livemode: true,
    version: 1,
    currency: "INR",
    items: itemsOf(part),
    subtotal: part.subtotal,
    shipping_total: part.shipping,
    tax_total: part.tax,
    total: part.total,
    refunded_total: 0,
    placed_at: toTimestamp(order.placedAt),
    updated_at: toTimestamp(part.updatedAt),
    ship_by: toTimestamp(part.shipBy),
    shipped_at: null,
    shipment: null,
  }
}
