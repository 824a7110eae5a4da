import type { Caller } from "@/domain/caller"
import { stepsUntil } from "@/domain/time-zone"
import { BOUNDS, p95 } from "@/features/usage/p95"
import { RANGES, type Usage, type UsageQuery } from "@/features/usage/schema"
import { query } from "@/platform/db"
import { toTimestamp } from "@/trpc/wire"

interface StepRow {
  step: number
  requests: number
  errors: number
  within: number[]
}

// A grant acts for real, always; a key in its mode.
const COUNTED = `
  SELECT width_bucket(u.starts_at, $3::timestamptz[]) AS step, sum(u.requests)::int AS requests,
         coalesce(sum(u.requests) FILTER (WHERE u.status >= 400), 0)::int AS errors,
         ARRAY[${BOUNDS.map((bound) => `sum(u.within_${bound})::int`).join(", ")}] AS within
  FROM api_usage u LEFT JOIN api_key k ON k.id = u.credential_id
  WHERE u.account_id = $1 AND u.starts_at >= $4 AND u.starts_at < $5 AND coalesce(k.mode, 'live') = $2
  GROUP BY 1`

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

const toCounts = (rows: readonly StepRow[]): Omit<Usage, "steps"> => {
  const requests = sum(rows.map((row) => row.requests))
  return { requests, errors: sum(rows.map((row) => row.errors)), p95_ms: p95(requests, BOUNDS.map((_, place) => sum(rows.map(({ within }) => within[place] ?? 0)))) }
}

/** An account's requests in a range, in steps of the reader's hours or days. */
export const getUsage = async ({ accountId }: Caller, { range, mode, zone }: UsageQuery, now = new Date()): Promise<Usage> => {
  const [hours, count] = RANGES[range]
  const edges = stepsUntil(now, zone, hours, count)
  const starts = edges.slice(0, -1)
  const rows = await query<StepRow>(COUNTED, [accountId, mode, starts, edges[0], edges.at(-1)])
  return {
    ...toCounts(rows),
    steps: starts.map((from, place) => ({
      from: toTimestamp(from),
      until: toTimestamp(edges[place + 1] ?? from),
      ...toCounts(rows.filter(({ step }) => step === place + 1)),
    })),
  }
}
