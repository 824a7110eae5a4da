import { LRUCache } from "lru-cache"
import { rateLimitSubject } from "@/http/client-address"
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
const REMEMBER_AGAIN_MS = 60_000
const REMEMBERED_MAX = 10_000

/**
 * Look-ups of unknown credentials that remain to a network over its limit, per process: their owners may not have sent
 * the bad ones.
 */
const LOOK_UPS_PER_SECOND = 2
const LOOK_UPS_AT_ONCE = 5

interface Refusals {
  /** When each credential was last accepted, by hash. */
  accepted: LRUCache<string, number>
  /** When each credential was last refused, by hash. */
  refused: LRUCache<string, number>
  /** Remaining look-ups of networks over the limit. */
  lookUps: LRUCache<string, { left: number; at: number }>
  warn: (latest: { network: string }) => void
}

function refusals(): Refusals {
  return processSingleton("refused-credentials", () => ({
    accepted: new LRUCache({ max: REMEMBERED_MAX }),
    refused: new LRUCache({ max: REMEMBERED_MAX }),
    lookUps: new LRUCache({ max: REMEMBERED_MAX }),
    warn: createFloodWarning("a network has sent too many credentials that were refused"),
  }))
}

const subjectOf = (address: string | null): string => `refused-credentials:${rateLimitSubject(address)}`

/**
 * Records that a credential was accepted, so that one bad client in an office does not block the others there. It may
 * have been revoked since.
 */
export function rememberAccepted(hash: Buffer): void {
  const { accepted, refused } = refusals()
  const id = hash.toString("base64")
  const now = performance.now()
  if (now - (accepted.get(id) ?? -Infinity) < REMEMBER_AGAIN_MS) return
  refused.delete(id)
  accepted.set(id, now)
}

/**
 * Refuses a credential of a network over its limit before the database is queried, unless it was accepted in the last
 * hour or is one of the few that may be looked up.
 * @param isWellFormed whether its format is that of our credentials
 * @throws Problem rate_limit_exceeded
 */
export function refuseFailingNetwork(address: string | null, isWellFormed: () => boolean, hashOf: () => Buffer): void {
  const subject = subjectOf(address)
  const refusal = cachedRefusal(subject, REFUSED_CREDENTIALS_LIMIT)
  if (!refusal) return
  const { accepted, refused } = refusals()
  const id = hashOf().toString("base64")
  const now = performance.now()
  if (now - (accepted.get(id) ?? -Infinity) < ACCEPTED_MS) return
  // A client that repeats a bad credential must not use up the look-ups.
  if (!isWellFormed() || now - (refused.get(id) ?? -Infinity) < REFUSED_MS) throw tooMany(address, refusal)
  if (!takeLookUp(subject, now)) throw tooMany(address, { ...refusal, resetSeconds: 1 })
}

function takeLookUp(subject: string, now: number): boolean {
  const { lookUps } = refusals()
  const known = lookUps.get(subject)
  const left = known
    ? Math.min(LOOK_UPS_AT_ONCE, known.left + ((now - known.at) / 1000) * LOOK_UPS_PER_SECOND)
    : LOOK_UPS_AT_ONCE
  const taken = left >= 1
  lookUps.set(subject, { left: taken ? left - 1 : left, at: now })
  return taken
}

/**
 * Counts a refused credential.
 * @throws Problem rate_limit_exceeded if the network is over its limit
 */
export async function countRefusedCredential(address: string | null, hash: Buffer): Promise<void> {
  const { accepted, refused } = refusals()
  const id = hash.toString("base64")
  accepted.delete(id)
  refused.set(id, performance.now())
  // If counting fails, the original refusal is returned.
  const allowance = await consume(subjectOf(address), REFUSED_CREDENTIALS_LIMIT).catch(() => null)
  if (allowance && !allowance.allowed) throw tooMany(address, allowance)
}

function tooMany(address: string | null, { resetSeconds }: RateLimitResult): Problem {
  refusals().warn({ network: rateLimitSubject(address) })
  return new Problem("rate_limit_exceeded", {
    retryAfter: resetSeconds,
    message:
      "Too many credentials from this network were refused; correct yours, and wait as long as Retry-After says.",
  })
}
