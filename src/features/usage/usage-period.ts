import { invalid } from "@/domain/problem"
import { DAY_MS, HOUR_MS } from "@/domain/time-units"
import { timeBuckets, toWholeHour } from "@/domain/time-zone"
import { USAGE_DAYS, type UsageRangeName } from "@/domain/usage"
import type { UsageSummaryQuery } from "@/features/usage/schema"

/** The steps of a range: hours per step, and the number of steps. */
const RANGE_STEPS: Record<UsageRangeName, readonly [hours: 1 | 6 | 24, count: number]> = {
  "24h": [1, 24],
  "7d": [6, 28],
  "30d": [24, 30],
}

interface UsagePeriod {
  /** The edges of the steps. */
  edges: Date[]
  /** The edges of as many steps before; null if usage was not stored then. */
  previous: Date[] | null
  /** Where the period before ends: as long after its start as now is after the period's. */
  previousEnds: Date
}

/**
 * The steps of a range and of the one before. All edges are whole hours in UTC, as usage is counted: a day begins with
 * the first whole hour of the zone's day.
 * @throws Problem validation_failed for a range that is empty, or begins before usage is stored
 */
export function usagePeriod(
  { range, from, to, zone }: Pick<UsageSummaryQuery, "range" | "from" | "to" | "zone">,
  now = new Date(),
): UsagePeriod {
  const { edges, before } = from && to ? edgesBetween(from, to, zone) : edgesOf(range ?? "24h", zone, now)
  const [start = now, end = now] = [edges[0], edges.at(-1)]
  const oldest = now.getTime() - USAGE_DAYS * DAY_MS
  if (from && from.getTime() < oldest - DAY_MS) throw invalid("from", "too_old", `At most ${USAGE_DAYS} days ago.`)
  const previous = (before[0]?.getTime() ?? 0) < oldest ? null : before
  const passed = Math.min(end.getTime(), Math.floor(now.getTime() / HOUR_MS) * HOUR_MS + HOUR_MS) - start.getTime()
  const previousStart = (previous ?? edges)[0] ?? now
  const ends = Math.min(start.getTime(), previousStart.getTime() + Math.max(0, passed))
  return { edges, previous, previousEnds: new Date(ends) }
}

/** The edges of a range's steps: whole hours in UTC, as usage is counted. */
export function rangeEdges(range: UsageRangeName, zone: string, now: Date): Date[] {
  const [hours, count] = RANGE_STEPS[range]
  return stepEdges(hours, count, zone, now)
}

export type Span = readonly [from: Date, until: Date]

export function spansOf(edges: readonly Date[]): Span[] {
  return edges.slice(1).map((until, index) => [edges[index] ?? until, until])
}

/**
 * Sorts rows by the steps that they count.
 * @param edges of the steps, which rows number from 1
 * @returns a function that returns the rows of the steps which start within a span
 */
export function rowsByStep<Row extends { step: number | null }>(
  rows: readonly Row[],
  edges: readonly Date[],
): (span: Span) => Row[] {
  const steps: Row[][] = edges.map(() => [])
  for (const row of rows) steps[(row.step ?? 0) - 1]?.push(row)
  const starts = edges.map((edge) => edge.getTime())
  return (span) => {
    const [from, until] = [span[0].getTime(), span[1].getTime()]
    const [first, last] = [starts.findIndex((start) => start >= from), starts.findLastIndex((start) => start < until)]
    return first < 0 ? [] : steps.slice(first, last + 1).flat()
  }
}

interface Edges {
  edges: Date[]
  before: Date[]
}

function edgesOf(range: UsageRangeName, zone: string, now: Date): Edges {
  const [hours, count] = RANGE_STEPS[range]
  return split(stepEdges(hours, 2 * count, zone, now), 1)
}

/** The edges of so many steps, whole hours in UTC; the last step contains a time. */
function stepEdges(hours: 1 | 6 | 24, count: number, zone: string, at: Date): Date[] {
  return timeBuckets(at, hours === 1 ? "UTC" : zone, hours, count).map(toWholeHour)
}

/** The steps are hours, quarters of days, days or weeks, so that there are at most 60 or so. */
function edgesBetween(from: Date, to: Date, zone: string): Edges {
  const length = to.getTime() - from.getTime()
  if (length <= 0) throw invalid("to", "before_from", "Must be after from.")
  if (length > USAGE_DAYS * DAY_MS + DAY_MS) throw invalid("from", "too_long", `At most ${USAGE_DAYS} days.`)
  const last = new Date(to.getTime() - 1)
  const steps = (hours: 1 | 6 | 24): Date[] =>
    stepEdges(hours, 2 * Math.max(1, Math.round(length / (hours * HOUR_MS))), zone, last)
  if (length <= 2.1 * DAY_MS) return split(steps(1), 1)
  if (length <= 14.1 * DAY_MS) return split(steps(6), 1)
  return split(steps(24), length <= 62 * DAY_MS ? 1 : 7)
}

/** Splits the edges in two halves, and takes every n-th of each. */
function split(edges: readonly Date[], every: number): Edges {
  const middle = (edges.length - 1) / 2
  const thin = (half: readonly Date[]): Date[] =>
    half.filter((_, index) => index % every === 0 || index === half.length - 1)
  return {
    edges: thin(edges.slice(middle)),
    before: thin(edges.slice(0, middle + 1)),
  }
}
