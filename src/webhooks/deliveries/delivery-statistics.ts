// SQL: it counts rows of two partitioned tables by time, with percentiles.
import { type Caller, ownerColumns } from "@/domain/caller"
import { publicId } from "@/domain/public-id"
import { DAY_MS, HOUR_MS } from "@/domain/time-units"
import { query } from "@/platform/db/query"
import { toTimestamp } from "@/trpc/wire"
import { findOwnEndpointWithDeleted } from "@/webhooks/deliveries/endpoint-owner"
import type { DeliveryStatistics, EndpointDeliveryCounts } from "@/webhooks/deliveries/schema"

/** As of the filter of the list of deliveries, with which the figures agree. */
const PERIOD_MS = 7 * DAY_MS
const STEP_MS = 6 * HOUR_MS

/** So that the page of a busy endpoint reads no more than this many deliveries. */
const DELIVERIES_MAX = 10_000

type Figures = Omit<DeliveryStatistics, "truncated" | "steps">
const NO_FIGURES: Figures = { delivered: 0, failed: 0, pending: 0, attempts: 0, median_ms: null }

// $2 is the beginning of the period, and $3 that of the first step. An attempt has the clock of the worker, which may
// lag behind that of the process that created the delivery.
const STATISTICS_SQL = `
  WITH recent AS MATERIALIZED (
    SELECT id, created_at, status FROM webhook_delivery WHERE endpoint_id = $1 AND created_at >= $2
    ORDER BY created_at DESC, id DESC LIMIT ${DELIVERIES_MAX}),
  counted AS (
    SELECT created_at, status AS kind, NULL::int AS response_ms FROM recent
    UNION ALL
    SELECT a.created_at, 'attempt', a.response_ms FROM recent CROSS JOIN LATERAL (
      SELECT w.created_at, CASE WHEN w.status_code IS NOT NULL THEN w.duration_ms END AS response_ms FROM webhook_attempt w
      WHERE w.delivery_id = recent.id AND w.created_at >= recent.created_at - interval '1 hour' AND w.created_at >= $2) a)
  SELECT step,
    count(*) FILTER (WHERE kind = 'delivered')::int AS delivered, count(*) FILTER (WHERE kind = 'failed')::int AS failed,
    count(*) FILTER (WHERE kind = 'pending')::int AS pending, count(*) FILTER (WHERE kind = 'attempt')::int AS attempts,
    percentile_cont(0.5) WITHIN GROUP (ORDER BY response_ms) AS median_ms
  FROM (SELECT *, floor(extract(epoch FROM created_at - $3::timestamptz) / ${STEP_MS / 1000})::int AS step FROM counted) c
  GROUP BY GROUPING SETS ((step), ())`

// All endpoints together read no more deliveries than the page of one.
const COUNT_OF_EACH_SQL = `
  WITH own AS MATERIALIZED (
    SELECT id FROM webhook_endpoint
    WHERE (account_id = $1 OR app_id = $3) AND livemode = $4 AND deleted_at IS NULL)
  SELECT own.id, count(*) FILTER (WHERE status = 'delivered')::int AS delivered,
    count(*) FILTER (WHERE status = 'failed')::int AS failed
  FROM own CROSS JOIN LATERAL (
    SELECT status FROM webhook_delivery WHERE endpoint_id = own.id AND created_at >= $2
    ORDER BY created_at DESC, id DESC LIMIT (SELECT ${DELIVERIES_MAX} / count(*) FROM own)) recent
  GROUP BY own.id`

function periodStart(now: Date): Date {
  return new Date(now.getTime() - PERIOD_MS)
}

/**
 * Counts the deliveries of each of the caller's endpoints in the last seven days that have ended, as
 * deliveryStatistics() does; endpoints without deliveries are left out.
 */
export async function countDeliveries(caller: Caller, now: Date): Promise<EndpointDeliveryCounts[]> {
  const { accountId, appId } = ownerColumns(caller)
  const rows = await query<{ id: string; delivered: number; failed: number }>(COUNT_OF_EACH_SQL, [
    accountId,
    periodStart(now),
    appId,
    caller.livemode,
  ])
  return rows.map(({ id, ...counts }) => ({ endpoint: publicId("webhook_endpoint", id), ...counts }))
}

/**
 * Counts an endpoint's deliveries of the last seven days by status, and their attempts, in steps of six hours (UTC), of
 * which the first may be shorter. Durations are medians, in milliseconds, of attempts with a response.
 * @throws Problem not_found
 */
export async function deliveryStatistics(caller: Caller, endpoint: string, now: Date): Promise<DeliveryStatistics> {
  const { id } = await findOwnEndpointWithDeleted(caller, endpoint)
  const start = periodStart(now)
  const firstStep = Math.floor(start.getTime() / STEP_MS) * STEP_MS
  // The row whose step is null counts all steps.
  const rows = await query<Figures & { step: number | null }>(STATISTICS_SQL, [id, start, new Date(firstStep)])
  const figures = (wanted: number | null): Figures => {
    const { step: _, ...found } = rows.find(({ step }) => step === wanted) ?? { step: wanted, ...NO_FIGURES }
    return found
  }
  const all = figures(null)
  return {
    ...all,
    truncated: all.delivered + all.failed + all.pending === DELIVERIES_MAX,
    steps: Array.from({ length: PERIOD_MS / STEP_MS + 1 }, (_, step) => ({
      from: toTimestamp(new Date(Math.max(firstStep + step * STEP_MS, start.getTime()))),
      until: toTimestamp(new Date(firstStep + (step + 1) * STEP_MS)),
      ...figures(step),
    })),
  }
}
