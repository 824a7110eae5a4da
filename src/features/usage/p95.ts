/** Upper bounds of the histogram's buckets, in milliseconds: account_usage's within_* columns. */
export const BOUNDS = [5, 10, 25, 50, 100, 250, 500, 1000] as const

export const SLOWEST_MS = 1000

/**
 * The time within which 95 of 100 requests were answered, in milliseconds, taken as spread evenly within their bucket.
 * @param within how many took at most each bound, and more than the bound before; what is missing to the total took longer than all.
 */
export const p95 = (total: number, within: readonly number[]): number | null => {
  if (total === 0) return null
  const rank = total * 0.95
  let below = 0
  let lower = 0
  for (const [index, upper] of BOUNDS.entries()) {
    const inside = within[index] ?? 0
    if (below + inside >= rank) return Math.round((lower + ((rank - below) / inside) * (upper - lower)) * 10) / 10
    below += inside
    lower = upper
  }
  return SLOWEST_MS
}
