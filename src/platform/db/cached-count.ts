import { SharedCache } from "@/platform/db/shared-cache"
import { processSingleton } from "@/platform/process-singleton"

const CACHE_MAX_ENTRIES = 5_000

function countCache(): SharedCache<number> {
  return processSingleton("cached-counts", () => new SharedCache<number>(CACHE_MAX_ENTRIES))
}

/** Whether a total is cached and fresh enough to use. */
export function hasCachedCount(key: string): boolean {
  return countCache().has(key)
}

/**
 * Returns a total up to a minute old. Counting is the most expensive part of a large list, so all requests share one
 * count.
 * @param key identifies the total
 */
export function cachedCount(key: string, count: () => Promise<number>): Promise<number> {
  return countCache().get(key, count)
}
