import { Problem } from "@/domain/problem"
import { uuidTime } from "@/domain/uuid-time"
import { type Queryable, query } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"
import { addJob } from "@/platform/jobs"
import { noLongerAuthorizedSql } from "@/webhooks/events/audience"
import { retryNowSql, RETRY_SCHEDULED_SQL } from "@/webhooks/delivery/retry-now"
import { lockEndpoint, BATCH_SIZE } from "@/webhooks/delivery/batch"

// SQL, because one statement changes a delivery's state and queues it, as in delivery/.

const STILL_AUTHORIZED_SQL = `NOT ${noLongerAuthorizedSql("d")}`

const requeueSql = (condition: string): string => `
  WITH delivery AS (
    UPDATE webhook_delivery d SET status = 'pending', next_attempt_at = now()
    WHERE ${condition} AND ${STILL_AUTHORIZED_SQL}
    RETURNING d.id, d.created_at, d.endpoint_id, d.event_id, d.event_created_at,
      (SELECT v.store_id FROM webhook_event v WHERE v.id = d.event_id AND v.created_at = d.event_created_at) AS store_id)
  INSERT INTO webhook_pending (delivery_id, delivery_created_at, endpoint_id, event_id, event_created_at, store_id, trigger, due_at)
  SELECT id, created_at, endpoint_id, event_id, event_created_at, store_id, 'redelivery', now() FROM delivery
  RETURNING endpoint_id`

const REQUEUE_ONE_SQL = requeueSql(
  "d.id = $1 AND d.created_at = $2 AND d.status <> 'pending' AND EXISTS (SELECT FROM webhook_endpoint e WHERE e.id = d.endpoint_id AND e.deleted_at IS NULL)",
)
const RETRY_ONE_SQL = retryNowSql("p.delivery_id = $1", "redelivery")

// Locks the endpoint first, as its deletion and the recording of its failures do.
const LOCK_ENDPOINT_SQL = `
  SELECT FROM webhook_endpoint e WHERE e.id = (SELECT endpoint_id FROM webhook_delivery WHERE id = $1 AND created_at = $2) FOR NO KEY UPDATE`

// A delivery without attempts failed when it was cancelled, so its creation counts. Deliveries that are no longer
// listed are not sent again.
const RECENT_DELIVERY_SQL =
  "d.endpoint_id = $1 AND coalesce(d.last_attempt_at, d.created_at) >= $2 AND d.created_at >= now() - interval '30 days'"
const COUNT_FAILED_SQL = `
  SELECT ((SELECT count(*) FROM webhook_delivery d WHERE ${RECENT_DELIVERY_SQL} AND d.status = 'failed' AND d.event_type <> 'ping' AND ${STILL_AUTHORIZED_SQL})
    + (SELECT count(*) FROM webhook_pending p WHERE p.endpoint_id = $1 AND ${RETRY_SCHEDULED_SQL} AND EXISTS (
        SELECT FROM webhook_delivery d WHERE d.id = p.delivery_id AND d.created_at = p.delivery_created_at AND ${RECENT_DELIVERY_SQL})))::int AS count`

// Newest first, so that deliveries that fail again meanwhile are not met twice. The ids and days are passed separately,
// so that PostgreSQL finds them in their partitions.
const PAGE_SQL = `
  SELECT d.id, d.created_at FROM webhook_delivery d
  WHERE ${RECENT_DELIVERY_SQL} AND d.status <> 'delivered' AND d.event_type <> 'ping' AND d.created_at <= $3 AND (d.created_at, d.id) < ($3, $4::uuid)
  ORDER BY d.created_at DESC, d.id DESC LIMIT ${BATCH_SIZE}`
const REQUEUE_PAGE_SQL = requeueSql(
  "d.endpoint_id = $1 AND d.id = ANY ($2::uuid[]) AND d.created_at BETWEEN $3 AND $4 AND d.status = 'failed'",
)
const RETRY_PAGE_SQL = retryNowSql("p.endpoint_id = $1 AND p.delivery_id = ANY ($2::uuid[])", "redelivery")

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
  await query(LOCK_ENDPOINT_SQL, [deliveryId, createdAt], tx)
  const [requeued] = [
    ...(await query<{ endpoint_id: string }>(REQUEUE_ONE_SQL, [deliveryId, createdAt], tx)),
    ...(await query<{ endpoint_id: string }>(RETRY_ONE_SQL, [deliveryId], tx)),
  ]
  if (requeued) return addJob(tx, "deliver_webhooks", { endpoints: [requeued.endpoint_id] })
  const [delivery] = await query<{ status: string; told: boolean }>(FIND_STATUS_SQL, [deliveryId, createdAt], tx)
  if (!delivery) throw new Problem("not_found")
  throw new Problem("invalid_state", { message: redeliveryError(delivery) })
}

const FIND_STATUS_SQL = `SELECT d.status, ${STILL_AUTHORIZED_SQL} AS told FROM webhook_delivery d WHERE d.id = $1 AND d.created_at = $2`

const redeliveryError = ({ status, told }: { status: string; told: boolean }): string => {
  if (!told) return "This account no longer handles the orders of the delivery's store."
  return status === "pending"
    ? "This delivery is on its way already."
    : "The endpoint of this delivery has been deleted."
}

interface FailedDeliveries {
  /** The endpoint's UUID. */
  endpointId: string
  since: Date
}

/**
 * Counts an endpoint's deliveries whose last attempt, since this time, failed, whether or not another follows. Pings
 * are excluded.
 */
export const countFailed = async ({ endpointId, since }: FailedDeliveries): Promise<number> => {
  const [row] = await query<{ count: number }>(COUNT_FAILED_SQL, [endpointId, since])
  return row?.count ?? 0
}

interface FailedDelivery {
  id: string
  created_at: Date
}

/**
 * Redelivers all of them, each as redeliver() does, in batches with a transaction each. If it is interrupted, the rest
 * are still failed and can be redelivered later.
 * @param onDone is called in the last transaction with the number of deliveries
 * @returns the number of deliveries
 * @throws Problem invalid_state if the endpoint is deleted
 */
export const redeliverFailed = async (
  { endpointId, since }: FailedDeliveries,
  onDone: (tx: Queryable, count: number) => Promise<void>,
): Promise<number> => {
  let count = 0
  for (let before: unknown[] = ["infinity", "ffffffff-ffff-ffff-ffff-ffffffffffff"]; ; ) {
    const page = await query<FailedDelivery>(PAGE_SQL, [endpointId, since, ...before])
    const last = page.length === BATCH_SIZE ? page.at(-1) : undefined
    await transaction(async (tx) => {
      count += await redeliverPage(tx, endpointId, page)
      if (!last) await onDone(tx, count)
    })
    if (!last) return count
    before = [last.created_at, last.id]
  }
}

const redeliverPage = async (tx: Queryable, endpointId: string, page: FailedDelivery[]): Promise<number> => {
  if (!(await lockEndpoint(tx, endpointId)))
    throw new Problem("invalid_state", { message: "This endpoint has been deleted." })
  const ids = page.map(({ id }) => id)
  const [newest, oldest] = [page[0]?.created_at, page.at(-1)?.created_at]
  const requeued = [
    ...(await query(RETRY_PAGE_SQL, [endpointId, ids], tx)),
    ...(await query(REQUEUE_PAGE_SQL, [endpointId, ids, oldest, newest], tx)),
  ]
  if (requeued.length > 0) await addJob(tx, "deliver_webhooks", { endpoints: [endpointId] })
  return requeued.length
}
