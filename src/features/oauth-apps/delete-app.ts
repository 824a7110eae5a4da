// SQL: it locks the app's grants (FOR UPDATE), which Prisma cannot express.
import { credentialTransaction } from "@/auth/bearer"
import { lockOwnApp } from "@/features/oauth-apps/own-app"
import { type Actor, audit } from "@/platform/audit"
import { queryableOf } from "@/platform/db/transaction"

/**
 * Deletes an app permanently: sign-in to it is impossible, and every code and token of it is revoked.
 * @throws Problem not_found
 */
export const deleteApp = async (actor: Actor, clientId: string): Promise<void> => {
  await credentialTransaction(async (tx) => {
    const { id: appId } = await lockOwnApp(tx, actor.caller.accountId, clientId)
    const now = new Date()
    await tx.oauthApp.update({ where: { id: appId }, data: { deletedAt: now } })
    // Tokens are issued under the lock of their grant, so none escapes. Several grants are locked in the order of their
    // ids, against deadlocks.
    await tx.$queryRaw`SELECT FROM oauth_grant WHERE app_id = ${appId}::uuid AND revoked_at IS NULL ORDER BY id FOR UPDATE`
    const revoked = await tx.oauthGrant.updateMany({ where: { appId, revokedAt: null }, data: { revokedAt: now } })
    await tx.oauthCode.updateMany({ where: { grant: { appId }, usedAt: null }, data: { usedAt: now } })
    await tx.oauthAccessToken.updateMany({ where: { grant: { appId }, revokedAt: null }, data: { revokedAt: now } })
    await tx.oauthRefreshToken.updateMany({ where: { grant: { appId }, revokedAt: null }, data: { revokedAt: now } })
    await audit(queryableOf(tx), actor, "oauth_app.deleted", appId, { people: revoked.count })
  })
}
