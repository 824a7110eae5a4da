import { LRUCache } from "lru-cache"
import { once } from "@/platform/once"

/** In milliseconds. An older total is recounted while it is still in use. */
const FRESH_MS = 10_000
/** In milliseconds. An older total is not used. */
const KEPT_MS = 60_000
const KEPT_MAX = 5_000

interface Kept {
  /** From performance.now(), which is never set back. */
  at: number
  total: Promise<number>
  recounting: boolean
}

const keptCounts = (): LRUCache<string, Kept> =>
  once("kept-counts", () => new LRUCache<string, Kept>({ max: KEPT_MAX }))

const ageOf = (kept: Kept | undefined): number => (kept ? performance.now() - kept.at : Infinity)

/** Whether a total is cached and fresh enough to use. */
export const hasKeptCount = (key: string): boolean => ageOf(keptCounts().get(key)) < KEPT_MS

/**
 * Returns a total up to a minute old. Counting is the most expensive part of a large list, so all requests share one
 * count.
 * @param key identifies the total
 */
export const keptCount = (key: string, count: () => Promise<number>): Promise<number> => {
  const counts = keptCounts()
  const kept = counts.get(key)
  const age = ageOf(kept)
  if (kept && age < FRESH_MS) return kept.total
  if (kept && age < KEPT_MS && kept.recounting) return kept.total
  const counted: Kept = { at: performance.now(), total: count(), recounting: false }
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
