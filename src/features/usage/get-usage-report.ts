import type { Caller } from "@/domain/caller"
import { invalid } from "@/domain/problem"
import { publicId } from "@/domain/public-id"
import { DAY_MS, HOUR_MS } from "@/domain/time-units"
import { countedCredentials } from "@/features/usage/counted-credentials"
import { locatePercentile, percentile } from "@/features/usage/p95"
import { readDurations } from "@/features/usage/read-durations"
import type { UsageCount, UsageReport, UsageReportQuery } from "@/features/usage/schema"
import { query } from "@/platform/db/query"
import { requestStore } from "@/platform/request-log/request-log"
import { findFirstGap } from "@/platform/request-log/request-writer"
import type { DurationStep, ReportRow } from "@/platform/request-log/request-store"
import { toTimestamp } from "@/trpc/wire"

/** What the range is rounded to. */
const INTERVAL_MS = { hour: HOUR_MS, day: DAY_MS, range: HOUR_MS }
const INTERVALS_MAX = { hour: 31 * 24, day: 400, range: 400 * 24 }
const DEFAULT_RANGE_MS = { hour: DAY_MS, day: 30 * DAY_MS, range: 30 * DAY_MS }
const ROWS_MAX = 10_000

const KEYS_SQL = "SELECT id FROM api_key WHERE account_id = $1"

/**
 * The requests of the caller's account in its mode, or of its app, by interval and group: exact to the request, up to the
 * ones that were stored a second ago.
 * @throws Problem validation_failed for a range that is empty or too long
 */
export async function getUsageReport(
  caller: Caller,
  { from: earliest, to = new Date(), interval, group_by: groupBy }: UsageReportQuery,
): Promise<UsageReport> {
  const step = INTERVAL_MS[interval]
  const from = earliest ?? new Date(to.getTime() - DEFAULT_RANGE_MS[interval])
  if (to <= from) throw invalid("to", "before_from", "Must be after from.")
  const [start, end] = [Math.floor(from.getTime() / step) * step, Math.ceil(to.getTime() / step) * step]
  if ((end - start) / step > INTERVALS_MAX[interval])
    throw invalid("from", "too_long", `At most ${INTERVALS_MAX[interval]} intervals: choose a shorter range.`)
  const rows = await requestStore().report({
    ...{ accountId: caller.accountId, credentials: await countedCredentials(caller) },
    ...{ from: new Date(start), to: new Date(end), interval, groupBy: groupBy ?? null, limit: ROWS_MAX + 1 },
  })
  if (rows.length > ROWS_MAX)
    throw invalid("from", "too_many_rows", `More than ${ROWS_MAX} rows: choose a shorter range or longer intervals.`)
  const incomplete = await findFirstGap(new Date(start), new Date(end))
  const edges = interval === "range" ? [start, end] : edgesBetween(start, end, step)
  const positions = rows.flatMap(({ requests, counts }) =>
    [50, 95].map((percent) => locatePercentile(percent, requests, counts)),
  )
  const durations = await readDurations(
    caller,
    edges.map((edge) => new Date(edge)),
    positions,
  )
  const durationsOf = new Map<number, DurationStep[]>()
  for (const duration of durations)
    durationsOf.set(duration.step, [...(durationsOf.get(duration.step) ?? []), duration])
  const keys = groupBy === "key" ? await query<{ id: string }>(KEYS_SQL, [caller.accountId]) : []
  const keyIds = new Set(keys.map(({ id }) => id))
  return {
    data: rows.map((row) => {
      const index = interval === "range" ? 0 : Math.round((row.from.getTime() - start) / step)
      const until = new Date(edges[index + 1] ?? end)
      return toUsageCount(row, until, durationsOf.get(index + 1) ?? [], groupBy ?? null, keyIds)
    }),
    meta: {
      from: toTimestamp(new Date(start)),
      to: toTimestamp(new Date(end)),
      livemode: caller.livemode,
      incomplete_from: incomplete && toTimestamp(incomplete),
    },
  }
}

function edgesBetween(start: number, end: number, step: number): number[] {
  return Array.from({ length: (end - start) / step + 1 }, (_, index) => start + index * step)
}

function toUsageCount(
  { from, group, requests, errors, counts, duration_max: longest }: ReportRow,
  until: Date,
  durations: readonly DurationStep[],
  groupBy: UsageReportQuery["group_by"] | null,
  keyIds: ReadonlySet<string>,
): UsageCount {
  return {
    from: toTimestamp(from),
    until: toTimestamp(until),
    key: groupBy === "key" && group !== null ? (keyIds.has(group) ? publicId("api_key", group) : group) : null,
    operation: groupBy === "operation" ? group : null,
    status: groupBy === "status" ? Number(group) : null,
    requests,
    errors,
    p50_ms: percentile(50, requests, counts, durations, longest)?.ms ?? null,
    p95_ms: percentile(95, requests, counts, durations, longest)?.ms ?? null,
  }
}
