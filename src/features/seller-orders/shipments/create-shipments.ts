import { isProblem, PROBLEMS } from "@/domain/problem"
import type { World } from "@/domain/world"
import type { ShipInput } from "@/features/seller-orders/schema"
import type { ShipmentResult } from "@/features/seller-orders/shipments/schema"
import { shipSellerOrder } from "@/orders/ship-seller-order"
import { Semaphore } from "@/platform/concurrency/semaphore"
import type { Queryable } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"
import { type Checked, readSentText } from "@/trpc/checked-item"
import { bindIdempotencyKey, type Idempotency, idempotent, itemIdempotency } from "@/platform/idempotency"

/** Transactions of one request at a time. One after the other, 100 orders take twice as long. */
const CONCURRENCY = 4

/** Seconds. Writing the emails of a hundred orders takes longer than shipping them, and must not delay the response. */
const MAIL_DELAY = 2

/**
 * Ships orders, each in a transaction of its own. With an Idempotency-Key each transaction stores its result, so that a
 * repetition returns what is stored and ships the rest, even after a crash.
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
  // The events of a sandbox have the same order each time.
  const transactions = new Semaphore({
    concurrency: store.world.livemode ? CONCURRENCY : 1,
    maxQueued: shipments.length,
  })
  let replayed = 0
  const ship = async (checked: Checked<ShipInput>, index: number): Promise<ShipmentResult> => {
    if (!("item" in checked)) return invalid(checked)
    const shipment = checked.item
    const ref = { id: shipment.id, storeId: store.storeId, world: store.world }
    const work = async (tx: Queryable): Promise<number> =>
      (await shipSellerOrder(tx, ref, shipment, MAIL_DELAY)).version
    const key = idempotency && itemIdempotency(idempotency, index, () => replayed++)
    try {
      const version = await (key
        ? transaction((tx) => idempotent(tx, key, () => work(tx)))
        : transaction(work, { pipelined: store.world.livemode }))
      if (isProblem(version)) throw version
      return { id: shipment.id, status: "shipped", version }
    } catch (error) {
      if (isProblem(error) && (error.code === "not_found" || error.code === "invalid_state"))
        return { id: shipment.id, error: { code: error.code, message: error.message } }
      throw error
    }
  }
  const outcomes = await Promise.allSettled(
    shipments.map((shipment, index) =>
      transactions.run(
        () => ship(shipment, index),
        () => new Error("more shipments than the queue was made for"),
      ),
    ),
  )
  const valid = shipments.filter((checked) => "item" in checked).length
  if (valid > 0 && replayed === valid) idempotency?.onReplay()
  return outcomes.map((outcome) => {
    if (outcome.status === "rejected") throw outcome.reason as Error
    return outcome.value
  })
}

function invalid({ raw, details }: Exclude<Checked<ShipInput>, { item: ShipInput }>): ShipmentResult {
  const [, message] = PROBLEMS.validation_failed
  return { id: readSentText(raw, "id"), error: { code: "validation_failed", message, details } }
}
