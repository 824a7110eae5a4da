import { v7 as uuidv7 } from "uuid"
import { SHIP_WITHIN_SECONDS, shippingFee } from "@/domain/delivery-terms"
import { type Paise, taxIncluded, toPaise } from "@/domain/money"
import { PAISE_MAX } from "@/domain/order-limits"
import { orderNumber } from "@/domain/order-number"
import { combinedStatus, type OrderStatus, type PaymentStatus } from "@/domain/order-status"
import { sumOf } from "@/domain/sum"
import { LIVE_WORLD_SQL } from "@/domain/world"
import { calculateOrder } from "@/orders/calculate-order"
import { findBuyers } from "@/orders/find-buyers"
import { findVariants, type FoundVariant, type StoreLine, storesOf, type VariantIndex } from "@/orders/find-variants"
import {
  insertOrders,
  type NewOrder,
  type NewSellerOrder,
  refundedTotal,
  type RunStatement,
  allocateOrderNumbers,
} from "@/orders/insert-orders"
import type { HistoryStep, OrderRecord } from "./order-record"
import type { RecordError } from "./record"

export interface OrderLine {
  line: number
  record: OrderRecord
}

interface MergedOrders {
  /** Orders that were there already, and are left as they are. */
  known: number
  errors: (RecordError & { refers: string | null })[]
}

// An order without a reference of its own, such as one of the demo, is known by its number, as an export writes it.
const KNOWN_SQL = `
  SELECT external_id FROM external_reference WHERE world_id = ${LIVE_WORLD_SQL} AND kind = 'order' AND external_id = ANY ($1::text[])
  UNION SELECT o.number FROM customer_order o
  WHERE o.world_id = ${LIVE_WORLD_SQL} AND o.number = ANY ($1::text[])
    AND NOT EXISTS (SELECT FROM external_reference r WHERE r.order_id = o.id AND r.kind = 'order')`
const NUMBERS_TAKEN_SQL = `SELECT number FROM customer_order WHERE world_id = ${LIVE_WORLD_SQL} AND number = ANY ($1::text[])`
const REFERENCES_SQL = `
  INSERT INTO external_reference (external_id, kind, order_id) SELECT r.external_id, 'order', r.order_id
  FROM json_to_recordset($1::json) AS r (external_id text, order_id uuid)`
// Numbers that are given later must not meet those that an import brought.
const RAISE_NUMBERS_SQL = `
  SELECT setval('customer_order_number', $1) FROM (SELECT last_value FROM customer_order_number) s WHERE s.last_value < $1`

/**
 * Imports the orders of a batch that are not there yet. Stock is left alone, and nobody is notified: the orders were
 * placed elsewhere.
 */
export async function mergeOrders(run: RunStatement, lines: readonly OrderLine[]): Promise<MergedOrders> {
  const externalIds = lines.map(({ record }) => record.external_id)
  const known = new Set((await run<{ external_id: string }>(KNOWN_SQL, [externalIds])).map(({ external_id: id }) => id))
  const fresh = lines.filter(({ record }) => !known.has(record.external_id))
  const merged: MergedOrders = { known: lines.length - fresh.length, errors: [] }
  if (fresh.length === 0) return merged
  const variants = await findVariants(
    run,
    fresh.flatMap(({ record }) => record.items),
  )
  const buyers = await findBuyers(
    run,
    fresh.map(({ record }) => record.buyer),
    uuidv7,
  )
  const numbers = fresh.flatMap(({ record }) => record.number ?? [])
  const taken = new Set((await run<{ number: string }>(NUMBERS_TAKEN_SQL, [numbers])).map(({ number }) => number))
  const resolved = fresh.flatMap(({ line, record }) => {
    const found = resolve(record, variants, buyers, taken)
    if (record.number) taken.add(record.number)
    if (!Array.isArray(found)) return [{ line, record, ...found }]
    merged.errors.push(...found.map((error) => ({ ...error, line })))
    return []
  })
  const next = await allocateOrderNumbers(run, {
    orders: resolved.filter(({ record }) => !record.number).length,
    items: sumOf(resolved, ({ lines }) => lines.length),
  })
  const orders = resolved.map(({ record, ...found }) => newOrder(record, found, next))
  orders.forEach((order, i) => merged.errors.push(...paymentErrors(order, resolved[i])))
  // The file is refused as a whole.
  if (merged.errors.length > 0) return merged
  await insertOrders(run, orders)
  const references = orders.map(({ id }, i) => ({ external_id: resolved[i]?.record.external_id, order_id: id }))
  await run(REFERENCES_SQL, [JSON.stringify(references)])
  const highest = numbers.reduce((most, number) => Math.max(most, Number(number.split("-")[2])), 0)
  if (highest > 0) await run(RAISE_NUMBERS_SQL, [highest])
  return merged
}

interface Resolved {
  accountId: string
  lines: StoreLine[]
}

type OrderError = Omit<MergedOrders["errors"][number], "line">

function orderError(field: string, message: string, refers: string | null = null): OrderError {
  return {
    field,
    message,
    refers,
  }
}

/** Looks up what a record names; returns what is wrong with it otherwise. */
function resolve(
  record: OrderRecord,
  variants: VariantIndex,
  buyers: ReadonlyMap<string, string>,
  taken: ReadonlySet<string>,
): Resolved | OrderError[] {
  const errors: OrderError[] = []
  const accountId = buyers.get(record.buyer.email)
  if (accountId === undefined)
    errors.push(orderError("buyer.email", "is of no account; with buyer.name one would be created"))
  if (record.number && taken.has(record.number)) errors.push(orderError("number", "belongs to another order"))
  const lines = record.items.flatMap((item, index) => {
    const variant = variants.find(item)
    const path = `items.${index}`
    if (typeof variant === "string") {
      const named = item.sku ? "sku" : "product_id"
      errors.push(orderError(`${path}.${named}`, variant, item.sku ? `sku:${item.sku}` : null))
      return []
    }
    const priced = priceLine(item, variant)
    if (typeof priced === "object") return [priced]
    errors.push(orderError(path, priced))
    return []
  })
  if (errors.length > 0) return errors
  errors.push(...amountFaults(record, lines))
  const stores = new Set(lines.map(({ store }) => store))
  for (const [index, { store }] of (record.parts ?? []).entries())
    if (!stores.has(store)) errors.push(orderError(`parts.${index}.store`, "is the store of no item"))
  return errors.length > 0 || accountId === undefined ? errors : { accountId, lines }
}

function priceLine(item: OrderRecord["items"][number], variant: FoundVariant): StoreLine | string {
  const price = item.unit_price ?? variant.price
  const mrp = item.mrp ?? Math.max(variant.mrp, price)
  const amount = price * item.quantity
  if (mrp < price) return "has an mrp below its unit_price"
  if (amount > PAISE_MAX) return `costs more than ${PAISE_MAX} paise`
  const total = toPaise(amount)
  const tax = toPaise(item.tax ?? taxIncluded(total, variant.gst_percent))
  if (tax > total) return "has more tax than it costs"
  return { ...variant, name: item.name ?? variant.name, price, mrp, quantity: item.quantity, total, tax }
}

function amountFaults(record: OrderRecord, lines: readonly StoreLine[]): OrderError[] {
  const subtotal = sumOf(lines, ({ total }) => total)
  const shipping = sumOf(record.parts ?? [], (sellerOrder) => sellerOrder.shipping ?? 0)
  const discount = record.discount ?? 0
  if (discount > subtotal) return [orderError("discount", "is more than the items cost")]
  // Shipping that is not given is a small sum for each store.
  if (subtotal + shipping + lines.length * shippingFee(toPaise(0)) > PAISE_MAX)
    return [orderError("items", `cost more than ${PAISE_MAX} paise together`)]
  return []
}

/** Checks that no more was refunded than paid. */
function paymentErrors(order: NewOrder, from: OrderLine | undefined): MergedOrders["errors"] {
  const line = from?.line ?? 0
  const errors = order.sellerOrders.flatMap((sellerOrder) => {
    const index = (from?.record.parts ?? []).findIndex(({ store }) => store === sellerOrder.store)
    return refundedTotal(sellerOrder) > sellerOrder.total - sellerOrder.discountShare
      ? [
          orderError(
            `parts.${index}.refunds`,
            `are more than the ${sellerOrder.total - sellerOrder.discountShare} paise of this part`,
          ),
        ]
      : []
  })
  const refunded = sumOf(order.sellerOrders, refundedTotal)
  if (order.payment.amount > order.total)
    errors.push(orderError("payment.amount", `is more than the order's total of ${order.total} paise`))
  else if (errors.length === 0 && refunded > order.payment.amount)
    errors.push(orderError("payment.amount", `is less than the ${refunded} paise that were refunded`))
  return errors.map((each) => ({ ...each, line }))
}

function date(moment: string): Date {
  return new Date(moment)
}
function latest(moments: readonly (Date | null)[]): Date {
  return new Date(Math.max(...moments.map((moment) => moment?.getTime() ?? 0)))
}

function newOrder(
  record: OrderRecord,
  { accountId, lines }: Resolved,
  next: { order: () => number; item: () => number },
): NewOrder {
  const placedAt = date(record.placed_at)
  const idAt = (): string => uuidv7({ msecs: placedAt.getTime() })
  const givenSellerOrders = new Map((record.parts ?? []).map((sellerOrder) => [sellerOrder.store, sellerOrder]))
  const stores = storesOf(lines)
  const sellerOrderOf = (storeId: number) => givenSellerOrders.get(stores.get(storeId)?.store ?? "")
  const order = calculateOrder(
    lines,
    toPaise(record.discount ?? 0),
    { id: idAt(), number: record.number ?? orderNumber(placedAt, next.order()), sellerOrderId: idAt },
    (storeId, subtotal) => {
      const { shipping } = sellerOrderOf(storeId) ?? {}
      return typeof shipping === "number" ? toPaise(shipping) : shippingFee(subtotal)
    },
  )
  const { payment } = record
  const sellerOrders = order.sellerOrders.map((sellerOrder): NewSellerOrder => {
    const given = sellerOrderOf(sellerOrder.storeId)
    const history = given?.history ?? record.history ?? []
    const shipped = history.find((step) => step.status === "shipped")
    const refunds = (given?.refunds ?? []).map(({ amount, at, reason }) => ({
      id: uuidv7({ msecs: date(at).getTime() }),
      amount,
      reason: reason ?? null,
      at: date(at),
    }))
    const status = history.at(-1)?.status ?? "pending"
    return {
      ...sellerOrder,
      store: stores.get(sellerOrder.storeId)?.store ?? "",
      storeName: stores.get(sellerOrder.storeId)?.storeName ?? "",
      status,
      paymentStatus: sellerOrderPaymentStatus(
        payment.status,
        status,
        refundedTotal({ refunds }),
        sellerOrder.total,
        sellerOrder.discountShare,
      ),
      shipBy: given?.ship_by ? date(given.ship_by) : new Date(placedAt.getTime() + SHIP_WITHIN_SECONDS * 1000),
      shippedAt: timeOf(history, "shipped"),
      deliveredAt: timeOf(history, "delivered"),
      cancelledAt: timeOf(history, "cancelled"),
      updatedAt: latest([placedAt, ...history.map(({ at }) => date(at)), ...refunds.map(({ at }) => at)]),
      items: sellerOrder.items.map((item) => ({ ...item, id: next.item() })),
      shipment: shipped
        ? { courier_name: shipped.courier_name, awb: shipped.awb, tracking_url: shipped.tracking_url ?? null }
        : null,
      refunds,
    }
  })
  const { address } = record
  const amount = payment.amount ?? order.total
  // Cash is paid on delivery.
  const usual =
    payment.method === "cod" ? latest(sellerOrders.map(({ deliveredAt }) => deliveredAt ?? placedAt)) : placedAt
  const paidAt = payment.status === "paid" ? (payment.paid_at ? date(payment.paid_at) : usual) : null
  return {
    ...order,
    accountId,
    status: combinedStatus(sellerOrders.map(({ status }) => status)),
    paymentStatus: refundedStatus(payment.status, sumOf(sellerOrders, refundedTotal), amount),
    placedAt,
    updatedAt: latest([paidAt, ...sellerOrders.map(({ updatedAt }) => updatedAt)]),
    address: {
      ...address,
      line2: address.line2 ?? null,
      landmark: address.landmark ?? null,
      country: address.country ?? "IN",
    },
    payment: {
      id: idAt(),
      method: payment.method,
      status: payment.status,
      amount,
      reference: payment.reference ?? null,
      paidAt,
    },
    sellerOrders,
  }
}

function timeOf(history: readonly HistoryStep[], status: OrderStatus): Date | null {
  const step = history.find((each) => each.status === status)
  return step ? date(step.at) : null
}

function refundedStatus(payment: "pending" | "paid" | "failed", refunded: number, paid: number): PaymentStatus {
  if (payment !== "paid" || refunded === 0) return payment
  return refunded >= paid ? "refunded" : "partially_refunded"
}

/** Nothing is due any more for a seller order that was cancelled before it was paid. */
function sellerOrderPaymentStatus(
  payment: "pending" | "paid" | "failed",
  status: OrderStatus,
  refunded: number,
  total: Paise,
  discountShare: Paise,
): PaymentStatus {
  return payment === "pending" && status === "cancelled"
    ? "failed"
    : refundedStatus(payment, refunded, total - discountShare)
}
