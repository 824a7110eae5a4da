// SQL: it counts attempts of a partitioned table by time, with percentiles.
import { type Caller, ownerColumns } from "@/domain/caller"
import { publicId } from "@/domain/public-id"
import { HOUR_MS } from "@/domain/time-units"
import { query } from "@/platform/db/query"
import { toTimestamp } from "@/trpc/wire"
import { findOwnEndpointWithDeleted } from "@/webhooks/deliveries/endpoint-owner"
import type { AttemptStatistics, EndpointAttempts } from "@/webhooks/deliveries/schema"

const STEP_MS = 6 * HOUR_MS
const STEPS = 28

/** So that the page of a busy endpoint reads no more than this many deliveries. */
const DELIVERIES_MAX = 10_000

interface CountedStep {
  /** The step's index; null for all of them. */
  step: number | null
  attempts: number
  failed: number
  p50: number | null
  deliveries: number
}

/** SQL condition on w, a webhook_attempt: that of isSuccess(). */
const SUCCESS_SQL = "w.error IS NULL AND coalesce(w.status_code BETWEEN 200 AND 299, false)"

/** SQL condition on w, the attempts of recent, a webhook_delivery, since the time of $2; tests do not count. */
const COUNTED_SQL =
  "w.delivery_id = recent.id AND w.created_at >= recent.created_at - interval '1 hour' AND w.created_at >= $2 AND w.trigger <> 'test'"

// An attempt has the clock of the worker, which may lag behind that of the process that created the delivery.
const COUNT_ATTEMPTS_SQL = `
  WITH recent AS MATERIALIZED (
    SELECT id, created_at FROM webhook_delivery WHERE endpoint_id = $1 AND created_at >= $2
    ORDER BY created_at DESC, id DESC LIMIT ${DELIVERIES_MAX})
  SELECT a.step, count(*)::int AS attempts, count(*) FILTER (WHERE NOT a.success)::int AS failed,
    percentile_cont(0.5) WITHIN GROUP (ORDER BY a.duration_ms) FILTER (WHERE a.status_code IS NOT NULL) AS p50,
    (SELECT count(*) FROM recent)::int AS deliveries
  FROM recent CROSS JOIN LATERAL (
    SELECT floor(extract(epoch FROM w.created_at - $2::timestamptz) / ${STEP_MS / 1000})::int AS step, w.duration_ms, w.status_code,
      ${SUCCESS_SQL} AS success
    FROM webhook_attempt w WHERE ${COUNTED_SQL}) a
  GROUP BY GROUPING SETS ((a.step), ())`

// All endpoints together read no more deliveries than the page of one. OFFSET 0 makes PostgreSQL look up the attempts
// of each delivery, instead of reading those of all accounts.
const COUNT_OF_EACH_SQL = `
  WITH own AS MATERIALIZED (
    SELECT id FROM webhook_endpoint
    WHERE (account_id = $1 OR app_id = $3) AND livemode = $4 AND deleted_at IS NULL)
  SELECT own.id, count(*)::int AS attempts, count(*) FILTER (WHERE NOT (${SUCCESS_SQL}))::int AS failed
  FROM own CROSS JOIN LATERAL (
    SELECT id, created_at FROM webhook_delivery WHERE endpoint_id = own.id AND created_at >= $2
    ORDER BY created_at DESC, id DESC LIMIT (SELECT ${DELIVERIES_MAX} / count(*) FROM own)) recent
  CROSS JOIN LATERAL (SELECT w.error, w.status_code FROM webhook_attempt w WHERE ${COUNTED_SQL} OFFSET 0) w
  GROUP BY own.id`

/** When the first step begins. */
function beginning(now: Date): number {
  return (Math.floor(now.getTime() / STEP_MS) + 1 - STEPS) * STEP_MS
}

/**
 * Counts the attempts of each of the caller's endpoints in the last seven days, as attemptStatistics() does; those
 * without attempts are left out.
 */
export async function countAttempts(caller: Caller, now: Date): Promise<EndpointAttempts[]> {
  const { accountId, appId } = ownerColumns(caller)
  const rows = await query<{ id: string; attempts: number; failed: number }>(COUNT_OF_EACH_SQL, [
    accountId,
    new Date(beginning(now)),
    appId,
    caller.livemode,
  ])
  return rows.map(({ id, ...counts }) => ({ endpoint: publicId("webhook_endpoint", id), ...counts }))
}

/**
 * Counts the attempts of an endpoint's deliveries in the last seven days, in steps of six hours (UTC), without tests of
 * the endpoint. Durations are medians, in milliseconds, of attempts with a response.
 * @throws Problem not_found
 */
export async function attemptStatistics(caller: Caller, endpoint: string, now: Date): Promise<AttemptStatistics> {
  const { id } = await findOwnEndpointWithDeleted(caller, endpoint)
  const from = beginning(now)
  const rows = await query<CountedStep>(COUNT_ATTEMPTS_SQL, [id, new Date(from)])
  const figures = (step: number | null) => {
    const { attempts, failed, p50 } = rows.find((row) => row.step === step) ?? { attempts: 0, failed: 0, p50: null }
    return { attempts, failed, median_ms: p50 }
  }
  return {
    ...figures(null),
    truncated: rows.some(({ deliveries }) => deliveries === DELIVERIES_MAX),
    steps: Array.from({ length: STEPS }, (_, step) => ({
      from: toTimestamp(new Date(from + step * STEP_MS)),
      until: toTimestamp(new Date(from + (step + 1) * STEP_MS)),
      ...figures(step),
    })),
  }
}
