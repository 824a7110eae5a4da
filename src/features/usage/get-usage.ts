import type { Caller } from "@/domain/caller"
import { stepsUntil } from "@/domain/time-zone"
import { p95 } from "@/features/usage/p95"
import { RANGES, type Usage, type UsageQuery } from "@/features/usage/schema"
import { query } from "@/platform/db"
import { BUCKETS } from "@/platform/usage-counts"
import { toTimestamp } from "@/trpc/wire"

interface StepRow {
  step: number
  requests: number
  errors: number
  /** Of the histogram's buckets. */
  counts: number[]
}

const COUNTED = `
  SELECT width_bucket(starts_at, $3::timestamptz[]) AS step, sum(requests)::int AS requests, sum(errors)::int AS errors,
         ARRAY[${BUCKETS.map((column) => `sum(${column})::int`).join(", ")}] AS counts
  FROM account_usage WHERE account_id = $1 AND livemode = $2 AND starts_at >= $4 AND starts_at < $5
  GROUP BY 1`

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

const toCounts = (rows: readonly StepRow[]): Omit<Usage, "steps"> => {
  const requests = sum(rows.map((row) => row.requests))
  return {
    requests,
    errors: sum(rows.map((row) => row.errors)),
    p95: p95(
      requests,
      BUCKETS.map((_, place) => sum(rows.map(({ counts }) => counts[place] ?? 0))),
    ),
  }
}

/** An account's requests in a range, in steps of the reader's hours or days. */
export const getUsage = async (
  { accountId }: Caller,
  { range, mode, zone }: UsageQuery,
  now = new Date(),
): Promise<Usage> => {
  const [hours, count] = RANGES[range]
  const edges = stepsUntil(now, zone, hours, count)
  const starts = edges.slice(0, -1)
  const rows = await query<StepRow>(COUNTED, [accountId, mode === "live", starts, edges[0], edges.at(-1)])
  return {
    ...toCounts(rows),
    steps: starts.map((from, place) => ({
      from: toTimestamp(from),
      until: toTimestamp(edges[place + 1] ?? from),
      ...toCounts(rows.filter(({ step }) => step === place + 1)),
    })),
  }
}
