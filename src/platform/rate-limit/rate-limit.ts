import { LRUCache } from "lru-cache"
import { Problem } from "@/domain/problem"
import { gateQuery, query } from "@/platform/db/query"
import { env } from "@/platform/env"
import { inTime } from "@/platform/concurrency/in-time"
import { type ObservedCount, observeCount } from "@/platform/metrics/observe"
import { once } from "@/platform/once"
import { type Counted, countInRedis, giveBackInRedis, lookInRedis, type Taken } from "@/platform/rate-limit/redis"
import { inRounds } from "@/platform/concurrency/rounds"

export interface Allowance {
  allowed: boolean
  /** Requests per window. */
  limit: number
  remaining: number
  /** Seconds until the window ends, at least 1. */
  resetSeconds: number
}

export interface Reservation extends Allowance {
  /** Whether the request was counted and can be released; a refusal from memory was not. */
  counted: boolean
}

interface Asked {
  subject: string
  limit: number
  windowSeconds: number
  /** Whether the request can be released, in which case a refusal may end before its window does. */
  reserved: boolean
  resolve: (reservation: Reservation) => void
  reject: (error: unknown) => void
}

// A window starts with its subject's first request and lasts windowSeconds. The upsert locks the row, so each request
// gets a unique rank over all processes; ranks beyond the limit are refused.
const COUNT = `
  WITH taken AS (SELECT * FROM unnest($1::text[], $2::int[], $3::int[]) AS t (subject, requests, seconds)),
  counted AS (
    INSERT INTO rate_limit AS r (subject, ends_at, requests)
    SELECT subject, now() + make_interval(secs => seconds), requests FROM taken ORDER BY subject
    ON CONFLICT (subject) DO UPDATE SET
      requests = CASE WHEN r.ends_at <= now() THEN excluded.requests ELSE least(r.requests + excluded.requests, 1000000000) END,
      ends_at = CASE WHEN r.ends_at <= now() THEN excluded.ends_at ELSE r.ends_at END
    RETURNING r.subject, r.requests, r.ends_at)
  SELECT subject, counted.requests, least(seconds, greatest(1, ceil(extract(epoch FROM ends_at - now()))))::int AS reset_seconds
  FROM counted JOIN taken USING (subject)`

const countInPostgres = (taken: readonly Taken[]): Promise<Counted[]> =>
  gateQuery<Counted>(COUNT, [
    taken.map(({ subject }) => subject),
    taken.map(({ requests }) => requests),
    taken.map(({ windowSeconds }) => windowSeconds),
  ])

const REFUSED_KEPT = 10_000
/** How long a refusal is cached if any process may release requests meanwhile. */
const RESERVED_REFUSAL_MS = 1_000

/**
 * Counts requests exactly, over all processes, in PostgreSQL or, if REDIS_URL is set, in Redis. Concurrent requests
 * share one statement (inRounds). A subject over its limit is refused from memory until its window ends.
 */
class Limiter {
  /** From performance.now(): setting the clock back would otherwise lengthen a window. */
  private readonly refused = new LRUCache<string, { until: number; endsAt: number; limit: number }>({
    max: REFUSED_KEPT,
  })
  private readonly store = env.redisUrl ? "redis" : "postgresql"
  private readonly countTaken = env.redisUrl ? countInRedis : countInPostgres
  private readonly ask = inRounds<Asked>((asked) => this.count(asked))

  /** Returns a cached refusal, without counting. */
  refusal(subject: string, limit: number): Allowance | null {
    const over = this.refused.get(subject)
    if (!over) return null
    const now = performance.now()
    if (over.until > now && limit <= over.limit)
      return { allowed: false, limit, remaining: 0, resetSeconds: Math.max(1, Math.ceil((over.endsAt - now) / 1000)) }
    this.refused.delete(subject)
    return null
  }

  async take(subject: string, limit: number, windowSeconds: number, reserved = false): Promise<Reservation> {
    const known = this.refusal(subject, limit)
    if (known) return { ...known, counted: false }
    return new Promise((resolve, reject) => this.ask({ subject, limit, windowSeconds, reserved, resolve, reject }))
  }

  private async count(asked: Asked[]): Promise<void> {
    const began = performance.now()
    let outcome: ObservedCount["outcome"] = "failed"
    try {
      const bySubject = new Map<string, Asked[]>()
      for (const one of asked) {
        const others = bySubject.get(one.subject)
        if (others) others.push(one)
        else bySubject.set(one.subject, [one])
      }
      const taken = [...bySubject].map(([subject, { length: requests, 0: first }]) => ({
        subject,
        requests,
        windowSeconds: first?.windowSeconds ?? 60,
      }))
      const rows = await inTime(this.countTaken(taken))
      outcome = "counted"
      for (const row of rows) this.answer(row, bySubject.get(row.subject) ?? [])
    } finally {
      observeCount({ store: this.store, outcome, durationMs: performance.now() - began })
    }
  }

  private answer({ subject, requests, reset_seconds }: Counted, asked: Asked[]): void {
    asked.forEach(({ limit, reserved, resolve }, index) => {
      const rank = requests - asked.length + index + 1
      if (rank > limit) this.refuse(subject, limit, reset_seconds, reserved)
      resolve({
        counted: true,
        allowed: rank <= limit,
        limit,
        remaining: Math.max(0, limit - rank),
        resetSeconds: reset_seconds,
      })
    })
  }

  // The database rounds the reset up to a second, so caching for one second less never refuses a request of the next
  // window.
  private refuse(subject: string, limit: number, resetSeconds: number, reserved: boolean): void {
    const now = performance.now()
    const endsAt = now + (resetSeconds - 1) * 1000
    this.refused.set(subject, { until: reserved ? Math.min(endsAt, now + RESERVED_REFUSAL_MS) : endsAt, endsAt, limit })
  }
}

const limiter = (): Limiter => once("limiter", () => new Limiter())

/** Returns the cached refusal of a subject over its limit; null if a count is needed. */
export const refusedFromLimit = (subject: string, limit: number): Allowance | null =>
  limiter().refusal(subject.toWellFormed(), limit)

/**
 * Counts one request of a subject.
 * @param subject what is counted, such as "key:<id>" or "sign-in:<IP address>"
 */
export const takeFromLimit = (subject: string, limit: number, windowSeconds = 60): Promise<Allowance> =>
  // PostgreSQL's driver replaces lone surrogates, and the result could then not be matched by its subject.
  limiter().take(subject.toWellFormed(), limit, windowSeconds)

/**
 * Counts one request.
 * @throws Problem rate_limit_exceeded if the limit is exhausted
 */
export const takeOrRefuse = async (subject: string, limit: number, windowSeconds = 60): Promise<void> => {
  const { allowed, resetSeconds } = await takeFromLimit(subject, limit, windowSeconds)
  if (!allowed) throw new Problem("rate_limit_exceeded", { retryAfter: resetSeconds })
}

/** Counts one request that giveBackToLimits can release if it turns out not to count. */
export const reserveFromLimit = (subject: string, limit: number, windowSeconds: number): Promise<Reservation> =>
  limiter().take(subject.toWellFormed(), limit, windowSeconds, true)

// Locks the rows in the same order as COUNT.
const GIVE_BACK = `
  WITH held AS MATERIALIZED (SELECT subject FROM rate_limit WHERE subject = ANY ($1::text[]) AND ends_at > now() ORDER BY subject FOR UPDATE)
  UPDATE rate_limit r SET requests = greatest(r.requests - 1, 0) FROM held WHERE r.subject = held.subject`

/** Releases one counted request of each subject. */
export const giveBackToLimits = async (subjects: readonly string[]): Promise<void> => {
  const wellFormed = subjects.map((subject) => subject.toWellFormed())
  if (env.redisUrl) await giveBackInRedis(wellFormed)
  else await query(GIVE_BACK, [wellFormed])
}

const lookInPostgres = (subjects: readonly string[]): Promise<Counted[]> =>
  query<Counted>(
    "SELECT subject, requests, greatest(1, ceil(extract(epoch FROM ends_at - now())))::int AS reset_seconds FROM rate_limit WHERE subject = ANY ($1::text[]) AND ends_at > now()",
    [subjects],
  )

/**
 * Reads the counts of the current windows without counting.
 * @returns the requests, and the seconds until the window ends; no entry for a subject without a window
 */
export const takenFromLimits = async (
  subjects: readonly string[],
): Promise<Map<string, { requests: number; resetSeconds: number }>> => {
  const rows = await (env.redisUrl ? lookInRedis : lookInPostgres)(subjects)
  return new Map(
    rows.map(({ subject, requests, reset_seconds }) => [subject, { requests, resetSeconds: reset_seconds }]),
  )
}

const WINDOW_MS = 60_000

/** Counts within this process only, for responses that must work while the database is down. */
export const takeFromLocalLimit = (subject: string, limit: number): Allowance => {
  const windows = once(
    "local-limits",
    () => new LRUCache<string, { startsAt: number; requests: number }>({ max: REFUSED_KEPT }),
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
