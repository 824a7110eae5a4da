import type { Caller, SessionCaller } from "@/domain/caller"
import { Problem } from "@/domain/problem"

/** How long a sign-in or reauthentication counts as recent. */
const RECENT_AUTH_SECONDS = 15 * 60

function isRecent(at: Date): boolean {
  return Date.now() - at.getTime() < RECENT_AUTH_SECONDS * 1000
}

/**
 * A portal session must have authenticated recently; API credentials are exempt.
 * @throws Problem reauthentication_required
 */
export function requireRecentAuth(caller: Caller): void {
  if (caller.kind === "session" && !isRecent(caller.signedInAt)) throw new Problem("reauthentication_required")
}

/**
 * Staff permissions require that the session has passed a second factor, for changes recently.
 * @throws Problem second_factor_required if the account has none; reauthentication_required
 */
export function requireSecondFactor({ secondFactor, ...caller }: SessionCaller, { recent }: { recent: boolean }): void {
  if (!secondFactor) throw new Problem("second_factor_required")
  const { provedAt } = secondFactor
  if (provedAt === null || (recent && !(isRecent(provedAt) && isRecent(caller.signedInAt))))
    throw new Problem("reauthentication_required")
}
