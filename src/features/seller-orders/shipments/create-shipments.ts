import { PROBLEMS } from "@/domain/problem"
import type { World } from "@/domain/world"
import type { ShipInput } from "@/features/seller-orders/schema"
import type { ShipmentResult } from "@/features/seller-orders/shipments/schema"
import { type ShipmentOutcome, shipSellerOrders } from "@/orders/ship-seller-orders"
import { Semaphore } from "@/platform/concurrency/semaphore"
import type { Queryable } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"
import { bindIdempotencyKey, type Idempotency, idempotentItems, type RequestItem } from "@/platform/idempotency"
import { type Checked, readSentText } from "@/trpc/checked-item"

/** Live orders of one transaction. */
const BATCH_SIZE = 25

/** Transactions of one request at a time. */
const CONCURRENCY = 2

/**
 * Ships orders, up to 25 live ones in each transaction. With an Idempotency-Key each transaction stores their results,
 * so that a repetition returns what is stored and ships the rest, even after a crash.
 * @returns a result for each order, in the same order
 * @throws Problem idempotency_key_reused, idempotency_in_progress or unavailable, which concern the whole request; what
 * was shipped before stays shipped
 */
export async function createShipments(
  store: { world: World; storeId: number },
  shipments: readonly Checked<ShipInput>[],
  idempotency: Idempotency | null,
): Promise<ShipmentResult[]> {
  if (idempotency) await bindIdempotencyKey(idempotency)
  const valid = shipments.flatMap((checked, index) => ("item" in checked ? [{ index, item: checked.item }] : []))
  // The orders of a sandbox are shipped one after the other, so that their events have the same order each time.
  const [size, concurrency] = store.world.livemode ? [BATCH_SIZE, CONCURRENCY] : [1, 1]
  const batches = Array.from({ length: Math.ceil(valid.length / size) }, (_, batch) =>
    valid.slice(batch * size, (batch + 1) * size),
  )
  let replayed = 0
  const ship = (batch: RequestItem<ShipInput>[]): Promise<ShipmentOutcome[]> => {
    const work = (tx: Queryable, items: ShipInput[]) => shipSellerOrders(tx, store, items)
    if (idempotency) return transaction((tx) => idempotentItems(tx, idempotency, batch, () => replayed++, work))
    const items = batch.map(({ item }) => item)
    return transaction((tx) => work(tx, items), { pipelined: store.world.livemode })
  }
  const transactions = new Semaphore({ concurrency, maxQueued: batches.length })
  const ended = await Promise.allSettled(
    batches.map((batch) =>
      transactions.run(
        () => ship(batch),
        () => new Error("more batches than the queue was made for"),
      ),
    ),
  )
  const outcomes = ended.flatMap((batch) => {
    if (batch.status === "rejected") throw batch.reason as Error
    return batch.value
  })
  if (valid.length > 0 && replayed === valid.length) idempotency?.onReplay()
  const shipped = outcomes.values()
  return shipments.map((checked) =>
    "item" in checked ? describe(checked.item, shipped.next().value) : invalid(checked),
  )
}

function describe({ id }: ShipInput, outcome: ShipmentOutcome | undefined): ShipmentResult {
  if (typeof outcome === "number") return { id, status: "shipped", version: outcome }
  if (outcome?.code === "not_found" || outcome?.code === "invalid_state")
    return { id, error: { code: outcome.code, message: outcome.message } }
  throw new Error(`shipment of ${id} has no outcome`, { cause: outcome })
}

function invalid({ raw, details }: Exclude<Checked<ShipInput>, { item: ShipInput }>): ShipmentResult {
  const [, message] = PROBLEMS.validation_failed
  return { id: readSentText(raw, "id"), error: { code: "validation_failed", message, details } }
}
