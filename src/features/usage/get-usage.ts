import type { Caller } from "@/domain/caller"
import { timeBuckets } from "@/domain/time-zone"
import { type DurationCount, p95, locateP95 } from "@/features/usage/p95"
import { RANGES, type Usage, type UsageQuery } from "@/features/usage/schema"
import { query } from "@/platform/db/query"
import { DURATION_COLUMNS, BUCKETS_PER_COLUMN } from "@/platform/request-log/usage-counts"
import { toTimestamp } from "@/trpc/wire"

interface StepRow {
  step: number
  requests: number
  errors: number
  /** Counts of the histogram's buckets. */
  counts: number[]
}

const USAGE_SQL = `
  SELECT width_bucket(starts_at, $3::timestamptz[]) AS step, sum(requests)::int AS requests, sum(errors)::int AS errors,
         ARRAY[${DURATION_COLUMNS.map((column) => `sum(${column})::int`).join(", ")}] AS counts
  FROM account_usage WHERE account_id = $1 AND livemode = $2 AND starts_at >= $4 AND starts_at < $5
  GROUP BY 1`

// Only of the histogram's buckets that contain a percentile.
const DURATIONS_SQL = `
  SELECT width_bucket(starts_at, $3::timestamptz[]) AS step, bucket, sum(requests)::int AS requests, sum(duration_ms) AS duration_ms
  FROM account_usage_duration WHERE account_id = $1 AND livemode = $2 AND starts_at >= $4 AND starts_at < $5 AND bucket >= $6 AND bucket < $7
  GROUP BY 1, 2`

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

interface Period {
  requests: number
  errors: number
  counts: number[]
}

const toPeriod = (rows: readonly StepRow[]): Period => ({
  requests: sum(rows.map((row) => row.requests)),
  errors: sum(rows.map((row) => row.errors)),
  counts: DURATION_COLUMNS.map((_, index) => sum(rows.map(({ counts }) => counts[index] ?? 0))),
})

const toCounts = ({ requests, errors, counts }: Period, durations: readonly DurationCount[]): Omit<Usage, "steps"> => ({
  requests,
  errors,
  p95: p95(requests, counts, durations),
})

/** Merges the counts of several intervals. */
function mergeDurations(durations: readonly DurationCount[]): DurationCount[] {
  const buckets = new Map<number, DurationCount>()
  for (const { bucket, requests, duration_ms } of durations) {
    const before = buckets.get(bucket)
    buckets.set(bucket, {
      bucket,
      requests: (before?.requests ?? 0) + requests,
      duration_ms: (before?.duration_ms ?? 0) + duration_ms,
    })
  }
  return [...buckets.values()]
}

/** An account's requests in a range and the caller's mode, in steps of hours or days in the reader's time zone. */
export const getUsage = async (
  { accountId, livemode }: Caller,
  { range: name, zone }: UsageQuery,
  now = new Date(),
): Promise<Usage> => {
  const [hours, count] = RANGES[name]
  const edges = timeBuckets(now, zone, hours, count)
  const starts = edges.slice(0, -1)
  const range = [accountId, livemode, starts, edges[0], edges.at(-1)]
  const rows = await query<StepRow>(USAGE_SQL, range)
  const [total, periods] = [
    toPeriod(rows),
    starts.map((_, index) => toPeriod(rows.filter(({ step }) => step === index + 1))),
  ]
  const bucketIndexes = [total, ...periods]
    .map(({ requests, counts }) => locateP95(requests, counts)?.bucketIndex ?? null)
    .filter((index) => index !== null)
  const buckets = [Math.min(...bucketIndexes), Math.max(...bucketIndexes) + 1].map(
    (index) => index * BUCKETS_PER_COLUMN,
  )
  const durations =
    bucketIndexes.length === 0
      ? []
      : await query<DurationCount & { step: number }>(DURATIONS_SQL, [...range, ...buckets])
  return {
    ...toCounts(total, mergeDurations(durations)),
    steps: periods.map((period, index) => ({
      from: toTimestamp(starts[index] ?? now),
      until: toTimestamp(edges[index + 1] ?? now),
      ...toCounts(
        period,
        durations.filter(({ step }) => step === index + 1),
      ),
    })),
  }
}
