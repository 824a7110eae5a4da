import { lockGrantsOf, revokeTokens } from "@/auth/revoke-grant"
import { hasSecondFactor } from "@/auth/second-factors"
import { queryableOf } from "@/platform/db/transaction"
import type { Prisma } from "@/platform/prisma/client"

/**
 * Gives an account another password: the links that were mailed for one work no longer, the sessions and what apps hold tokens for end, and no
 * device is known any more. The caller runs it in a credentialTransaction.
 * @param passwordHash as hashPassword makes it
 * @param except the session that stays; it counts as proved just now, unless only a second factor proves the account
 */
export const setPassword = async (
  tx: Prisma.TransactionClient,
  accountId: string,
  passwordHash: string,
  except: string | null,
): Promise<void> => {
  const now = new Date()
  await tx.account.updateMany({ where: { id: accountId }, data: { passwordHash, passwordChangedAt: now } })
  await tx.emailToken.updateMany({
    where: { accountId, purpose: "reset_password", usedAt: null },
    data: { usedAt: now },
  })
  await tx.session.updateMany({
    where: { accountId, revokedAt: null, ...(except !== null && { id: { not: except } }) },
    data: { revokedAt: now },
  })
  await tx.signInStep.updateMany({ where: { accountId, usedAt: null }, data: { usedAt: now } })
  await tx.knownDevice.deleteMany({ where: { accountId } })
  const grants = await lockGrantsOf(queryableOf(tx), accountId)
  for (const { id } of grants) await revokeTokens(queryableOf(tx), { grantId: id })
  if (except !== null && !(await hasSecondFactor(accountId, tx)))
    await tx.session.updateMany({ where: { id: except }, data: { provedAt: now } })
}
