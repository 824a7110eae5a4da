import { type Proof, proveSession } from "@/auth/proof"
import { Throttled } from "@/auth/throttled"
import type { SessionCaller } from "@/domain/caller"
import { invalid, Problem } from "@/domain/problem"
import type { Actor } from "@/platform/audit"
import { query } from "@/platform/db"

/** What the holder of an account can show to prove it. */
export const waysToProve = async ({ accountId }: SessionCaller): Promise<{ code: boolean; passkey: boolean }> => {
  const [ways] = await query<{ code: boolean; passkey: boolean }>(
    `SELECT EXISTS (SELECT FROM totp WHERE account_id = $1 AND confirmed_at IS NOT NULL) AS code, EXISTS (SELECT FROM passkey WHERE account_id = $1) AS passkey`,
    [accountId],
  )
  return ways ?? { code: false, passkey: false }
}

/**
 * Confirms that whoever is signed in is the account's holder.
 * @throws Problem validation_failed, when the proof is wrong; rate_limit_exceeded
 */
export const prove = async (
  { caller, address, requestId }: Actor & { caller: SessionCaller },
  proof: Proof,
): Promise<void> => {
  let proved: boolean
  try {
    proved = await proveSession(caller, proof, { address, requestId })
  } catch (error) {
    throw error instanceof Throttled ? new Problem("rate_limit_exceeded", { retryAfter: error.seconds }) : error
  }
  if (!proved) throw invalid(Object.keys(proof)[0] ?? "password", "wrong", "This does not prove it.")
}
