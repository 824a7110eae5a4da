import { Throttled } from "@/auth/throttled"
import { releaseReservations, cachedRefusal, reserve } from "@/platform/rate-limit/rate-limit"

/** Maximum number of failed attempts in a window. */
export interface FailureLimit {
  subject: string
  limit: number
  windowSeconds: number
}

/** @throws Throttled for a refusal cached in this process, without querying the database */
export function throwIfExhausted(limits: readonly FailureLimit[]): void {
  for (const { subject, limit } of limits) {
    const exhausted = cachedRefusal(subject, limit)
    if (exhausted) throw new Throttled(exhausted.resetSeconds, subject)
  }
}

/**
 * Verifies an attempt to authenticate and counts failures. The attempt is counted before the verification, so that
 * concurrent attempts cannot exceed the limit, and released if it succeeds, is refused, or cannot be verified.
 * @param verify returns null or false for a failure
 * @throws Throttled
 */
export async function limitFailures<Outcome>(
  limits: readonly FailureLimit[],
  verify: () => Promise<Outcome>,
): Promise<Outcome> {
  const reservations = await Promise.all(
    limits.map(({ subject, limit, windowSeconds }) => reserve(subject, limit, windowSeconds)),
  )
  // A refusal from memory was not counted; releasing it would empty the counter.
  const reservedSubjects = limits.filter((_, index) => reservations[index]?.counted).map(({ subject }) => subject)
  const exhaustedIndex = reservations.findIndex(({ allowed }) => !allowed)
  if (exhaustedIndex >= 0) {
    if (reservedSubjects.length > 0) await releaseReservations(reservedSubjects)
    throw new Throttled(reservations[exhaustedIndex]?.resetSeconds ?? 1, limits[exhaustedIndex]?.subject)
  }
  let failed = false
  try {
    const outcome = await verify()
    failed = outcome === null || outcome === false
    return outcome
  } finally {
    if (!failed) await releaseReservations(reservedSubjects)
  }
}
