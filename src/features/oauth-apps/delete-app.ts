import { forgetCredentials } from "@/auth/bearer"
import { revokeGrant } from "@/auth/revoke-grant"
import { lockOwnApp } from "@/features/oauth-apps/own-app"
import { type Actor, audit } from "@/platform/audit"
import { query, transaction } from "@/platform/db"

/**
 * Deletes an app for good: nobody can sign in to it any more, and every token it holds ends.
 * @throws Problem not_found
 */
export const deleteApp = async (actor: Actor, clientId: string): Promise<void> => {
  await transaction(async (tx) => {
    const { id } = await lockOwnApp(tx, actor.caller.accountId, clientId)
    await query("UPDATE oauth_app SET deleted_at = now() WHERE id = $1", [id], tx)
    const grants = await query<{ id: string }>(
      "SELECT id FROM oauth_grant WHERE app_id = $1 AND revoked_at IS NULL ORDER BY id",
      [id],
      tx,
    )
    for (const grant of grants) await revokeGrant(tx, grant.id)
    await audit(tx, actor, "oauth_app.deleted", id, { people: grants.length })
  })
  forgetCredentials()
}
