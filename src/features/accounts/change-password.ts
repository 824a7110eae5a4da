import { countProof } from "@/auth/proof"
import { hashPassword, verifyPassword } from "@/auth/password"
import { Throttled } from "@/auth/throttled"
import type { SessionCaller } from "@/domain/caller"
import { invalid, Problem } from "@/domain/problem"
import { setPassword } from "@/features/accounts/set-password"
import { tellAccount } from "@/auth/tell-account"
import { type Actor, audit } from "@/platform/audit"
import { query, transaction } from "@/platform/db"

/**
 * Changes the password of whoever knows the current one; every other session ends.
 * @throws Problem validation_failed, when the current one is wrong or the new one is the same; rate_limit_exceeded
 */
export const changePassword = async (
  actor: Actor & { caller: SessionCaller },
  { current, password }: { current: string; password: string },
): Promise<void> => {
  const { accountId, sessionId } = actor.caller
  await countProof(accountId).catch((error: unknown) => {
    throw error instanceof Throttled ? new Problem("rate_limit_exceeded", { retryAfter: error.seconds }) : error
  })
  const [account] = await query<{ password_hash: string | null }>("SELECT password_hash FROM account WHERE id = $1", [
    accountId,
  ])
  if (!(await verifyPassword(account?.password_hash ?? null, current)))
    throw invalid("current", "wrong", "This is not the current password.")
  if (current === password) throw invalid("password", "same", "This is the password that it was before.")
  const passwordHash = await hashPassword(password)
  await transaction(async (tx) => {
    // Changed only if it is still the one that was checked.
    const [unchanged] = await query(
      "SELECT FROM account WHERE id = $1 AND password_hash IS NOT DISTINCT FROM $2 FOR UPDATE",
      [accountId, account?.password_hash ?? null],
      tx,
    )
    if (!unchanged) throw new Problem("invalid_state", { message: "The password has been changed in the meantime." })
    await setPassword(tx, accountId, passwordHash, sessionId)
    await audit(tx, actor, "account.password_changed", accountId)
    await tellAccount(tx, accountId, "password_changed", "/forgot-password")
  })
}
