import { renewRecoveryCodes } from "@/auth/recovery-codes"
import { tellAccount } from "@/auth/tell-account"
import { Problem } from "@/domain/problem"
import { lockAccount } from "@/features/security/factors"
import { type Actor, audit } from "@/platform/audit"
import { query, transaction } from "@/platform/db"

/**
 * New recovery codes in place of the old ones.
 * @throws Problem invalid_state, for an account without a second factor
 */
export const renewCodes = (actor: Actor): Promise<string[]> =>
  transaction(async (tx) => {
    const { accountId } = actor.caller
    await lockAccount(tx, accountId)
    const [guarded] = await query(
      "SELECT WHERE EXISTS (SELECT FROM totp WHERE account_id = $1 AND confirmed_at IS NOT NULL) OR EXISTS (SELECT FROM passkey WHERE account_id = $1)",
      [accountId],
      tx,
    )
    if (!guarded)
      throw new Problem("invalid_state", { message: "Recovery codes are for accounts with a second factor." })
    const codes = await renewRecoveryCodes(tx, accountId)
    await audit(tx, actor, "recovery_codes.renewed", accountId)
    await tellAccount(tx, accountId, "recovery_codes_renewed", "/settings/security")
    return codes
  })
