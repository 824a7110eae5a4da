import { BOUNDS } from "@/platform/usage-counts"

/** Where the histogram ended before it had longer bounds: in rows of that time, what took longer is in no bucket. */
const FORMER_END_MS = 1000

export interface Percentile {
  /** Milliseconds. */
  ms: number
  /** Whether it may be any time above. */
  at_least: boolean
}

/**
 * The time within which 95 of 100 requests were answered, taken as spread evenly within their bucket; null for no request.
 * @param counts of the histogram's buckets, as BUCKETS has them; what is missing to the total took longer than a second.
 */
export const p95 = (total: number, counts: readonly number[]): Percentile | null => {
  if (total === 0) return null
  const rank = total * 0.95
  const scattered = total > counts.reduce((sum, count) => sum + count, 0)
  let below = 0
  let lower = 0
  for (const [index, upper] of BOUNDS.entries()) {
    if (scattered && upper > FORMER_END_MS) break
    const inside = counts[index] ?? 0
    if (below + inside >= rank)
      return { ms: Math.round((lower + ((rank - below) / inside) * (upper - lower)) * 10) / 10, at_least: false }
    below += inside
    lower = upper
  }
  return { ms: lower, at_least: true }
}
