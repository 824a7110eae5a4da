import { uuidTime } from "@/domain/uuid-time"
import { type Queryable, query } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"
import type { Attempt } from "@/webhooks/delivery/attempt"
import { summarizeHealth, recordHealth } from "@/webhooks/delivery/endpoint-health"
import { type AttemptOutcome, nextState } from "@/webhooks/delivery/schedule"

/**
 * Records attempts, the new states of their deliveries, and the health of their endpoints.
 * @param now replaces PostgreSQL's now()
 */
export async function recordAttempts(attempts: Attempt[], now: Date | null = null): Promise<void> {
  const health = summarizeHealth(attempts)
  if (!health.some(({ failed }) => failed)) {
    const recovered = health.filter(({ succeeded }) => succeeded).map(({ endpoint_id }) => endpoint_id)
    return writeAttempts(attempts, now, { recovered })
  }
  // Even on a full disk: an unrecorded delivery would be sent again after each lease.
  await transaction(
    async (tx) => {
      // Locks endpoints first: redelivery and resumption lock the endpoint, then its pending deliveries. A deletion
      // waits for this transaction.
      const deleted = await recordHealth(tx, health, now)
      await writeAttempts(attempts, now, { healthTransaction: { tx, deleted } })
    },
    { onFullDisk: true },
  )
}

const FIND_RECORDED_SQL = `
  SELECT a.id FROM webhook_attempt a JOIN unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) AS n (delivery_id, id, created_at) USING (delivery_id, id, created_at)`

/** Returns the attempts that are not stored, if the outcome of the last transaction is unknown. */
export async function withoutRecorded(attempts: Attempt[]): Promise<Attempt[]> {
  const rows = await query<{ id: string }>(FIND_RECORDED_SQL, [
    attempts.map(({ delivery }) => delivery.deliveryId),
    attempts.map(({ id }) => id),
    attempts.map(({ startedAt }) => startedAt),
  ])
  const recordedIds = new Set(rows.map(({ id }) => id))
  return attempts.filter(({ id }) => !recordedIds.has(id))
}

interface HealthTransaction {
  tx: Queryable
  /** Endpoints that were deleted meanwhile; their deliveries are not retried. */
  deleted: ReadonlySet<string>
}

const FAILED_OUTCOME: AttemptOutcome = { status: "failed", delaySeconds: null }

interface WriteOptions {
  healthTransaction?: HealthTransaction
  /** Endpoints that have recovered, updated in the same statement. */
  recovered?: string[]
}

/**
 * Formats an array of values without special characters: ids, numbers, times, our own constants. pg would search each
 * of them for characters to escape.
 */
function arrayLiteral(values: (string | number | null)[]): string {
  return `{${values.map((value) => value ?? "NULL").join(",")}}`
}

async function writeAttempts(
  attempts: Attempt[],
  now: Date | null,
  { healthTransaction, recovered = [] }: WriteOptions,
): Promise<void> {
  const outcomes = attempts.map(({ startedAt, delivery, result }) => {
    const outcome = nextState(delivery.trigger, delivery.failures, result, now ?? startedAt, Math.random())
    return outcome.status === "pending" && healthTransaction?.deleted.has(delivery.endpointId)
      ? FAILED_OUTCOME
      : outcome
  })
  const ids = attempts.map(({ delivery }) => delivery.deliveryId)
  const timestamps = ids.map((id) => uuidTime(id).getTime())
  await query(
    RECORD_ATTEMPTS_SQL,
    [
      arrayLiteral(ids),
      now,
      new Date(Math.min(...timestamps)),
      new Date(Math.max(...timestamps)),
      recovered,
      arrayLiteral(attempts.map(({ delivery }) => delivery.lease)),
      arrayLiteral(outcomes.map(({ status }) => status)),
      arrayLiteral(outcomes.map(({ delaySeconds }) => delaySeconds)),
      arrayLiteral(attempts.map(({ id }) => id)),
      arrayLiteral(attempts.map(({ startedAt }) => startedAt.toISOString())),
      arrayLiteral(attempts.map(({ delivery }) => delivery.trigger)),
      attempts.map(({ delivery }) => delivery.endpoint.url),
      attempts.map(({ requestHeaders }) => JSON.stringify(requestHeaders)),
      arrayLiteral(attempts.map(({ result }) => result.statusCode)),
      arrayLiteral(attempts.map(({ result }) => result.error)),
      attempts.map(({ result }) => result.headers && JSON.stringify(result.headers)),
      attempts.map(({ result }) => result.body),
      arrayLiteral(attempts.map(({ result }) => result.durationMs)),
    ],
    healthTransaction?.tx,
  )
}

// The schedule continues from now; where a sandbox's clock was moved, from the time at which the attempt was due.
const NEXT_DUE_SQL =
  "coalesce(p.resumes_at, CASE WHEN p.moved THEN p.due_at ELSE coalesce($2::timestamptz, now()) END + make_interval(secs => a.delay))"

// A worker that lost its lease records the attempt but must not change the delivery's state, unless its attempt
// succeeded. The deliveries' ids and days are passed separately, so that PostgreSQL finds them in their partitions,
// however large. The decisions are joined by hash, computed once (OFFSET 0 prevents evaluation at each use).
const RECORD_ATTEMPTS_SQL = `
  WITH attempt AS MATERIALIZED (
    SELECT * FROM unnest($1::uuid[], $6::uuid[], $7::text[], $8::float8[], $9::uuid[], $10::timestamptz[], $11::text[], $12::text[], $13::json[], $14::int[], $15::text[], $16::json[], $17::text[], $18::int[])
      AS a (delivery_id, lease, status, delay, id, started_at, trigger, url, request_headers, status_code, error, response_headers, response_body, duration_ms)),
  ended AS (
    DELETE FROM webhook_pending p USING attempt a WHERE p.delivery_id = a.delivery_id AND p.lease = a.lease AND a.status <> 'pending'
    RETURNING a.delivery_id, a.lease),
  rescheduled AS (
    UPDATE webhook_pending p SET due_at = ${NEXT_DUE_SQL}, moved = p.moved AND ${NEXT_DUE_SQL} <= coalesce($2::timestamptz, now()), resumes_at = NULL,
      trigger = 'schedule', failures = p.failures + (p.resumes_at IS NULL)::int, lease = NULL, leased_until = NULL
    FROM attempt a WHERE p.delivery_id = a.delivery_id AND p.lease = a.lease AND a.status = 'pending'
    RETURNING a.delivery_id, a.lease, p.due_at),
  decided AS (SELECT *, NULL::timestamptz AS due_at FROM ended UNION ALL SELECT * FROM rescheduled),
  delivery AS (
    UPDATE webhook_delivery d SET
      status = CASE WHEN a.decided OR a.status = 'delivered' AND d.status = 'failed' THEN a.status ELSE d.status END,
      next_attempt_at = CASE WHEN a.decided THEN a.due_at ELSE d.next_attempt_at END,
      attempts = d.attempts + 1, last_attempt_at = a.started_at, last_status_code = a.status_code
    FROM (
      SELECT a.delivery_id, a.status, a.started_at, a.status_code, c.delivery_id IS NOT NULL AS decided, c.due_at
      FROM attempt a LEFT JOIN decided c ON c.delivery_id = a.delivery_id AND c.lease = a.lease OFFSET 0) a
    WHERE d.id = a.delivery_id AND d.id = ANY ($1::uuid[]) AND d.created_at BETWEEN $3 AND $4
    RETURNING d.id, d.attempts),
  recovered AS (
    UPDATE webhook_endpoint SET failures_in_a_row = 0
    WHERE id IN (SELECT id FROM webhook_endpoint WHERE id = ANY ($5::uuid[]) AND failures_in_a_row > 0 ORDER BY id FOR NO KEY UPDATE))
  INSERT INTO webhook_attempt (id, created_at, delivery_id, number, trigger, url, request_headers, status_code, error, response_headers, response_body, duration_ms)
  SELECT a.id, a.started_at, a.delivery_id, d.attempts, a.trigger, a.url, a.request_headers, a.status_code, a.error, a.response_headers, a.response_body, a.duration_ms
  FROM attempt a JOIN delivery d ON d.id = a.delivery_id`
