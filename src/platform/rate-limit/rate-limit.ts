import { LRUCache } from "lru-cache"
import { Problem } from "@/domain/problem"
import { authQuery, query } from "@/platform/db/query"
import { env } from "@/platform/env"
import { withTimeout } from "@/platform/concurrency/timeout"
import { type ObservedLimiterCount, observeLimiterCount } from "@/platform/metrics/observe"
import { processSingleton } from "@/platform/process-singleton"
import {
  type RateLimitCount,
  consumeInRedis,
  releaseInRedis,
  peekInRedis,
  type RateLimitIncrement,
} from "@/platform/rate-limit/redis"
import { createBatcher } from "@/platform/concurrency/batcher"

export interface RateLimitResult {
  allowed: boolean
  /** Requests per window. */
  limit: number
  remaining: number
  /** Seconds until the window ends, at least 1. */
  resetSeconds: number
}

export interface Reservation extends RateLimitResult {
  /** Whether the request was counted and can be released; a refusal from memory was not. */
  counted: boolean
}

interface ConsumeOptions {
  windowSeconds?: number
  weight?: number
  releasable?: boolean
}

interface PendingRequest {
  subject: string
  limit: number
  windowSeconds: number
  /** How many requests it counts as. */
  weight: number
  /** Whether the request can be released, in which case a refusal may end before its window does. */
  releasable: boolean
  resolve: (reservation: Reservation) => void
  reject: (error: unknown) => void
}

// A window starts with its subject's first request and lasts windowSeconds. The upsert locks the row, so each request
// gets a unique rank over all processes; ranks beyond the limit are refused.
const CONSUME_SQL = `
  WITH increments AS (SELECT * FROM unnest($1::text[], $2::int[], $3::int[]) AS i (subject, requests, seconds)),
  counted AS (
    INSERT INTO rate_limit AS r (subject, ends_at, requests)
    SELECT subject, now() + make_interval(secs => seconds), requests FROM increments ORDER BY subject
    ON CONFLICT (subject) DO UPDATE SET
      requests = CASE WHEN r.ends_at <= now() THEN excluded.requests ELSE least(r.requests + excluded.requests, 1000000000) END,
      ends_at = CASE WHEN r.ends_at <= now() THEN excluded.ends_at ELSE r.ends_at END
    RETURNING r.subject, r.requests, r.ends_at)
  SELECT subject, counted.requests, least(seconds, greatest(1, ceil(extract(epoch FROM ends_at - now()))))::int AS reset_seconds
  FROM counted JOIN increments USING (subject)`

function consumeInPostgres(increments: readonly RateLimitIncrement[]): Promise<RateLimitCount[]> {
  return authQuery<RateLimitCount>(CONSUME_SQL, [
    increments.map(({ subject }) => subject),
    increments.map(({ requests }) => requests),
    increments.map(({ windowSeconds }) => windowSeconds),
  ])
}

const CACHED_REFUSALS_MAX = 10_000
/** How long a refusal is cached if any process may release requests meanwhile. */
const RESERVED_REFUSAL_CACHE_MS = 1_000

/**
 * Counts requests exactly, over all processes, in PostgreSQL or, if REDIS_URL is set, in Redis. Concurrent requests
 * share one statement (createBatcher). A subject over its limit is refused from memory until its window ends.
 */
class RateLimiter {
  /** From performance.now(): setting the clock back would otherwise lengthen a window. */
  private readonly refusals = new LRUCache<string, { cachedUntil: number; endsAt: number; limit: number }>({
    max: CACHED_REFUSALS_MAX,
  })
  private readonly store = env.redisUrl ? "redis" : "postgresql"
  private readonly consumeInStore = env.redisUrl ? consumeInRedis : consumeInPostgres
  private readonly enqueue = createBatcher<PendingRequest>((batch) => this.consumeBatch(batch))

  /** Returns a cached refusal, without counting. */
  cachedRefusal(subject: string, limit: number): RateLimitResult | null {
    const cached = this.refusals.get(subject)
    if (!cached) return null
    const now = performance.now()
    if (cached.cachedUntil > now && limit <= cached.limit)
      return { allowed: false, limit, remaining: 0, resetSeconds: Math.max(1, Math.ceil((cached.endsAt - now) / 1000)) }
    this.refusals.delete(subject)
    return null
  }

  async consume(
    subject: string,
    limit: number,
    { windowSeconds = 60, weight = 1, releasable = false }: ConsumeOptions = {},
  ): Promise<Reservation> {
    const refusal = this.cachedRefusal(subject, limit)
    if (refusal) return { ...refusal, counted: false }
    return new Promise((resolve, reject) =>
      this.enqueue({ subject, limit, windowSeconds, weight, releasable, resolve, reject }),
    )
  }

  private async consumeBatch(batch: PendingRequest[]): Promise<void> {
    const startedAt = performance.now()
    let outcome: ObservedLimiterCount["outcome"] = "failed"
    try {
      const requestsBySubject = new Map<string, PendingRequest[]>()
      for (const request of batch) {
        const group = requestsBySubject.get(request.subject)
        if (group) group.push(request)
        else requestsBySubject.set(request.subject, [request])
      }
      const increments = [...requestsBySubject].map(([subject, group]) => ({
        subject,
        requests: totalWeight(group),
        windowSeconds: group[0]?.windowSeconds ?? 60,
      }))
      const rows = await withTimeout(this.consumeInStore(increments))
      outcome = "counted"
      for (const row of rows) this.resolveRequests(row, requestsBySubject.get(row.subject) ?? [])
    } finally {
      observeLimiterCount({ store: this.store, outcome, durationMs: performance.now() - startedAt })
    }
  }

  /** Resolves the requests of one subject, in the order in which they were made. */
  private resolveRequests({ subject, requests, reset_seconds }: RateLimitCount, group: PendingRequest[]): void {
    let rank = requests - totalWeight(group)
    for (const { limit, weight, releasable, resolve } of group) {
      rank += weight
      if (rank > limit) this.cacheRefusal(subject, limit, reset_seconds, releasable)
      resolve({
        counted: true,
        allowed: rank <= limit,
        limit,
        remaining: Math.max(0, limit - rank),
        resetSeconds: reset_seconds,
      })
    }
  }

  // The database rounds the reset up to a second, so caching for one second less never refuses a request of the next
  // window.
  private cacheRefusal(subject: string, limit: number, resetSeconds: number, releasable: boolean): void {
    const now = performance.now()
    const endsAt = now + (resetSeconds - 1) * 1000
    this.refusals.set(subject, {
      cachedUntil: releasable ? Math.min(endsAt, now + RESERVED_REFUSAL_CACHE_MS) : endsAt,
      endsAt,
      limit,
    })
  }
}

function totalWeight(group: readonly PendingRequest[]): number {
  return group.reduce((sum, { weight }) => sum + weight, 0)
}

function rateLimiter(): RateLimiter {
  return processSingleton("limiter", () => new RateLimiter())
}

/** Returns the cached refusal of a subject over its limit; null if a count is needed. */
export function cachedRefusal(subject: string, limit: number): RateLimitResult | null {
  return rateLimiter().cachedRefusal(subject.toWellFormed(), limit)
}

/**
 * Counts a request of a subject.
 * @param subject what is counted, such as "credential:<id>" or "sign-up:from:<IP address>"
 * @param limit requests per window
 * @param weight how many requests it counts as
 * @throws Problem unavailable (TimeoutError), or PoolExhausted, if the database does not respond
 */
export function consume(subject: string, limit: number, windowSeconds = 60, weight = 1): Promise<RateLimitResult> {
  // PostgreSQL's driver replaces lone surrogates, and the result could then not be matched by its subject.
  return rateLimiter().consume(subject.toWellFormed(), limit, { windowSeconds, weight })
}

/**
 * Counts one request.
 * @throws Problem rate_limit_exceeded if the limit is exhausted
 */
export async function consumeOrThrow(subject: string, limit: number, windowSeconds = 60): Promise<void> {
  const { allowed, resetSeconds } = await consume(subject, limit, windowSeconds)
  if (!allowed) throw new Problem("rate_limit_exceeded", { retryAfter: resetSeconds })
}

/** Counts one request that releaseReservations can release if it turns out not to count. */
export function reserve(subject: string, limit: number, windowSeconds: number): Promise<Reservation> {
  return rateLimiter().consume(subject.toWellFormed(), limit, { windowSeconds, releasable: true })
}

// Locks the rows in the same order as CONSUME_SQL.
const RELEASE_SQL = `
  WITH locked AS MATERIALIZED (SELECT subject FROM rate_limit WHERE subject = ANY ($1::text[]) AND ends_at > now() ORDER BY subject FOR UPDATE)
  UPDATE rate_limit r SET requests = greatest(r.requests - 1, 0) FROM locked WHERE r.subject = locked.subject`

/** Releases one counted request of each subject. */
export async function releaseReservations(subjects: readonly string[]): Promise<void> {
  const wellFormed = subjects.map((subject) => subject.toWellFormed())
  if (env.redisUrl) await releaseInRedis(wellFormed)
  else await query(RELEASE_SQL, [wellFormed])
}

function peekInPostgres(subjects: readonly string[]): Promise<RateLimitCount[]> {
  return query<RateLimitCount>(
    "SELECT subject, requests, greatest(1, ceil(extract(epoch FROM ends_at - now())))::int AS reset_seconds FROM rate_limit WHERE subject = ANY ($1::text[]) AND ends_at > now()",
    [subjects],
  )
}

/**
 * Reads the counts of the current windows without counting.
 * @returns the requests, and the seconds until the window ends; no entry for a subject without a window
 */
export async function peek(
  subjects: readonly string[],
): Promise<Map<string, { requests: number; resetSeconds: number }>> {
  const rows = await (env.redisUrl ? peekInRedis : peekInPostgres)(subjects)
  return new Map(
    rows.map(({ subject, requests, reset_seconds }) => [subject, { requests, resetSeconds: reset_seconds }]),
  )
}

const WINDOW_MS = 60_000

/** Counts within this process only, for responses that must work while the database is down. */
export function consumeLocally(subject: string, limit: number): RateLimitResult {
  const windows = processSingleton(
    "local-limits",
    () => new LRUCache<string, { startsAt: number; requests: number }>({ max: CACHED_REFUSALS_MAX }),
  )
  const now = performance.now()
  let window = windows.get(subject)
  if (!window || window.startsAt <= now - WINDOW_MS) {
    window = { startsAt: now, requests: 0 }
    windows.set(subject, window)
  }
  window.requests++
  return {
    allowed: window.requests <= limit,
    limit,
    remaining: Math.max(0, limit - window.requests),
    resetSeconds: Math.max(1, Math.ceil((window.startsAt + WINDOW_MS - now) / 1000)),
  }
}
