import { type OrderStatus, statusesBefore } from "@/domain/order-status"
import { parsePublicId } from "@/domain/public-id"
import { LIVE_WORLD_SQL } from "@/domain/world"
import { ItemError, type BatchOutcomes, type BatchItem } from "@/orders/batch-item"
import { claimItems, releaseReferences } from "@/orders/external-references"
import { publishLiveBuyerEvents, publishSellerEvents } from "@/orders/order-events"
import { lockSellerOrdersOf } from "@/orders/seller-order-lookup"
import { settleCash } from "@/orders/settle-cash"
import { type Queryable, query } from "@/platform/db/query"

/** The delivery of a live seller order. */
interface DeliveryReport extends BatchItem {
  /** Its id or its number. */
  sellerOrder: string
  /** Null for now. */
  deliveredAt: Date | null
}

export interface RecordedDelivery {
  repeated: boolean
  id: string
  number: string
  status: OrderStatus
}

interface LockedSellerOrder {
  id: string
  number: string
  order_id: string
  status: OrderStatus
  shipped_at: Date | null
}

const FIND_SQL = `
  SELECT id, number, order_id FROM seller_order WHERE world_id = ${LIVE_WORLD_SQL} AND id = ANY ($1::uuid[])
  UNION SELECT id, number, order_id FROM seller_order WHERE world_id = ${LIVE_WORLD_SQL} AND number = ANY ($2::text[])`
const READ_SQL = "SELECT id, number, order_id, status, shipped_at FROM seller_order WHERE id = ANY ($1::uuid[])"
const DELIVER_SQL = `
  WITH delivery_input AS (SELECT * FROM json_to_recordset($1::json) AS r (id uuid, delivered_at timestamptz)),
  delivered AS (
    UPDATE seller_order so SET status = 'delivered', delivered_at = coalesce(delivery_input.delivered_at, now()), updated_at = now(), version = version + 1
    FROM delivery_input WHERE so.id = delivery_input.id RETURNING so.id, so.delivered_at)
  UPDATE shipment h SET delivered_at = delivered.delivered_at FROM delivered WHERE h.seller_order_id = delivered.id`
const UNPAID_SQL = "SELECT DISTINCT order_id FROM payment WHERE order_id = ANY ($1::uuid[]) AND status = 'pending'"

/**
 * Marks live seller orders as delivered, as deliverSellerOrder does. A report that does not fit leaves the others as they
 * are.
 * @returns a result for each report, in their order
 */
export async function deliverSellerOrders(
  tx: Queryable,
  reports: readonly DeliveryReport[],
  operatorKeyId: string,
): Promise<(RecordedDelivery | ItemError)[]> {
  const outcomes: DeliveryOutcomes = new Map()
  const ids = reports.flatMap(({ sellerOrder }) => parsePublicId("seller_order", sellerOrder) ?? [])
  const numbers = reports.map(({ sellerOrder }) => sellerOrder)
  const found = await query<MatchedSellerOrder>(FIND_SQL, [ids, numbers], tx)
  const sellerOrders = new Map(
    found.flatMap((sellerOrder) => [
      [sellerOrder.id, sellerOrder] as const,
      [sellerOrder.number, sellerOrder] as const,
    ]),
  )
  const find = ({ sellerOrder }: DeliveryReport) =>
    sellerOrders.get(parsePublicId("seller_order", sellerOrder) ?? sellerOrder) ??
    new ItemError("not_found", "There is no such seller order.", "seller_order")
  const newItems = await claimItems(tx, "delivery", operatorKeyId, reports, find, outcomes)
  const delivered = await deliver(tx, newItems, outcomes)
  if (delivered.length > 0) await publish(tx, delivered)
  return describe(tx, reports, outcomes)
}

interface MatchedSellerOrder {
  id: string
  number: string
  order_id: string
}
type DeliveryOutcomes = BatchOutcomes<DeliveryReport, MatchedSellerOrder>

interface MatchedReport {
  item: DeliveryReport
  subject: MatchedSellerOrder
}

/** @returns the seller orders that were delivered */
async function deliver(
  tx: Queryable,
  newItems: readonly MatchedReport[],
  outcomes: DeliveryOutcomes,
): Promise<MatchedReport[]> {
  if (newItems.length === 0) return []
  await lockSellerOrdersOf(tx, [...new Set(newItems.map(({ subject }) => subject.order_id))])
  const read = await query<LockedSellerOrder>(READ_SQL, [newItems.map(({ subject }) => subject.id)], tx)
  const current = new Map(read.map((sellerOrder) => [sellerOrder.id, sellerOrder]))
  const now = Date.now()
  const refused: string[] = []
  const delivered = newItems.filter(({ item: report, subject: sellerOrder }) => {
    const state = current.get(sellerOrder.id)
    const error = state
      ? deliveryError(report, state, now)
      : new ItemError("not_found", "The seller order no longer exists.", "seller_order")
    outcomes.set(report, error ?? { ...sellerOrder, repeated: false })
    if (error) refused.push(report.externalId)
    // Another report in this batch finds it delivered.
    else if (state) state.status = "delivered"
    return !error
  })
  await releaseReferences(tx, "delivery", refused)
  const rows = delivered.map(({ item, subject }) => ({ id: subject.id, delivered_at: item.deliveredAt }))
  if (rows.length > 0) await query(DELIVER_SQL, [JSON.stringify(rows)], tx)
  return delivered
}

function deliveryError(
  { deliveredAt }: DeliveryReport,
  { status, shipped_at: shippedAt }: LockedSellerOrder,
  now: number,
) {
  if (!statusesBefore("delivered").includes(status))
    return new ItemError("invalid_state", `This seller order is ${status}: only a shipped one can be delivered.`)
  if (deliveredAt !== null && (deliveredAt.getTime() > now || deliveredAt < (shippedAt ?? deliveredAt)))
    return new ItemError(
      "validation_failed",
      "delivered_at must not be in the future or before the shipment.",
      "delivered_at",
    )
  return null
}

async function publish(tx: Queryable, delivered: readonly MatchedReport[]): Promise<void> {
  const orderIds = [...new Set(delivered.map(({ subject }) => subject.order_id))]
  const changed = new Set(delivered.map(({ subject }) => subject.id))
  const unpaid = await query<{ order_id: string }>(UNPAID_SQL, [orderIds], tx)
  for (const { order_id: orderId } of unpaid) for (const id of await settleCash(tx, orderId)) changed.add(id)
  await publishLiveBuyerEvents(tx, "order.delivered", orderIds)
  await publishSellerEvents(tx, [...changed])
}

async function describe(
  tx: Queryable,
  reports: readonly DeliveryReport[],
  outcomes: DeliveryOutcomes,
): Promise<(RecordedDelivery | ItemError)[]> {
  const ids = [...outcomes.values()].flatMap((outcome) => (outcome instanceof ItemError ? [] : [outcome.id]))
  const sellerOrders = new Map(
    (await query<LockedSellerOrder>(READ_SQL, [ids], tx)).map((sellerOrder) => [sellerOrder.id, sellerOrder]),
  )
  return reports.map((report) => {
    const outcome = outcomes.get(report)
    if (outcome instanceof ItemError) return outcome
    const sellerOrder = sellerOrders.get(outcome?.id ?? "")
    if (!outcome || !sellerOrder) throw new Error(`delivery ${report.externalId} has no outcome`)
    return { repeated: outcome.repeated, id: sellerOrder.id, number: sellerOrder.number, status: sellerOrder.status }
  })
}
