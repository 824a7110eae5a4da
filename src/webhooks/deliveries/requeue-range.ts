import { isProblem, Problem } from "@/domain/problem"
import { type Queryable, query } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"
import { type Idempotency, idempotent, itemIdempotency } from "@/platform/idempotency"
import { addJob } from "@/platform/jobs"
import { BATCH_SIZE } from "@/webhooks/delivery/batch-size"
import { lockEndpoint } from "@/webhooks/endpoints/lock-endpoint"
import { RETENTION_START_SQL } from "@/webhooks/events/retention"
import { RETRY_SCHEDULED_SQL, retryNowSql } from "@/webhooks/delivery/retry-now"
import type { ReplayStatus } from "@/webhooks/deliveries/schema"
import { requeueSql, STILL_AUTHORIZED_SQL } from "@/webhooks/deliveries/requeue-delivery"

// SQL: one statement changes the state of many deliveries and queues them, as in delivery/.

// A delivery whose last attempt failed is pending while the schedule has attempts left.
const STORED_STATUSES: Record<ReplayStatus, readonly string[]> = {
  failed: ["failed", "pending"],
  delivered: ["delivered"],
  all: ["failed", "pending", "delivered"],
}

interface DeliveryRange {
  /** The endpoint's UUID. */
  endpointId: string
  since: Date
  /** Exclusive; until now if it is null. */
  until?: Date | null | undefined
  /** The outcome of the last attempt: failed if it is not given. */
  status?: ReplayStatus
}

// A delivery without attempts failed when it was cancelled, so its creation counts. Deliveries that are no longer
// listed are not sent again, nor are test events, whose subject is the endpoint.
const IN_RANGE_SQL = `d.endpoint_id = $1 AND coalesce(d.last_attempt_at, d.created_at) >= $2 AND coalesce(d.last_attempt_at, d.created_at) < coalesce($3::timestamptz, 'infinity')
    AND d.created_at >= ${RETENTION_START_SQL} AND d.event_type <> 'ping' AND d.status = ANY ($4::text[])`
const NOT_A_TEST_SQL =
  "NOT EXISTS (SELECT FROM webhook_event t WHERE t.id = d.event_id AND t.created_at = d.event_created_at AND t.subject_id = d.endpoint_id)"
const COUNT_SQL = `
  SELECT ((SELECT count(*) FROM webhook_delivery d WHERE ${IN_RANGE_SQL} AND d.status <> 'pending' AND ${STILL_AUTHORIZED_SQL} AND ${NOT_A_TEST_SQL})
    + (SELECT count(*) FROM webhook_pending p WHERE p.endpoint_id = $1 AND ${RETRY_SCHEDULED_SQL} AND EXISTS (
        SELECT FROM webhook_delivery d WHERE d.id = p.delivery_id AND d.created_at = p.delivery_created_at AND ${IN_RANGE_SQL})))::int AS count`

/** So that the page of a busy endpoint reads no more than this many deliveries. */
const RECENT_MAX = 10_000
const MAY_HAVE_FAILED_SQL = `
  WITH recent AS MATERIALIZED (
    SELECT * FROM webhook_delivery WHERE endpoint_id = $1 AND created_at >= ${RETENTION_START_SQL}
    ORDER BY created_at DESC, id DESC LIMIT ${RECENT_MAX})
  SELECT (SELECT count(*) FROM recent) = ${RECENT_MAX}
    OR EXISTS (SELECT FROM recent d WHERE d.status = 'failed' AND d.event_type <> 'ping' AND ${STILL_AUTHORIZED_SQL} AND ${NOT_A_TEST_SQL})
    OR EXISTS (SELECT FROM webhook_pending p WHERE p.endpoint_id = $1 AND ${RETRY_SCHEDULED_SQL}) AS found`

// Newest first, so that deliveries that fail again meanwhile are not processed twice. The ids and days are passed separately,
// so that PostgreSQL finds them in their partitions.
const PAGE_SQL = `
  SELECT d.id, d.created_at FROM webhook_delivery d
  WHERE ${IN_RANGE_SQL} AND d.created_at <= $5 AND (d.created_at, d.id) < ($5, $6::uuid)
  ORDER BY d.created_at DESC, d.id DESC LIMIT ${BATCH_SIZE}`
const REQUEUE_PAGE_SQL = requeueSql(
  `d.endpoint_id = $1 AND d.id = ANY ($2::uuid[]) AND d.created_at BETWEEN $3 AND $4 AND d.status = ANY ($5::text[]) AND d.status <> 'pending' AND ${NOT_A_TEST_SQL}`,
)
const RETRY_PAGE_SQL = retryNowSql("p.endpoint_id = $1 AND p.delivery_id = ANY ($2::uuid[])", "redelivery")

function rangeOf({ endpointId, since, until = null, status = "failed" }: DeliveryRange): unknown[] {
  return [endpointId, since, until, STORED_STATUSES[status]]
}

/**
 * Counts an endpoint's deliveries whose last attempt was in this range and ended like this; one that failed counts
 * whether or not another attempt follows. Test events are excluded.
 */
export async function countInRange(which: DeliveryRange): Promise<number> {
  const [row] = await query<{ count: number }>(COUNT_SQL, rangeOf(which))
  return row?.count ?? 0
}

/**
 * Whether countInRange() may find a failed delivery of an endpoint at any time. A busy endpoint is not searched to its
 * oldest delivery.
 * @param endpointId its UUID
 */
export async function mayHaveFailed(endpointId: string): Promise<boolean> {
  const [row] = await query<{ found: boolean }>(MAY_HAVE_FAILED_SQL, [endpointId])
  return row?.found ?? false
}

/** The last delivery of a batch; the next batch is older. */
interface Cursor {
  id: string
  created_at: Date | string
}

/**
 * Redelivers all of them, each as requeueDelivery() does, in batches with a transaction each. With an Idempotency-Key
 * each batch stores its result: a repetition, also after an interruption, returns what is stored and does the rest.
 * @param onDone is called in the last transaction with the number of deliveries
 * @returns the number of deliveries
 * @throws Problem invalid_state if the endpoint is deleted; idempotency_key_reused; idempotency_in_progress
 */
export async function requeueRange(
  which: DeliveryRange,
  onDone: (tx: Queryable, count: number) => Promise<void>,
  idempotency: Idempotency | null = null,
): Promise<number> {
  let [count, replayed] = [0, 0]
  for (let batch = 0, before: unknown[] = ["infinity", "ffffffff-ffff-ffff-ffff-ffffffffffff"]; ; batch++) {
    const page = await query<Cursor>(PAGE_SQL, [...rangeOf(which), ...before])
    const last = page.length === BATCH_SIZE ? (page.at(-1) ?? null) : null
    const key = idempotency && itemIdempotency(idempotency, batch, () => replayed++)
    const done = await transaction((tx) =>
      idempotent(tx, key, async () => {
        const redelivered = await redeliverPage(tx, which, page)
        if (!last) await onDone(tx, count + redelivered)
        return { count: redelivered, last }
      }),
    )
    if (isProblem(done)) throw done
    count += done.count
    if (!done.last) {
      if (replayed === batch + 1) idempotency?.onReplay()
      return count
    }
    before = [done.last.created_at, done.last.id]
  }
}

async function redeliverPage(
  tx: Queryable,
  { endpointId, status = "failed" }: DeliveryRange,
  page: Cursor[],
): Promise<number> {
  if (!(await lockEndpoint(tx, endpointId)))
    throw new Problem("invalid_state", { message: "This endpoint has been deleted." })
  const ids = page.map(({ id }) => id)
  const [newest, oldest] = [page[0]?.created_at, page.at(-1)?.created_at]
  const requeued = [
    ...(status === "delivered" ? [] : await query(RETRY_PAGE_SQL, [endpointId, ids], tx)),
    ...(await query(REQUEUE_PAGE_SQL, [endpointId, ids, oldest, newest, STORED_STATUSES[status]], tx)),
  ]
  if (requeued.length > 0) await addJob(tx, "deliver_webhooks", { endpoints: [endpointId] })
  return requeued.length
}
