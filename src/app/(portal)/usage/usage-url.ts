import { DAY_MS } from "@/domain/time-units"
import { parseLocalTime, toLocalTime } from "@/domain/time-zone"
import { USAGE_DAYS, USAGE_RANGES, type UsageRangeName } from "@/domain/usage"
import { oneOf, withQuery } from "@/ui/query-url"

type QueryParameters = Record<string, string | string[] | undefined>

const DAY = /^\d{4}-\d\d-\d\d$/

/** The period of a page: one that ends now, or the days from one to another, inclusive. */
export type UsageRange = { range: UsageRangeName } | { from: string; to: string }

export interface ParsedRange {
  range: UsageRange
  /** Whether the URL names days that are not a period, so that another one is shown. */
  invalid: boolean
  /** Today in the reader's time zone, as in the URL. */
  today: string
  /** The input of the queries. */
  input: { range: UsageRangeName } | { from: string; to: string }
}

/** The period in a URL; 7 days without a valid one. */
export function parseRange(parameters: QueryParameters, zone: string, now = new Date()): ParsedRange {
  const { from, to } = parameters
  const range = oneOf(USAGE_RANGES, parameters.range) ?? "7d"
  const today = toLocalTime(zone, now).slice(0, 10)
  const fallback = { range: { range }, input: { range }, today }
  if (from === undefined && to === undefined) return { ...fallback, invalid: false }
  if (typeof from !== "string" || typeof to !== "string" || !DAY.test(from) || !DAY.test(to))
    return { ...fallback, invalid: true }
  const start = parseLocalTime(zone, `${from}T00:00`)
  const end = parseLocalTime(zone, `${nextDay(to)}T00:00`)
  const valid =
    start !== null &&
    end !== null &&
    start < end &&
    start <= now &&
    end.getTime() <= now.getTime() + 2 * DAY_MS &&
    now.getTime() - start.getTime() <= USAGE_DAYS * DAY_MS
  if (!valid) return { ...fallback, invalid: true }
  return { range: { from, to }, invalid: false, today, input: { from: start.toISOString(), to: end.toISOString() } }
}

function nextDay(day: string): string {
  const at = Date.parse(`${day}T00:00Z`)
  return Number.isNaN(at) ? "" : new Date(at + DAY_MS).toISOString().slice(0, 10)
}

/** The first day that may be chosen, and today, in the reader's time zone, as in the URL. */
export function dayLimits(today: string): { min: string; max: string } {
  return {
    min: new Date(Date.parse(`${today}T00:00Z`) - (USAGE_DAYS - 1) * DAY_MS).toISOString().slice(0, 10),
    max: today,
  }
}

export function rangeUrl(path: string, range: UsageRange, more: Record<string, string | undefined> = {}): string {
  return withQuery(path, { ...range, ...more })
}
