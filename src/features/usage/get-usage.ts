import type { Caller } from "@/domain/caller"
import { type DurationCount, locateP95, mergeDurations, p95 } from "@/features/usage/p95"
import { readDurations } from "@/features/usage/read-durations"
import type { Usage, UsageQuery } from "@/features/usage/schema"
import { rangeEdges } from "@/features/usage/usage-period"
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

function toCounts({ requests, errors, counts }: Period, durations: readonly DurationCount[]): Omit<Usage, "steps"> {
  return {
    requests,
    errors,
    p95: p95(requests, counts, durations),
  }
}

/** An account's requests in a range and the caller's mode, in the steps of the usage page. */
export async function getUsage(caller: Caller, { range, zone }: UsageQuery, now = new Date()): Promise<Usage> {
  const edges = rangeEdges(range, zone, now)
  const starts = edges.slice(0, -1)
  const rows = await requestStore().usage(caller, edges)
  const [total, periods] = [
    toPeriod(rows),
    starts.map((_, index) => toPeriod(rows.filter(({ step }) => step === index + 1))),
  ]
  const positions = [total, ...periods].map(({ requests, counts }) => locateP95(requests, counts))
  const durations = await readDurations(caller, edges, positions)
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
