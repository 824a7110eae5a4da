import { Throttled } from "@/auth/throttled"
import { releaseReservations, cachedRefusal, reserve } from "@/platform/rate-limit/rate-limit"

/** Maximum number of failed attempts in a window. */
export interface FailureLimit {
  subject: string
  most: number
  windowSeconds: number
}

/** @throws Throttled for a refusal cached in this process, without querying the database */
export const refuseKnown = (limits: readonly FailureLimit[]): void => {
  for (const { subject, most } of limits) {
    const refused = cachedRefusal(subject, most)
    if (refused) throw new Throttled(refused.resetSeconds, subject)
  }
}

/**
 * Verifies an attempt to authenticate and counts failures. The attempt is counted before the verification, so that
 * concurrent attempts cannot exceed the limit, and released if it succeeds, is refused, or cannot be verified.
 * @param judge returns null or false for a failure
 * @throws Throttled
 */
export const countFailures = async <Outcome>(
  limits: readonly FailureLimit[],
  judge: () => Promise<Outcome>,
): Promise<Outcome> => {
  const taken = await Promise.all(
    limits.map(({ subject, most, windowSeconds }) => reserve(subject, most, windowSeconds)),
  )
  // A refusal from memory was not counted; releasing it would empty the counter.
  const counted = limits.filter((_, index) => taken[index]?.counted).map(({ subject }) => subject)
  const refusedAt = taken.findIndex(({ allowed }) => !allowed)
  if (refusedAt >= 0) {
    if (counted.length > 0) await releaseReservations(counted)
    throw new Throttled(taken[refusedAt]?.resetSeconds ?? 1, limits[refusedAt]?.subject)
  }
  let failed = false
  try {
    const outcome = await judge()
    failed = outcome === null || outcome === false
    return outcome
  } finally {
    if (!failed) await releaseReservations(counted)
  }
}
