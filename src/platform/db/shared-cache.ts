import { LRUCache } from "lru-cache"

/** In milliseconds. An older result is computed again while it is still in use. */
const FRESH_MS = 10_000
/** A result that took long is fresh for longer, so that computing it again occupies at most a twentieth of a core. */
const FRESH_PER_COST = 20
const FRESH_MAX_MS = 45_000
/** In milliseconds. An older result is not used. */
const MAX_AGE_MS = 60_000

interface CachedResult<Result> {
  /** From performance.now(), which is never set back. */
  computedAt: number
  result: Promise<Result>
  /** In milliseconds; 0 until the result is there. */
  cost: number
  refreshing: boolean
}

function ageOf(cached: CachedResult<unknown> | undefined): number {
  return cached ? performance.now() - cached.computedAt : Infinity
}

function freshnessOf({ cost }: CachedResult<unknown>): number {
  return Math.max(FRESH_MS, Math.min(FRESH_MAX_MS, cost * FRESH_PER_COST))
}

/** Results that are expensive to compute, up to a minute old. All requests share one computation. */
export class SharedCache<Result> {
  private readonly results: LRUCache<string, CachedResult<Result>>

  constructor(maxEntries: number) {
    this.results = new LRUCache<string, CachedResult<Result>>({ max: maxEntries })
  }

  /** Whether a result is cached and young enough to use. */
  has(key: string): boolean {
    return ageOf(this.results.get(key)) < MAX_AGE_MS
  }

  get(key: string, compute: () => Promise<Result>): Promise<Result> {
    const cached = this.results.get(key)
    const age = ageOf(cached)
    if (cached && age < freshnessOf(cached)) return cached.result
    if (cached && age < MAX_AGE_MS && cached.refreshing) return cached.result
    const computedAt = performance.now()
    const fresh: CachedResult<Result> = { computedAt, result: compute(), cost: 0, refreshing: false }
    fresh.result.then(
      () => (fresh.cost = performance.now() - computedAt),
      () => undefined,
    )
    if (!cached || age >= MAX_AGE_MS) {
      this.results.set(key, fresh)
      fresh.result.catch(() => this.results.delete(key))
      return fresh.result
    }
    cached.refreshing = true
    fresh.result.then(
      () => this.results.set(key, fresh),
      () => (cached.refreshing = false),
    )
    return cached.result
  }
}
