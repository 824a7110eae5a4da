import { type ListingFilter, whereOf } from "@/features/products/listing-filter"
import { inTime } from "@/platform/in-time"
import { once } from "@/platform/once"
import { readCatalogue } from "@/platform/replica"

/** In milliseconds. A total of this age is counted anew while it is still used, */
const FRESH_MS = 10_000
/** and one of this age is not used any more. */
const KEPT_MS = 60_000
const KEPT_MAX = 5_000

interface Kept {
  at: number
  total: Promise<number>
  recounting: boolean
}

/**
 * How many listings a filter finds, at most a minute ago; counting is what a list of a large catalogue costs most.
 * @throws OutOfTime, while the count that is shared does not come
 */
export const countListings = (filter: ListingFilter): Promise<number> => inTime(sharedCount(filter))

const sharedCount = (filter: ListingFilter): Promise<number> => {
  const counts = once("listing-counts", () => new Map<string, Kept>())
  const key = JSON.stringify(filter)
  const kept = counts.get(key)
  const age = kept ? Date.now() - kept.at : Infinity
  if (kept && age < FRESH_MS) return kept.total
  if (kept && age < KEPT_MS && kept.recounting) return kept.total
  if (counts.size >= KEPT_MAX) counts.clear()
  const counted: Kept = { at: Date.now(), total: count(filter), recounting: false }
  if (!kept || age >= KEPT_MS) {
    counts.set(key, counted)
    counted.total.catch(() => counts.delete(key))
    return counted.total
  }
  kept.recounting = true
  counted.total.then(
    () => counts.set(key, counted),
    () => (kept.recounting = false),
  )
  return kept.total
}

const count = async (filter: ListingFilter): Promise<number> => {
  const [row] = await readCatalogue<{ total: number }>(`SELECT count(*)::int AS total FROM listing WHERE ${whereOf(filter)}`, filter.values)
  return row?.total ?? 0
}
