// SQL: it counts attempts of a partitioned table by time, with percentiles.
import type { Caller } from "@/domain/caller"
import { query } from "@/platform/db/query"
import { toTimestamp } from "@/trpc/wire"
import { findOwnEndpoint } from "@/webhooks/deliveries/endpoint-owner"
import type { AttemptStatistics } from "@/webhooks/deliveries/schema"

const HOUR_MS = 60 * 60 * 1000
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

// An attempt has the clock of the worker, which may lag behind that of the process that created the delivery. Success is
// that of isSuccess().
const COUNT_ATTEMPTS_SQL = `
  WITH recent AS MATERIALIZED (
    SELECT id, created_at FROM webhook_delivery WHERE endpoint_id = $1 AND created_at >= $2
    ORDER BY created_at DESC, id DESC LIMIT ${DELIVERIES_MAX})
  SELECT a.step, count(*)::int AS attempts, count(*) FILTER (WHERE NOT a.success)::int AS failed,
    percentile_cont(0.5) WITHIN GROUP (ORDER BY a.duration_ms) FILTER (WHERE a.status_code IS NOT NULL) AS p50,
    (SELECT count(*) FROM recent)::int AS deliveries
  FROM recent CROSS JOIN LATERAL (
    SELECT floor(extract(epoch FROM w.created_at - $2::timestamptz) / ${STEP_MS / 1000})::int AS step, w.duration_ms, w.status_code,
      w.error IS NULL AND coalesce(w.status_code BETWEEN 200 AND 299, false) AS success
    FROM webhook_attempt w
    WHERE w.delivery_id = recent.id AND w.created_at >= recent.created_at - interval '1 hour' AND w.created_at >= $2
      AND w.trigger <> 'test') a
  GROUP BY GROUPING SETS ((a.step), ())`

/**
 * Counts the attempts of an endpoint's deliveries in the last seven days, in steps of six hours (UTC), without tests of
 * the endpoint. Durations are medians, in milliseconds, of attempts with a response.
 * @throws Problem not_found
 */
export async function attemptStatistics(caller: Caller, endpoint: string, now: Date): Promise<AttemptStatistics> {
  const { id } = await findOwnEndpoint(caller, endpoint)
  const until = (Math.floor(now.getTime() / STEP_MS) + 1) * STEP_MS
  const from = until - STEPS * STEP_MS
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
