import { v7 as uuidv7 } from "uuid"
import { ItemError, rejectDuplicates } from "@/orders/batch-item"
import { claimReferences, fingerprintOf, type KnownReference, releaseReferences } from "@/orders/external-references"
import type { NewSellerOrder, RunStatement } from "@/orders/insert-orders"
import { insertPlaced } from "@/orders/insert-placed"
import type { Candidate, OrderRequest } from "@/orders/order-request"
import { reserveOrders } from "@/orders/reserve-orders"
import { type Queryable, query } from "@/platform/db/query"

export interface PlacedLiveOrder {
  repeated: boolean
  id: string
  number: string
  sellerOrders: { id: string; number: string; store: string }[]
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
  const candidates = rejectDuplicates(requests, outcomes).map(
    (request): Candidate => ({ request, id: uuidv7(), fingerprint: fingerprintOf(request) }),
  )
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
  const newCandidates = candidates.filter(({ request }) => !known.has(request.externalId))
  const { reserved, refused } = await reserveOrders(tx, run, newCandidates)
  for (const { candidate, error } of refused) outcomes.set(candidate.request, error)
  await releaseReferences(
    tx,
    "order",
    refused.map(({ candidate }) => candidate.request.externalId),
  )
  for (const [i, { id, number, sellerOrders }] of (await insertPlaced(tx, run, reserved)).entries()) {
    const request = reserved[i]?.candidate.request
    if (request)
      outcomes.set(request, { repeated: false, id, number, sellerOrders: sellerOrders.map(toPlacedSellerOrder) })
  }
  return requests.map((request) => {
    const outcome = outcomes.get(request)
    if (!outcome) throw new Error(`order ${request.externalId} has no outcome`)
    return outcome
  })
}

function toPlacedSellerOrder({ id, number, store }: NewSellerOrder): PlacedLiveOrder["sellerOrders"][number] {
  return { id, number, store }
}

const FIND_ORDERS_SQL = `
  SELECT o.id, o.number, json_agg(json_build_object('id', so.id, 'number', so.number, 'store', s.slug) ORDER BY so.position) AS "sellerOrders"
  FROM customer_order o JOIN seller_order so ON so.order_id = o.id JOIN store s ON s.id = so.store_id
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
