import { Throttled } from "@/auth/throttled"
import { giveBackToLimits, refusedFromLimit, reserveFromLimit } from "@/platform/rate-limit/rate-limit"

/** How many attempts may fail in a window. */
export interface FailureLimit {
  subject: string
  most: number
  windowSeconds: number
}

/** @throws Throttled, for what this process has refused a moment ago, without asking the database */
export const refuseKnown = (limits: readonly FailureLimit[]): void => {
  for (const { subject, most } of limits) {
    const refused = refusedFromLimit(subject, most)
    if (refused) throw new Throttled(refused.resetSeconds, subject)
  }
}

/**
 * Judges an attempt to prove who somebody is, and counts it if it fails. It is counted before it is judged, so that no number of attempts at
 * once passes the limit, and given back if it was right, was refused, or could not be judged.
 * @param judge gives null or false for a failure
 * @throws Throttled
 */
export const countFailures = async <Outcome>(
  limits: readonly FailureLimit[],
  judge: () => Promise<Outcome>,
): Promise<Outcome> => {
  const taken = await Promise.all(
    limits.map(({ subject, most, windowSeconds }) => reserveFromLimit(subject, most, windowSeconds)),
  )
  // Giving back what a refusal from memory has not counted would empty the counter.
  const counted = limits.filter((_, index) => taken[index]?.counted).map(({ subject }) => subject)
  const refusedAt = taken.findIndex(({ allowed }) => !allowed)
  if (refusedAt >= 0) {
    if (counted.length > 0) await giveBackToLimits(counted)
    throw new Throttled(taken[refusedAt]?.resetSeconds ?? 1, limits[refusedAt]?.subject)
  }
  let failed = false
  try {
    const outcome = await judge()
    failed = outcome === null || outcome === false
    return outcome
  } finally {
    if (!failed) await giveBackToLimits(counted)
  }
}
