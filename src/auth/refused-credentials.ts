import { LRUCache } from "lru-cache"
import { rateLimitSubject } from "@/http/client-ip"
import { Problem } from "@/domain/problem"
import { createFloodWarning } from "@/platform/log/flood-warning"
import { processSingleton } from "@/platform/process-singleton"
import { type RateLimitResult, cachedRefusal, consume } from "@/platform/rate-limit/rate-limit"

/**
 * Refused credentials per minute and network, over /v1, /oauth and all processes. Expired and revoked access tokens do
 * not count: an app's server may see many in a minute, and refreshes them.
 */
export const REFUSED_CREDENTIALS_LIMIT = 100

const ACCEPTED_MS = 3_600_000
const REFUSED_MS = 60_000
/** An accepted credential is recorded again only after this time, not at each request. */
const REMEMBER_INTERVAL_MS = 60_000
const REMEMBERED_MAX = 10_000

/**
 * Look-ups of unknown credentials that remain to a network over its limit, per process: their owners may not have sent
 * the bad ones.
 */
const LOOKUPS_PER_SECOND = 2
const LOOKUP_BURST = 5

interface CredentialHistory {
  /** When each credential was last accepted, by hash. */
  accepted: LRUCache<string, number>
  /** When each credential was last refused, by hash. */
  refused: LRUCache<string, number>
  /** Remaining look-ups of networks over the limit. */
  lookups: LRUCache<string, { tokens: number; updatedAt: number }>
  warn: (latest: { network: string }) => void
}

function credentialHistory(): CredentialHistory {
  return processSingleton("refused-credentials", () => ({
    accepted: new LRUCache({ max: REMEMBERED_MAX }),
    refused: new LRUCache({ max: REMEMBERED_MAX }),
    lookups: new LRUCache({ max: REMEMBERED_MAX }),
    warn: createFloodWarning("a network has sent too many credentials that were refused"),
  }))
}

function subjectOf(ip: string | null): string {
  return `refused-credentials:${rateLimitSubject(ip)}`
}

/**
 * Records that a credential was accepted, so that one bad client in an office does not block the others there. It may
 * have been revoked since.
 */
export function recordAcceptedCredential(hash: Buffer): void {
  const { accepted, refused } = credentialHistory()
  const id = hash.toString("base64")
  const now = performance.now()
  if (now - (accepted.get(id) ?? -Infinity) < REMEMBER_INTERVAL_MS) return
  refused.delete(id)
  accepted.set(id, now)
}

/**
 * Refuses a credential of a network over its limit before the database is queried, unless it was accepted in the last
 * hour or is one of the few that may be looked up.
 * @param isWellFormed whether its format is that of our credentials
 * @throws Problem rate_limit_exceeded
 */
export function throwIfNetworkBlocked(ip: string | null, isWellFormed: () => boolean, hashOf: () => Buffer): void {
  const subject = subjectOf(ip)
  const refusal = cachedRefusal(subject, REFUSED_CREDENTIALS_LIMIT)
  if (!refusal) return
  const { accepted, refused } = credentialHistory()
  const id = hashOf().toString("base64")
  const now = performance.now()
  if (now - (accepted.get(id) ?? -Infinity) < ACCEPTED_MS) return
  // A client that repeats a bad credential must not use up the look-ups.
  if (!isWellFormed() || now - (refused.get(id) ?? -Infinity) < REFUSED_MS) throw tooManyRefused(ip, refusal)
  if (!consumeLookup(subject, now)) throw tooManyRefused(ip, { ...refusal, resetSeconds: 1 })
}

function consumeLookup(subject: string, now: number): boolean {
  const { lookups } = credentialHistory()
  const bucket = lookups.get(subject)
  const tokens = bucket
    ? Math.min(LOOKUP_BURST, bucket.tokens + ((now - bucket.updatedAt) / 1000) * LOOKUPS_PER_SECOND)
    : LOOKUP_BURST
  const allowed = tokens >= 1
  lookups.set(subject, { tokens: allowed ? tokens - 1 : tokens, updatedAt: now })
  return allowed
}

/**
 * Counts a refused credential.
 * @throws Problem rate_limit_exceeded if the network is over its limit
 */
export async function recordRefusedCredential(ip: string | null, hash: Buffer): Promise<void> {
  const { accepted, refused } = credentialHistory()
  const id = hash.toString("base64")
  accepted.delete(id)
  refused.set(id, performance.now())
  // If counting fails, the original refusal is returned.
  const result = await consume(subjectOf(ip), REFUSED_CREDENTIALS_LIMIT).catch(() => null)
  if (result && !result.allowed) throw tooManyRefused(ip, result)
}

function tooManyRefused(ip: string | null, { resetSeconds }: RateLimitResult): Problem {
  credentialHistory().warn({ network: rateLimitSubject(ip) })
  return new Problem("rate_limit_exceeded", {
    retryAfter: resetSeconds,
    message:
      "Too many credentials from this network were refused; correct yours, and wait as long as Retry-After says.",
  })
}
