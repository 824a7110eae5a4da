import { lockAccountRow } from "@/auth/lock-account-row"
import { deleteAuthenticators, revokeAccessAndIntegrations } from "@/features/accounts/revoke-access-and-integrations"
import type { Prisma } from "@/platform/prisma/client"

interface ConfirmedAddress {
  /** Whether this was the first confirmation, which ended everything that was started before. */
  first: boolean
  /** The endpoints that ended with it. */
  endpoints: string[]
}

/**
 * Records that a person has read an email to the account's address. On the first confirmation, everything that was
 * started before ends: until then an attacker may have signed up with a stranger's address (pre-hijacking, USENIX
 * Security 2022).
 * @param email the address that the email was sent to
 * @param exceptSessionId the session in which the email's link was opened
 * @returns null when the account has another address now, or is locked
 */
export async function confirmAddress(
  tx: Prisma.TransactionClient,
  accountId: string,
  email: string,
  exceptSessionId: string | null,
): Promise<ConfirmedAddress | null> {
  const locked = await lockAccountRow(tx, accountId)
  const matching = await tx.account.count({ where: { id: accountId, email, lockedAt: null } })
  if (!locked || matching === 0) return null
  if (locked.verified) return { first: false, endpoints: [] }
  const endpoints = await revokeAccessAndIntegrations(tx, accountId, exceptSessionId)
  await deleteAuthenticators(tx, accountId)
  const now = new Date()
  await tx.account.updateMany({ where: { id: accountId }, data: { emailVerifiedAt: now } })
  await tx.emailToken.updateMany({ where: { accountId, usedAt: null }, data: { usedAt: now } })
  return { first: true, endpoints }
}
