import { credentialTransaction } from "@/auth/bearer"
import { lockGrantsTo, revokeGrants } from "@/auth/revoke-grants"
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
    const queryable = queryableOf(tx)
    await tx.oauthApp.update({ where: { id: appId }, data: { deletedAt: new Date() } })
    const grants = await lockGrantsTo(queryable, appId)
    await revokeGrants(
      queryable,
      grants.map(({ id }) => id),
    )
    await audit(queryable, actor, "oauth_app.deleted", appId, { people: grants.length })
  })
}
