import type { Caller } from "@/domain/caller"
import { locateP95, mergeDurations, p95 } from "@/features/usage/p95"
import { percentileIntervals } from "@/features/usage/percentile-intervals"
import { readDurations } from "@/features/usage/read-durations"
import type { Usage, UsageQuery } from "@/features/usage/schema"
import { rangeEdges, type Span, spansOf } from "@/features/usage/usage-period"
import { requestStore } from "@/platform/request-log/request-log"
import type { UsageStep } from "@/platform/request-log/request-store"
import { DURATION_COLUMNS } from "@/platform/request-log/usage-counts"
import { toTimestamp } from "@/trpc/wire"

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

interface Period {
  requests: number
  errors: number
  counts: number[]
}

function toPeriod(rows: readonly UsageStep[]): Period {
  return {
    requests: sum(rows.map((row) => row.requests)),
    errors: sum(rows.map((row) => row.errors)),
    counts: DURATION_COLUMNS.map((_, index) => sum(rows.map(({ counts }) => counts[index] ?? 0))),
  }
}

/** An account's requests in a range and the caller's mode, in the steps of the usage page. */
export async function getUsage(caller: Caller, { range, zone }: UsageQuery, now = new Date()): Promise<Usage> {
  const edges = rangeEdges(range, zone, now)
  const starts = edges.map((edge) => edge.getTime())
  const within = <Row extends { step: number }>(rows: readonly Row[], span: Span): Row[] => {
    const [from, until] = [span[0].getTime(), span[1].getTime()]
    return rows.filter(({ step }) => {
      const start = starts[step - 1] ?? 0
      return start >= from && start < until
    })
  }
  const rows = await requestStore().usage(caller, edges)
  const countIn = (span: Span): Period => toPeriod(within(rows, span))
  const whole: Span = [edges[0] ?? now, edges.at(-1) ?? now]
  const steps = spansOf(edges)
  const intervals = spansOf(
    percentileIntervals(
      edges,
      steps.map(countIn).map(({ requests }) => requests),
    ),
  )
  const positions = [whole, ...steps, ...intervals]
    .map(countIn)
    .map(({ requests, counts }) => locateP95(requests, counts))
  const durations = await readDurations(caller, edges, positions)
  const countsIn = (span: Span): Pick<Usage, "requests" | "errors" | "p95"> => {
    const { requests, errors, counts } = countIn(span)
    return { requests, errors, p95: p95(requests, counts, mergeDurations(within(durations, span))) }
  }
  const toStep = ([from, until]: Span): Usage["steps"][number] => ({
    ...{ from: toTimestamp(from), until: toTimestamp(until) },
    ...countsIn([from, until]),
  })
  return { ...countsIn(whole), steps: steps.map(toStep), p95_steps: intervals.map(toStep) }
}
