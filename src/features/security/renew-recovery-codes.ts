import { renewRecoveryCodes } from "@/auth/recovery-codes"
import { hasSecondFactor } from "@/auth/second-factors"
import { mailAccount } from "@/auth/account-mail"
import { Problem } from "@/domain/problem"
import { lockActiveAccount } from "@/features/security/factors"
import { type Actor, audit } from "@/platform/audit"
import { prismaTransaction, queryableOf } from "@/platform/db/transaction"

/**
 * Replaces the recovery codes.
 * @throws Problem invalid_state, for an account without a second factor
 */
export function replaceRecoveryCodes(actor: Actor): Promise<string[]> {
  return prismaTransaction(async (tx) => {
    const { accountId } = actor.caller
    await lockActiveAccount(tx, accountId)
    if (!(await hasSecondFactor(accountId, tx)))
      throw new Problem("invalid_state", {
        message: "Recovery codes require a second factor.",
      })
    const codes = await renewRecoveryCodes(tx, accountId)
    await audit(queryableOf(tx), actor, "recovery_codes.renewed", accountId)
    await mailAccount(queryableOf(tx), accountId, "recovery_codes_renewed", "/settings/security")
    return codes
  })
}
