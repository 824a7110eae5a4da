import { BOUNDS, DURATION_BUCKETS_EACH } from "@/platform/request-log/usage-counts"

/** The end of the histogram in older rows: slower requests are in no bucket. */
const FORMER_END_MS = 1000

export interface Percentile {
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

interface Place {
  /** The index of the histogram bucket that contains the percentile; null: above all buckets. */
  place: number | null
  lower: number
  /** How many of the bucket's requests are at or below it; may be fractional. */
  rank: number
}

/**
 * The position of the 95th percentile; null for no request.
 * @param counts of the histogram's buckets, as in BUCKETS; requests missing from the total took longer than a second.
 */
export function placeOfP95(total: number, counts: readonly number[]): Place | null {
  if (total === 0) return null
  const rank = (total * 95) / 100
  const scattered = total > counts.reduce((sum, count) => sum + count, 0)
  let below = 0
  let lower = 0
  for (const [place, upper] of BOUNDS.entries()) {
    if (scattered && upper > FORMER_END_MS) break
    const inside = counts[place] ?? 0
    if (below + inside >= rank) return { place, lower, rank: rank - below }
    below += inside
    lower = upper
  }
  return { place: null, lower, rank: 0 }
}

/**
 * The 95th percentile of the response time, with an error below 2 %; null for no request.
 * @param durations of that histogram bucket; older rows have none and are taken as evenly spread within it.
 */
export function p95(
  total: number,
  counts: readonly number[],
  durations: readonly DurationCount[] = [],
): Percentile | null {
  const found = placeOfP95(total, counts)
  if (!found) return null
  const { place, lower, rank } = found
  if (place === null) return { ms: lower, at_least: true }
  const inside = counts[place] ?? 0
  const counted = durations
    .filter(({ bucket }) => Math.floor(bucket / DURATION_BUCKETS_EACH) === place)
    .sort((a, b) => a.bucket - b.bucket)
  const known = counted.reduce((sum, { requests }) => sum + requests, 0)
  let left = Math.max(1, Math.ceil((rank * known) / inside))
  for (const { requests, duration_ms: sum } of counted) {
    left -= requests
    // The bucket's durations are within 2 % of each other, and so of their mean.
    if (left <= 0) return { ms: rounded(sum / requests), at_least: false }
  }
  return { ms: rounded(lower + (rank / inside) * ((BOUNDS[place] ?? lower) - lower)), at_least: false }
}

const rounded = (ms: number): number => Math.round(ms * 100) / 100
