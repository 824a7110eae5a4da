import { credentialTransaction } from "@/auth/api-key"
import { lockOwnApp } from "@/features/oauth-apps/own-app"
import { deleteClients } from "@/features/oauth-apps/test-client"
import { type Actor, audit } from "@/platform/audit"
import { queryableOf } from "@/platform/db/transaction"

/**
 * Deletes an app permanently with its test client: sign-in to it is impossible, and every code and token of both is
 * revoked.
 * @throws Problem not_found
 */
export async function deleteApp(actor: Actor, clientId: string): Promise<void> {
  await credentialTransaction(async (tx) => {
    const { id: appId } = await lockOwnApp(tx, actor.caller.accountId, clientId)
    const testClients = await tx.oauthApp.findMany({
      where: { liveAppId: appId, deletedAt: null },
      select: { id: true },
    })
    const people = await deleteClients(tx, [appId, ...testClients.map(({ id }) => id)])
    await audit(queryableOf(tx), actor, "oauth_app.deleted", appId, { people })
  })
}
