import { revokeGrants } from "@/auth/revoke-grants"
import { queryableOf } from "@/platform/db/transaction"
import type { Prisma } from "@/platform/prisma/client"

/**
 * Revokes the sessions, keys, endpoints, apps and grants of an account.
 * @param exceptSessionId the session that stays
 * @returns the ids of the endpoints that were deleted
 */
export async function revokeAccessAndIntegrations(
  tx: Prisma.TransactionClient,
  accountId: string,
  exceptSessionId: string | null,
): Promise<string[]> {
  const now = new Date()
  await tx.session.updateMany({
    where: { accountId, revokedAt: null, ...(exceptSessionId !== null && { id: { not: exceptSessionId } }) },
    data: { revokedAt: now },
  })
  await tx.apiKey.updateMany({ where: { accountId, revokedAt: null }, data: { revokedAt: now } })
  const endpoints = await tx.webhookEndpoint.updateManyAndReturn({
    where: { accountId, deletedAt: null },
    data: { deletedAt: now },
    select: { id: true },
  })
  // Also what others have granted to this account's apps, because the apps have no owner any more.
  await tx.oauthApp.updateMany({ where: { accountId, deletedAt: null }, data: { deletedAt: now } })
  const grants = await tx.oauthGrant.findMany({
    where: { revokedAt: null, OR: [{ accountId }, { app: { accountId } }] },
    select: { id: true },
  })
  await revokeGrants(
    queryableOf(tx),
    grants.map(({ id }) => id),
  )
  return endpoints.map(({ id }) => id)
}

/** Deletes the second factors, connected identities and known devices of an account, and its unfinished sign-ins and changes of address. */
export async function deleteAuthenticators(tx: Prisma.TransactionClient, accountId: string): Promise<void> {
  const ofAccount = { where: { accountId } }
  await tx.totp.deleteMany(ofAccount)
  await tx.recoveryCode.deleteMany(ofAccount)
  await tx.passkey.deleteMany(ofAccount)
  await tx.externalIdentity.deleteMany(ofAccount)
  await tx.webauthnChallenge.deleteMany(ofAccount)
  await tx.knownDevice.deleteMany(ofAccount)
  await tx.signInStep.deleteMany(ofAccount)
  await tx.emailChange.deleteMany(ofAccount)
}
