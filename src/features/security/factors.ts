import { renewRecoveryCodes } from "@/auth/recovery-codes"
import { hasSecondFactor } from "@/auth/second-factors"
import { lockAccount } from "@/auth/lock-account"
import type { Caller } from "@/domain/caller"
import { Problem } from "@/domain/problem"
import type { Prisma } from "@/platform/prisma/client"

/** Locks an account that staff have not locked, so that its factors are counted one request at a time. @throws Problem not_found */
export async function lockActiveAccount(tx: Prisma.TransactionClient, accountId: string): Promise<{ email: string }> {
  await lockAccount(tx, accountId)
  const account = await tx.account.findUnique({ where: { id: accountId, lockedAt: null }, select: { email: true } })
  if (!account) throw new Problem("not_found")
  return account
}

/** A session that has just set up a second factor has shown it. */
export async function recordSecondFactor(tx: Prisma.TransactionClient, caller: Caller): Promise<void> {
  if (caller.kind === "session")
    await tx.session.updateMany({ where: { id: caller.sessionId }, data: { secondFactorAt: new Date() } })
}

/** Codes for the day on which the first factor is lost; null when the account has some already. */
export const firstRecoveryCodes = async (tx: Prisma.TransactionClient, accountId: string): Promise<string[] | null> =>
  (await tx.recoveryCode.count({ where: { accountId } })) > 0 ? null : renewRecoveryCodes(tx, accountId)

/** Without a second factor there is nothing to recover. */
export const dropIdleRecoveryCodes = async (tx: Prisma.TransactionClient, accountId: string): Promise<void> => {
  if (!(await hasSecondFactor(accountId, tx))) await tx.recoveryCode.deleteMany({ where: { accountId } })
}
