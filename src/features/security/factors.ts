import { renewRecoveryCodes } from "@/auth/recovery-codes"
import { hasSecondFactor } from "@/auth/second-factors"
import { lockAccountRow } from "@/auth/lock-account-row"
import type { Caller } from "@/domain/caller"
import { Problem } from "@/domain/problem"
import type { Prisma } from "@/platform/prisma/client"

/**
 * Locks an account that is not locked by staff, so that its factors are checked one request at a time. @throws Problem
 * not_found
 */
export async function lockActiveAccount(tx: Prisma.TransactionClient, accountId: string): Promise<{ email: string }> {
  await lockAccountRow(tx, accountId)
  const account = await tx.account.findUnique({ where: { id: accountId, lockedAt: null }, select: { email: true } })
  if (!account) throw new Problem("not_found")
  return account
}

/** Marks the session as having used a second factor; setting one up counts as using it. */
export async function recordSecondFactor(tx: Prisma.TransactionClient, caller: Caller): Promise<void> {
  if (caller.kind === "session")
    await tx.session.updateMany({ where: { id: caller.sessionId }, data: { secondFactorAt: new Date() } })
}

/** Creates recovery codes for the first factor; null when the account already has some. */
export async function createFirstRecoveryCodes(
  tx: Prisma.TransactionClient,
  accountId: string,
): Promise<string[] | null> {
  return (await tx.recoveryCode.count({ where: { accountId } })) > 0 ? null : renewRecoveryCodes(tx, accountId)
}

/** Removes recovery codes when the last second factor is gone, because they would be useless. */
export async function deleteUnneededRecoveryCodes(tx: Prisma.TransactionClient, accountId: string): Promise<void> {
  if (!(await hasSecondFactor(accountId, tx))) await tx.recoveryCode.deleteMany({ where: { accountId } })
}
