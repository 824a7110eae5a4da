import type { Caller } from "@/domain/caller"
import { sumOf } from "@/domain/sum"
import { locateP95, mergeDurations, p95 } from "@/features/usage/p95"
import { percentileIntervals } from "@/features/usage/percentile-intervals"
import { readDurations } from "@/features/usage/read-durations"
import type { Usage, UsageQuery } from "@/features/usage/schema"
import { rangeEdges, rowsByStep, type Span, spansOf } from "@/features/usage/usage-period"
import { requestStore } from "@/platform/request-log/request-log"
import type { UsageStep } from "@/platform/request-log/request-store"
import { DURATION_COLUMNS } from "@/platform/request-log/usage-counts"
import { toTimestamp } from "@/trpc/wire"

interface Period {
  requests: number
  errors: number
  counts: number[]
}

function toPeriod(rows: readonly UsageStep[]): Period {
  return {
    requests: sumOf(rows, ({ requests }) => requests),
    errors: sumOf(rows, ({ errors }) => errors),
    counts: DURATION_COLUMNS.map((_, index) => sumOf(rows, ({ counts }) => counts[index] ?? 0)),
  }
}

/** An account's requests in a range and the caller's mode, in the steps of the usage page. */
export async function getUsage(caller: Caller, { range, zone }: UsageQuery, now = new Date()): Promise<Usage> {
  const edges = rangeEdges(range, zone, now)
  const stepsIn = rowsByStep(await requestStore().usage(caller, edges), edges)
  const countIn = (span: Span): Period => toPeriod(stepsIn(span))
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
  const durationsIn = rowsByStep(await readDurations(caller, edges, positions), edges)
  const countsIn = (span: Span): Pick<Usage, "requests" | "errors" | "p95"> => {
    const { requests, errors, counts } = countIn(span)
    return { requests, errors, p95: p95(requests, counts, mergeDurations(durationsIn(span))) }
  }
  const toStep = ([from, until]: Span): Usage["steps"][number] => ({
    ...{ from: toTimestamp(from), until: toTimestamp(until) },
    ...countsIn([from, until]),
  })
  const counted = steps.map(toStep)
  const joined = intervals.length < steps.length
  return { ...countsIn(whole), steps: counted, p95_steps: joined ? intervals.map(toStep) : counted }
}
