import type { PaymentStatus } from "@/domain/order-status"
import { parsePublicId } from "@/domain/public-id"
import { LIVE_WORLD_SQL } from "@/domain/world"
import { cancelOrder } from "@/orders/cancel-order"
import { ItemError, type BatchOutcomes, type BatchItem } from "@/orders/batch-item"
import { claimItems, releaseReferences } from "@/orders/external-references"
import { publishSellerEvents } from "@/orders/order-events"
import { lockSellerOrdersOf } from "@/orders/seller-order-lookup"
import { type Queryable, query } from "@/platform/db/query"

/** Names a live order by the shop's reference, or by its id or number. */
type OrderName = { orderExternalId: string } | { order: string }

/** What became of the payment of a live order. */
interface PaymentReport extends BatchItem {
  order: OrderName
  status: "paid" | "failed"
  /** In paise; checked against what is due. Null skips the check. */
  amount: number | null
  reference: string | null
}

export interface RecordedPayment {
  repeated: boolean
  orderId: string
  number: string
  paymentStatus: PaymentStatus
}

interface FoundOrder {
  id: string
  number: string
}
type PaymentOutcomes = BatchOutcomes<PaymentReport, FoundOrder>

const BY_REFERENCE_SQL = `
  SELECT r.external_id AS name, o.id, o.number FROM external_reference r JOIN customer_order o ON o.id = r.order_id
  WHERE r.world_id = ${LIVE_WORLD_SQL} AND r.kind = 'order' AND r.external_id = ANY ($1::text[])`
const BY_ID_SQL = `
  SELECT o.id, o.number FROM customer_order o WHERE o.world_id = ${LIVE_WORLD_SQL} AND o.id = ANY ($1::uuid[])
  UNION SELECT o.id, o.number FROM customer_order o WHERE o.world_id = ${LIVE_WORLD_SQL} AND o.number = ANY ($2::text[])`

/** Finds live orders by their names; null for one that does not exist. */
async function findOrders(tx: Queryable, names: readonly OrderName[]): Promise<(name: OrderName) => FoundOrder | null> {
  const references = names.flatMap((name) => ("orderExternalId" in name ? [name.orderExternalId] : []))
  const others = names.flatMap((name) => ("order" in name ? [name.order] : []))
  const ids = others.flatMap((name) => parsePublicId("order", name) ?? [])
  const [referenced, found] = await Promise.all([
    references.length > 0 ? query<FoundOrder & { name: string }>(BY_REFERENCE_SQL, [references], tx) : [],
    others.length > 0 ? query<FoundOrder>(BY_ID_SQL, [ids, others], tx) : [],
  ])
  const byReference = new Map(referenced.map(({ name, ...order }) => [name, order]))
  const byName = new Map(found.flatMap((order) => [[order.id, order] as const, [order.number, order] as const]))
  return (name) =>
    ("orderExternalId" in name
      ? byReference.get(name.orderExternalId)
      : byName.get(parsePublicId("order", name.order) ?? name.order)) ?? null
}

const LOCK_VARIANTS_OF_ORDERS_SQL = `
  SELECT FROM product_variant WHERE id IN (SELECT variant_id FROM order_item WHERE order_id = ANY ($1::uuid[])) ORDER BY id FOR NO KEY UPDATE`

const PAYMENTS_SQL = `
  SELECT DISTINCT ON (order_id) id, order_id, status, amount FROM payment WHERE order_id = ANY ($1::uuid[])
  ORDER BY order_id, (status = 'pending') DESC, created_at`
const MARK_PAYMENTS_PAID_SQL = `
  UPDATE payment m SET status = 'paid', paid_at = now(), reference = coalesce(r.reference, m.reference)
  FROM json_to_recordset($1::json) AS r (id uuid, reference text) WHERE m.id = r.id`
const MARK_SELLER_ORDERS_PAID_SQL = `
  UPDATE seller_order SET payment_status = 'paid', updated_at = now(), version = version + 1
  WHERE order_id = ANY ($1::uuid[]) AND payment_status = 'pending' RETURNING id`
const MARK_ORDERS_PAID_SQL =
  "UPDATE customer_order SET payment_status = 'paid', updated_at = now(), version = version + 1 WHERE id = ANY ($1::uuid[])"
const FAIL_SQL = "UPDATE payment SET reference = coalesce($2, reference) WHERE order_id = $1 AND status = 'failed'"
const STATUS_SQL = "SELECT id, payment_status FROM customer_order WHERE id = ANY ($1::uuid[])"

/**
 * Records what became of the payments of live orders. A paid order can be confirmed; one whose payment has failed is
 * cancelled, and its items go back to stock. A report that does not fit leaves the others as they are.
 * @returns a result for each report, in their order
 */
export async function recordPayments(
  tx: Queryable,
  reports: readonly PaymentReport[],
  operatorKeyId: string,
): Promise<(RecordedPayment | ItemError)[]> {
  const outcomes: PaymentOutcomes = new Map()
  const orderOf = await findOrders(
    tx,
    reports.map(({ order }) => order),
  )
  const find = ({ order }: PaymentReport) =>
    orderOf(order) ?? new ItemError("not_found", "There is no such order.", "order")
  const newItems = await claimItems(tx, "payment", operatorKeyId, reports, find, outcomes)
  const orderIds = newItems.map(({ subject }) => subject.id)
  const failedIds = newItems.flatMap(({ item, subject }) => (item.status === "failed" ? [subject.id] : []))
  if (orderIds.length > 0) await lockSellerOrdersOf(tx, orderIds)
  if (failedIds.length > 0) await query(LOCK_VARIANTS_OF_ORDERS_SQL, [failedIds], tx)
  const payments = new Map(
    (await query<{ id: string; order_id: string; status: string; amount: number }>(PAYMENTS_SQL, [orderIds], tx)).map(
      (payment) => [payment.order_id, payment],
    ),
  )
  const paid: { id: string; orderId: string; reference: string | null }[] = []
  const failed: { orderId: string; reference: string | null }[] = []
  const refused: string[] = []
  for (const { item: report, subject: order } of newItems) {
    const payment = payments.get(order.id)
    const error = payment ? paymentError(report, payment) : new ItemError("not_found", "This order has no payment.")
    if (!payment || error) {
      outcomes.set(report, error ?? new ItemError("not_found", "This order has no payment."))
      refused.push(report.externalId)
      continue
    }
    // Another report in this batch finds it settled.
    payment.status = report.status
    outcomes.set(report, { ...order, repeated: false })
    const { reference } = report
    if (report.status === "paid") paid.push({ id: payment.id, orderId: order.id, reference })
    else failed.push({ orderId: order.id, reference })
  }
  await releaseReferences(tx, "payment", refused)
  await markPaid(tx, paid)
  for (const { orderId, reference } of failed) {
    await cancelOrder(tx, orderId, null)
    await query(FAIL_SQL, [orderId, reference], tx)
  }
  return describe(tx, reports, outcomes)
}

function paymentError(
  { status, amount }: PaymentReport,
  payment: { status: string; amount: number },
): ItemError | null {
  if (payment.status !== "pending")
    return new ItemError("invalid_state", `The payment of this order is ${payment.status}: it cannot be ${status}.`)
  if (amount !== null && amount !== payment.amount)
    return new ItemError("amount_mismatch", `${payment.amount} paise are due for this order.`, "amount")
  return null
}

async function markPaid(
  tx: Queryable,
  paid: readonly { id: string; orderId: string; reference: string | null }[],
): Promise<void> {
  if (paid.length === 0) return
  const orderIds = paid.map(({ orderId }) => orderId)
  await query(MARK_PAYMENTS_PAID_SQL, [JSON.stringify(paid.map(({ id, reference }) => ({ id, reference })))], tx)
  const sellerOrders = await query<{ id: string }>(MARK_SELLER_ORDERS_PAID_SQL, [orderIds], tx)
  await query(MARK_ORDERS_PAID_SQL, [orderIds], tx)
  await publishSellerEvents(
    tx,
    sellerOrders.map(({ id }) => id),
  )
}

async function describe(
  tx: Queryable,
  reports: readonly PaymentReport[],
  outcomes: PaymentOutcomes,
): Promise<(RecordedPayment | ItemError)[]> {
  const ids = [...outcomes.values()].flatMap((outcome) => (outcome instanceof ItemError ? [] : [outcome.id]))
  const statuses = new Map(
    (await query<{ id: string; payment_status: PaymentStatus }>(STATUS_SQL, [ids], tx)).map((row) => [
      row.id,
      row.payment_status,
    ]),
  )
  return reports.map((report) => {
    const outcome = outcomes.get(report)
    if (!outcome) throw new Error(`payment ${report.externalId} has no outcome`)
    if (outcome instanceof ItemError) return outcome
    const { id, number, repeated } = outcome
    return { repeated, orderId: id, number, paymentStatus: statuses.get(id) ?? "pending" }
  })
}
