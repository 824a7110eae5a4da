import { lockGrantsOf, revokeTokens } from "@/auth/revoke-grants"
import { hasSecondFactor } from "@/auth/second-factors"
import { queryableOf } from "@/platform/db/transaction"
import type { Prisma } from "@/platform/prisma/client"

/**
 * Replaces an account's password: ends its reset links, sessions, tokens of apps and known devices. Run it in a
 * credentialTransaction.
 * @param passwordHash as created by hashPassword
 * @param exceptSessionId the session that stays; it counts as reauthenticated, unless the account requires a second factor for
 * that
 */
export async function setPassword(
  tx: Prisma.TransactionClient,
  accountId: string,
  passwordHash: string,
  exceptSessionId: string | null,
): Promise<void> {
  const now = new Date()
  await tx.account.updateMany({ where: { id: accountId }, data: { passwordHash, passwordChangedAt: now } })
  await tx.emailToken.updateMany({
    where: { accountId, purpose: "reset_password", usedAt: null },
    data: { usedAt: now },
  })
  await tx.session.updateMany({
    where: { accountId, revokedAt: null, ...(exceptSessionId !== null && { id: { not: exceptSessionId } }) },
    data: { revokedAt: now },
  })
  await tx.signInStep.updateMany({ where: { accountId, usedAt: null }, data: { usedAt: now } })
  await tx.knownDevice.deleteMany({ where: { accountId } })
  const grants = await lockGrantsOf(queryableOf(tx), accountId)
  await revokeTokens(queryableOf(tx), { grantIds: grants.map(({ id }) => id) })
  if (exceptSessionId !== null && !(await hasSecondFactor(accountId, tx)))
    await tx.session.updateMany({ where: { id: exceptSessionId }, data: { provedAt: now } })
}
