import { credentialTransaction } from "@/auth/api-key"
import { type CookieAccess, rememberDevice } from "@/auth/known-device"
import { lockAccountRow } from "@/auth/lock-account-row"
import { limitReauthentication } from "@/auth/reauthentication"
import { hashPassword, verifyPassword } from "@/auth/password"
import { Throttled } from "@/auth/throttled"
import type { SessionCaller } from "@/domain/caller"
import { invalid, Problem } from "@/domain/problem"
import { rejectGuessablePassword } from "@/features/accounts/guessable-password"
import { setPassword } from "@/features/accounts/set-password"
import { mailAccount } from "@/auth/account-mail"
import { type Actor, audit } from "@/platform/audit"
import { prisma } from "@/platform/db/prisma"
import { queryableOf } from "@/platform/db/transaction"

/**
 * Changes the account's password after checking the current one. All other sessions and all tokens of apps are revoked.
 * @throws Problem validation_failed, when the current password is wrong, or the new one is the same or easily guessed;
 * rate_limit_exceeded
 */
export async function changePassword(
  actor: Actor & { caller: SessionCaller } & CookieAccess,
  { current, password }: { current: string; password: string },
): Promise<void> {
  const { accountId, sessionId } = actor.caller
  const account = await prisma().account.findUnique({
    where: { id: accountId },
    select: { passwordHash: true, name: true, email: true },
  })
  const correct = await limitReauthentication(accountId, () =>
    verifyPassword(account?.passwordHash ?? null, current),
  ).catch((error: unknown) => {
    throw error instanceof Throttled
      ? new Problem("rate_limit_exceeded", { retryAfter: error.retryAfterSeconds })
      : error
  })
  if (!account || !correct) throw invalid("current", "wrong", "The current password is wrong.")
  rejectGuessablePassword(password, account)
  if (current === password) throw invalid("password", "same", "The new password must differ from the current one.")
  const passwordHash = await hashPassword(password)
  await credentialTransaction(async (tx) => {
    // Changed only if it still is the password that was checked.
    await lockAccountRow(tx, accountId)
    const unchanged = await tx.account.count({ where: { id: accountId, passwordHash: account.passwordHash } })
    if (unchanged === 0)
      throw new Problem("invalid_state", { message: "The password has been changed by another request." })
    await setPassword(tx, accountId, passwordHash, sessionId)
    await audit(queryableOf(tx), actor, "account.password_changed", accountId)
    await mailAccount(queryableOf(tx), accountId, "password_changed", "/forgot-password")
  })
  actor.setCookie(await rememberDevice(accountId, actor.cookies))
}
