import { Problem } from "@/domain/problem"
import { uuidTime } from "@/domain/uuid-time"
import { type Queryable, query } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"
import { addJob } from "@/platform/jobs"
import { outOfStore } from "@/webhooks/events/audience"
import { hasten, POSTPONED } from "@/webhooks/delivery/hasten"
import { holdEndpoint, PORTION } from "@/webhooks/delivery/portion"

// SQL, because one statement changes a delivery's state and queues it, as in delivery/.

const STILL_TOLD = `NOT ${outOfStore("d")}`

const queueAgain = (which: string): string => `
  WITH delivery AS (
    UPDATE webhook_delivery d SET status = 'pending', next_attempt_at = now()
    WHERE ${which} AND ${STILL_TOLD}
    RETURNING d.id, d.created_at, d.endpoint_id, d.event_id, d.event_created_at,
      (SELECT v.store_id FROM webhook_event v WHERE v.id = d.event_id AND v.created_at = d.event_created_at) AS store_id)
  INSERT INTO webhook_pending (delivery_id, delivery_created_at, endpoint_id, event_id, event_created_at, store_id, trigger, due_at)
  SELECT id, created_at, endpoint_id, event_id, event_created_at, store_id, 'redelivery', now() FROM delivery
  RETURNING endpoint_id`

const ONE = queueAgain(
  "d.id = $1 AND d.created_at = $2 AND d.status <> 'pending' AND EXISTS (SELECT FROM webhook_endpoint e WHERE e.id = d.endpoint_id AND e.deleted_at IS NULL)",
)
const HASTEN_ONE = hasten("p.delivery_id = $1", "redelivery")

// Locks the endpoint first, as its deletion and the recording of its failures do.
const HOLD_OF_DELIVERY = `
  SELECT FROM webhook_endpoint e WHERE e.id = (SELECT endpoint_id FROM webhook_delivery WHERE id = $1 AND created_at = $2) FOR NO KEY UPDATE`

// A delivery without attempts failed when it was cancelled, so its creation counts. Deliveries that are no longer
// listed are not sent again.
const LATELY =
  "d.endpoint_id = $1 AND coalesce(d.last_attempt_at, d.created_at) >= $2 AND d.created_at >= now() - interval '30 days'"
const COUNT = `
  SELECT ((SELECT count(*) FROM webhook_delivery d WHERE ${LATELY} AND d.status = 'failed' AND d.event_type <> 'ping' AND ${STILL_TOLD})
    + (SELECT count(*) FROM webhook_pending p WHERE p.endpoint_id = $1 AND ${POSTPONED} AND EXISTS (
        SELECT FROM webhook_delivery d WHERE d.id = p.delivery_id AND d.created_at = p.delivery_created_at AND ${LATELY})))::int AS count`

// Newest first, so that deliveries that fail again meanwhile are not met twice. The ids and days are passed separately,
// so that PostgreSQL finds them in their partitions.
const PAGE = `
  SELECT d.id, d.created_at FROM webhook_delivery d
  WHERE ${LATELY} AND d.status <> 'delivered' AND d.event_type <> 'ping' AND d.created_at <= $3 AND (d.created_at, d.id) < ($3, $4::uuid)
  ORDER BY d.created_at DESC, d.id DESC LIMIT ${PORTION}`
const FAILED_OF_PAGE = queueAgain(
  "d.endpoint_id = $1 AND d.id = ANY ($2::uuid[]) AND d.created_at BETWEEN $3 AND $4 AND d.status = 'failed'",
)
const POSTPONED_OF_PAGE = hasten("p.endpoint_id = $1 AND p.delivery_id = ANY ($2::uuid[])", "redelivery")

/**
 * Redelivers a delivery through the workers, with the same event id. Call it in a transaction. It is a single attempt
 * that does not count against the endpoint, and it waits while the endpoint is paused or disabled. A delivery that
 * waits for its next attempt keeps that attempt if this one fails.
 * @param deliveryId its UUID
 * @throws Problem not_found; invalid_state if it is being sent, its endpoint is deleted, or its account no longer
 * handles the store's orders
 */
export const redeliver = async (tx: Queryable, deliveryId: string): Promise<void> => {
  const createdAt = uuidTime(deliveryId)
  await query(HOLD_OF_DELIVERY, [deliveryId, createdAt], tx)
  const [queued] = [
    ...(await query<{ endpoint_id: string }>(ONE, [deliveryId, createdAt], tx)),
    ...(await query<{ endpoint_id: string }>(HASTEN_ONE, [deliveryId], tx)),
  ]
  if (queued) return addJob(tx, "deliver_webhooks", { endpoints: [queued.endpoint_id] })
  const [delivery] = await query<{ status: string; told: boolean }>(WHY_NOT, [deliveryId, createdAt], tx)
  if (!delivery) throw new Problem("not_found")
  throw new Problem("invalid_state", { message: refusalOf(delivery) })
}

const WHY_NOT = `SELECT d.status, ${STILL_TOLD} AS told FROM webhook_delivery d WHERE d.id = $1 AND d.created_at = $2`

const refusalOf = ({ status, told }: { status: string; told: boolean }): string => {
  if (!told) return "This account no longer handles the orders of the delivery's store."
  return status === "pending"
    ? "This delivery is on its way already."
    : "The endpoint of this delivery has been deleted."
}

interface Since {
  /** The endpoint's UUID. */
  endpointId: string
  since: Date
}

/**
 * Counts an endpoint's deliveries whose last attempt, since this time, failed, whether or not another follows. Pings
 * are excluded.
 */
export const countFailed = async ({ endpointId, since }: Since): Promise<number> => {
  const [row] = await query<{ count: number }>(COUNT, [endpointId, since])
  return row?.count ?? 0
}

interface Met {
  id: string
  created_at: Date
}

/**
 * Redelivers all of them, each as redeliver() does, in batches with a transaction each. If it is interrupted, the rest
 * are still failed and can be redelivered later.
 * @param done is called in the last transaction with the number of deliveries
 * @returns the number of deliveries
 * @throws Problem invalid_state if the endpoint is deleted
 */
export const redeliverFailed = async (
  { endpointId, since }: Since,
  done: (tx: Queryable, count: number) => Promise<void>,
): Promise<number> => {
  let count = 0
  for (let before: unknown[] = ["infinity", "ffffffff-ffff-ffff-ffff-ffffffffffff"]; ; ) {
    const page = await query<Met>(PAGE, [endpointId, since, ...before])
    const last = page.length === PORTION ? page.at(-1) : undefined
    await transaction(async (tx) => {
      count += await redeliverPage(tx, endpointId, page)
      if (!last) await done(tx, count)
    })
    if (!last) return count
    before = [last.created_at, last.id]
  }
}

const redeliverPage = async (tx: Queryable, endpointId: string, page: Met[]): Promise<number> => {
  if (!(await holdEndpoint(tx, endpointId)))
    throw new Problem("invalid_state", { message: "This endpoint has been deleted." })
  const ids = page.map(({ id }) => id)
  const [newest, oldest] = [page[0]?.created_at, page.at(-1)?.created_at]
  const queued = [
    ...(await query(POSTPONED_OF_PAGE, [endpointId, ids], tx)),
    ...(await query(FAILED_OF_PAGE, [endpointId, ids, oldest, newest], tx)),
  ]
  if (queued.length > 0) await addJob(tx, "deliver_webhooks", { endpoints: [endpointId] })
  return queued.length
}
