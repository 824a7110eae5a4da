import { LRUCache } from "lru-cache"
import { processSingleton } from "@/platform/process-singleton"

/** In milliseconds. An older total is recounted while it is still in use. */
const FRESH_MS = 10_000
/** In milliseconds. An older total is not used. */
const MAX_AGE_MS = 60_000
const CACHE_MAX_ENTRIES = 5_000

interface CachedCount {
  /** From performance.now(), which is never set back. */
  countedAt: number
  total: Promise<number>
  refreshing: boolean
}

const countCache = (): LRUCache<string, CachedCount> =>
  processSingleton("cached-counts", () => new LRUCache<string, CachedCount>({ max: CACHE_MAX_ENTRIES }))

const ageOf = (cached: CachedCount | undefined): number => (cached ? performance.now() - cached.countedAt : Infinity)

/** Whether a total is cached and fresh enough to use. */
export const hasCachedCount = (key: string): boolean => ageOf(countCache().get(key)) < MAX_AGE_MS

/**
 * Returns a total up to a minute old. Counting is the most expensive part of a large list, so all requests share one
 * count.
 * @param key identifies the total
 */
export const cachedCount = (key: string, count: () => Promise<number>): Promise<number> => {
  const cache = countCache()
  const cached = cache.get(key)
  const age = ageOf(cached)
  if (cached && age < FRESH_MS) return cached.total
  if (cached && age < MAX_AGE_MS && cached.refreshing) return cached.total
  const fresh: CachedCount = { countedAt: performance.now(), total: count(), refreshing: false }
  if (!cached || age >= MAX_AGE_MS) {
    cache.set(key, fresh)
    fresh.total.catch(() => cache.delete(key))
    return fresh.total
  }
  cached.refreshing = true
  fresh.total.then(
    () => cache.set(key, fresh),
    () => (cached.refreshing = false),
  )
  return cached.total
}
