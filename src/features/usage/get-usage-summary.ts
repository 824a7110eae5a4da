import type { Caller } from "@/domain/caller"
import { publicId } from "@/domain/public-id"
import { sumOf } from "@/domain/sum"
import { countedCredentials } from "@/features/usage/counted-credentials"
import { type DurationCount, locateP95, mergeDurations, p95 } from "@/features/usage/p95"
import { percentileIntervals } from "@/features/usage/percentile-intervals"
import { readDurations } from "@/features/usage/read-durations"
import type { Usage, UsageGroup, UsageSummary, UsageSummaryQuery } from "@/features/usage/schema"
import { rowsByStep, type Span, spansOf, usagePeriod } from "@/features/usage/usage-period"
import { query } from "@/platform/db/query"
import { requestStore } from "@/platform/request-log/request-log"
import { findFirstGap } from "@/platform/request-log/request-writer"
import type { ReportGroup, SummaryRow } from "@/platform/request-log/request-store"
import { toTimestamp } from "@/trpc/wire"

const KEYS_SQL = "SELECT id FROM api_key WHERE account_id = $1 AND id = ANY ($2::uuid[])"

type Counts = Pick<Usage, "requests" | "errors" | "p95">

/**
 * The requests of an account in the caller's mode, or of one of its API keys: in total and by step, key, operation and
 * status, compared with the period before. The counts are those of `GET /v1/usage`.
 * @throws Problem not_found for a key of another account or of the other mode; validation_failed for an invalid range
 */
export async function getUsageSummary(
  caller: Caller,
  input: UsageSummaryQuery,
  now = new Date(),
): Promise<UsageSummary> {
  const { edges, previous, previousEnds } = usagePeriod(input, now)
  const credentials = await countedCredentials(caller, input.key)
  const [start = now, end = now] = [edges[0], edges.at(-1)]
  const all = sortedUnique([...(previous ?? []), ...(previous ? [previousEnds] : []), ...edges])
  const rows = await requestStore().summary({
    ...{ accountId: caller.accountId, credentials, edges: all, splitAt: start, firstEnds: previousEnds },
  })
  const incomplete = await findFirstGap(start, end)
  const stepsIn = rowsByStep(
    rows.filter(({ kind }) => kind === "step"),
    all,
  )
  const intervals = spansOf(
    percentileIntervals(
      edges,
      spansOf(edges).map((span) => countRequests(stepsIn(span))),
    ),
  )
  const positions = [...rows.map((row) => [row]), ...intervals.map(stepsIn)].map((each) =>
    locateP95(countRequests(each), countsOf(each)),
  )
  const durationRowsIn = rowsByStep(await readDurations(caller, all, positions), all)
  const durationsIn = (span: Span): DurationCount[] => mergeDurations(durationRowsIn(span))
  const durationsNow = durationsIn([start, end])
  const total = (period: 1 | 2): SummaryRow[] => rows.filter((row) => row.kind === "period" && row.period === period)
  const keyIds = await listKeyIds(caller, rows)
  const group = (kind: ReportGroup): UsageGroup[] => {
    const [before, after] = ([1, 2] as const).map(
      (period) =>
        new Map(rows.filter((row) => row.kind === kind && row.period === period).map((row) => [row.group, row])),
    )
    const names = [...new Set([...(after?.keys() ?? []), ...(before?.keys() ?? [])])].filter((name) => name !== null)
    return names
      .map((name) => ({
        name: kind === "key" && keyIds.has(name) ? publicId("api_key", name) : name,
        ...toCounts([after?.get(name) ?? []].flat(), durationsNow),
        previous_requests: previous && (before?.get(name)?.requests ?? 0),
      }))
      .sort((a, b) => b.requests - a.requests || (a.name < b.name ? -1 : 1))
  }
  const toStep = ([from, until]: Span): Usage["steps"][number] => ({
    ...{ from: toTimestamp(from), until: toTimestamp(until) },
    ...toCounts(stepsIn([from, until]), durationsIn([from, until])),
  })
  return {
    ...{ from: toTimestamp(start), until: toTimestamp(end) },
    ...toCounts(total(2), durationsNow),
    previous: previous && {
      ...{ from: toTimestamp(previous[0] ?? start), until: toTimestamp(previousEnds) },
      ...toCounts(total(1), durationsIn([previous[0] ?? start, previousEnds])),
    },
    steps: spansOf(edges).map(([from, until], index) => {
      const [since, to] = [previous?.[index], previous?.[index + 1]]
      return {
        ...toStep([from, until]),
        previous_requests: since && to ? countRequests(stepsIn([since, to])) : null,
      }
    }),
    p95_steps: intervals.map(toStep),
    incomplete_from: incomplete && toTimestamp(incomplete),
    groups: { key: group("key"), operation: group("operation"), status: group("status") },
  }
}

function countRequests(rows: readonly SummaryRow[]): number {
  return sumOf(rows, ({ requests }) => requests)
}

function toCounts(rows: readonly SummaryRow[], durations: readonly DurationCount[]): Counts {
  const requests = countRequests(rows)
  return {
    requests,
    errors: sumOf(rows, ({ errors }) => errors),
    p95: p95(requests, countsOf(rows), durations, longestOf(rows)),
  }
}

/** The histogram of all rows. */
function countsOf(rows: readonly SummaryRow[]): number[] {
  return (rows[0]?.counts ?? []).map((_, index) => sumOf(rows, ({ counts }) => counts[index] ?? 0))
}

/** The longest duration of the rows' requests; null if one of the rows does not say. */
function longestOf(rows: readonly SummaryRow[]): number | null {
  const known = rows.flatMap(({ duration_max: longest }) => (longest === null ? [] : [longest]))
  return known.length < rows.length ? null : Math.max(...known)
}

/** Which of the rows' credentials are API keys; the others are grants to apps. */
async function listKeyIds({ accountId }: Caller, rows: readonly SummaryRow[]): Promise<ReadonlySet<string>> {
  const ids = rows.flatMap(({ kind, group }) => (kind === "key" && group !== null ? [group] : []))
  return new Set((await query<{ id: string }>(KEYS_SQL, [accountId, ids])).map(({ id }) => id))
}

function sortedUnique(dates: readonly Date[]): Date[] {
  return [...new Set(dates.map((at) => at.getTime()))].sort((a, b) => a - b).map((at) => new Date(at))
}
