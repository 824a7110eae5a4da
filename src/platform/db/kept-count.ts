import { once } from "@/platform/once"

/** In milliseconds. A total of this age is counted anew while it is still used, */
const FRESH_MS = 10_000
/** and one of this age is not used any more. */
const KEPT_MS = 60_000
const KEPT_MAX = 5_000

interface Kept {
  /** By performance.now(), which nobody sets back. */
  at: number
  total: Promise<number>
  recounting: boolean
}

const keptCounts = (): Map<string, Kept> => once("kept-counts", () => new Map<string, Kept>())

const ageOf = (kept: Kept | undefined): number => (kept ? performance.now() - kept.at : Infinity)

/** Whether a total is known that may still be used. */
export const hasKeptCount = (key: string): boolean => ageOf(keptCounts().get(key)) < KEPT_MS

/**
 * A total at most a minute old: counting is what a list of a large table costs most, so all who ask share one count.
 * @param key the same for the same total
 */
export const keptCount = (key: string, count: () => Promise<number>): Promise<number> => {
  const counts = keptCounts()
  const kept = counts.get(key)
  const age = ageOf(kept)
  if (kept && age < FRESH_MS) return kept.total
  if (kept && age < KEPT_MS && kept.recounting) return kept.total
  if (counts.size >= KEPT_MAX) counts.clear()
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
