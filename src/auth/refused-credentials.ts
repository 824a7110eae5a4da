import { limitSubject } from "@/http/client-address"
import { Problem } from "@/domain/problem"
import { floodWarning } from "@/platform/log/flood-log"
import { once } from "@/platform/once"
import { type Allowance, refusedFromLimit, takeFromLimit } from "@/platform/rate-limit/rate-limit"

/**
 * Refused credentials a minute from one network, over /v1 and /oauth and all processes. An access token that has expired or was revoked is none of
 * them: the server of an app may meet many in a minute, and refreshes them.
 */
export const REFUSED_CREDENTIALS_LIMIT = 100

const ACCEPTED_MS = 3_600_000
const REFUSED_MS = 60_000
/** A credential that is accepted again is noted again once the note is this old, not at each request. */
const REMEMBER_AGAIN_MS = 60_000
const REMEMBERED_MAX = 10_000

/** New credentials of a network that has sent too many bad ones which a process looks up all the same: their owners may have sent none of those. */
const LOOK_UPS_PER_SECOND = 2
const LOOK_UPS_AT_ONCE = 5

interface Refusals {
  /** When a credential was last accepted, by its hash; the least recent first. */
  accepted: Map<string, number>
  /** When one was last refused, in the same way. */
  refused: Map<string, number>
  /** The look-ups that are left to networks with too many bad ones. */
  lookUps: Map<string, { left: number; at: number }>
  warn: (latest: { network: string }) => void
}

function refusals(): Refusals {
  return once("refused-credentials", () => ({
    accepted: new Map(),
    refused: new Map(),
    lookUps: new Map(),
    warn: floodWarning("a network has sent too many credentials that were refused"),
  }))
}

const subjectOf = (address: string | null): string => `refused-credentials:${limitSubject(address)}`

/** Remembers that a credential was good: one bad program in an office must not stop the others there. It does not say that it still is. */
export function rememberAccepted(hash: Buffer): void {
  const { accepted, refused } = refusals()
  const id = hash.toString("base64")
  const now = performance.now()
  if (now - (accepted.get(id) ?? -Infinity) < REMEMBER_AGAIN_MS) return
  refused.delete(id)
  remember(accepted, id, now)
}

function remember<T>(map: Map<string, T>, id: string, value: T): void {
  map.delete(id)
  map.set(id, value)
  if (map.size <= REMEMBERED_MAX) return
  const [oldest] = map.keys()
  if (oldest !== undefined) map.delete(oldest)
}

/**
 * Refuses a credential from a network that has sent too many bad ones, before anything is asked of the database, unless it was good within the last
 * hour or is one of the few new ones that may be looked up.
 * @param isWellFormed whether it can be one of ours at all
 * @throws Problem rate_limit_exceeded
 */
export function refuseFailingNetwork(address: string | null, isWellFormed: () => boolean, hashOf: () => Buffer): void {
  const subject = subjectOf(address)
  const refusal = refusedFromLimit(subject, REFUSED_CREDENTIALS_LIMIT)
  if (!refusal) return
  const { accepted, refused } = refusals()
  const id = hashOf().toString("base64")
  const now = performance.now()
  if (now - (accepted.get(id) ?? -Infinity) < ACCEPTED_MS) return
  // A program that repeats a bad one leaves the look-ups to others.
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
  remember(lookUps, subject, { left: taken ? left - 1 : left, at: now })
  return taken
}

/**
 * Counts a credential that was refused.
 * @throws Problem rate_limit_exceeded, when the network has had too many
 */
export async function countRefusedCredential(address: string | null, hash: Buffer): Promise<void> {
  const { accepted, refused } = refusals()
  const id = hash.toString("base64")
  accepted.delete(id)
  remember(refused, id, performance.now())
  // While nothing can be counted, the refusal itself stands.
  const allowance = await takeFromLimit(subjectOf(address), REFUSED_CREDENTIALS_LIMIT).catch(() => null)
  if (allowance && !allowance.allowed) throw tooMany(address, allowance)
}

function tooMany(address: string | null, { resetSeconds }: Allowance): Problem {
  refusals().warn({ network: limitSubject(address) })
  return new Problem("rate_limit_exceeded", {
    retryAfter: resetSeconds,
    message:
      "Too many credentials from this network were refused; correct yours, and wait as long as Retry-After says.",
  })
}
