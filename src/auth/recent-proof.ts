import type { Caller, SessionCaller } from "@/domain/caller"
import { Problem } from "@/domain/problem"

/** How long a proof of who somebody is counts, from the sign-in or from when it was last confirmed. */
export const PROOF_SECONDS = 15 * 60

const isRecent = (at: Date): boolean => Date.now() - at.getTime() < PROOF_SECONDS * 1000

/** A person in the portal must have lately shown who they are; an API client's credential is its proof. @throws Problem reauthentication_required */
export function requireRecentProof(caller: Caller): void {
  if (caller.kind === "session" && !isRecent(caller.signedInAt)) throw new Problem("reauthentication_required")
}

/**
 * Staff powers ask for a second factor, which this session has proved; to change something, lately.
 * @throws Problem second_factor_required, when the account has none; reauthentication_required
 */
export function requireSecondFactor({ secondFactor, ...caller }: SessionCaller, { recent }: { recent: boolean }): void {
  if (!secondFactor) throw new Problem("second_factor_required")
  const { provedAt } = secondFactor
  if (provedAt === null || (recent && !(isRecent(provedAt) && isRecent(caller.signedInAt))))
    throw new Problem("reauthentication_required")
}
