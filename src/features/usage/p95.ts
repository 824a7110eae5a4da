import { sum, sumOf } from "@/domain/sum"
import { DURATION_BOUNDS_MS, BUCKETS_PER_COLUMN } from "@/platform/request-log/usage-counts"

/** The end of the histogram in older rows: slower requests are in no bucket. */
const LEGACY_HISTOGRAM_END_MS = 1000

interface Percentile {
  /** Milliseconds. */
  ms: number
  /** Whether the time is a lower bound. */
  at_least: boolean
}

/** The number of requests in a duration bucket, and their total duration in milliseconds. */
export interface DurationCount {
  bucket: number
  requests: number
  duration_ms: number
}

export interface PercentilePosition {
  /** The index of the histogram bucket that contains the percentile; null: above all buckets. */
  bucketIndex: number | null
  lower: number
  /** How many of the bucket's requests are at or below it; may be fractional. */
  rank: number
}

/** A percentile of fewer requests than this says nothing, so pages do not show it. */
export const MIN_REQUESTS_FOR_P95 = 20

/**
 * The position of the 95th percentile; null for no request.
 * @param counts of the histogram's buckets, as in BUCKETS; requests missing from the total took longer than a second.
 */
export function locateP95(total: number, counts: readonly number[]): PercentilePosition | null {
  return locatePercentile(95, total, counts)
}

/** The position of any percentile, from 1 to 100; null for no request. */
export function locatePercentile(percent: number, total: number, counts: readonly number[]): PercentilePosition | null {
  if (total === 0) return null
  const rank = (total * percent) / 100
  const incomplete = total > sum(counts)
  let below = 0
  let lower = 0
  for (const [bucketIndex, upper] of DURATION_BOUNDS_MS.entries()) {
    if (incomplete && upper > LEGACY_HISTOGRAM_END_MS) break
    const inside = counts[bucketIndex] ?? 0
    if (below + inside >= rank) return { bucketIndex, lower, rank: rank - below }
    below += inside
    lower = upper
  }
  return { bucketIndex: null, lower, rank: 0 }
}

/**
 * The 95th percentile of the response time, with an error below 2 %; null for no request.
 * @param durations of that histogram bucket; older rows have none and are taken as evenly spread within it.
 */
export function p95(
  total: number,
  counts: readonly number[],
  durations: readonly DurationCount[] = [],
  longest: number | null = null,
): Percentile | null {
  return percentile(95, total, counts, durations, longest)
}

/**
 * A percentile of the response time; null for no request.
 * @param durations of that histogram bucket, of these requests or of others that are taken as distributed likewise
 * @param longest the longest duration of these requests in milliseconds, which no percentile exceeds; null: not known
 */
export function percentile(
  percent: number,
  total: number,
  counts: readonly number[],
  durations: readonly DurationCount[] = [],
  longest: number | null = null,
): Percentile | null {
  const position = locatePercentile(percent, total, counts)
  if (!position) return null
  const { bucketIndex, lower, rank } = position
  if (bucketIndex === null) return { ms: lower, at_least: true }
  const capped = (ms: number): Percentile => ({ ms: rounded(Math.min(ms, longest ?? ms)), at_least: false })
  const inside = counts[bucketIndex] ?? 0
  const counted = durations
    .filter(({ bucket }) => Math.floor(bucket / BUCKETS_PER_COLUMN) === bucketIndex)
    .sort((a, b) => a.bucket - b.bucket)
  const knownRequests = sumOf(counted, ({ requests }) => requests)
  let remaining = Math.max(1, Math.ceil((rank * knownRequests) / inside))
  for (const { requests, duration_ms: duration } of counted) {
    remaining -= requests
    // The bucket's durations are within 2 % of each other, and so of their mean.
    if (remaining <= 0) return capped(duration / requests)
  }
  return capped(lower + (rank / inside) * ((DURATION_BOUNDS_MS[bucketIndex] ?? lower) - lower))
}

/** Merges the counts of several steps. */
export function mergeDurations(durations: readonly DurationCount[]): DurationCount[] {
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

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100
}
