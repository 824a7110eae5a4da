import { forgetCredentials } from "@/auth/bearer"
import { revokeGrant } from "@/auth/revoke-grant"
import { Problem } from "@/domain/problem"
import { type Actor, audit } from "@/platform/audit"
import { query, transaction } from "@/platform/db"

/**
 * Takes back what an account allowed an app: its codes and tokens end with it.
 * @throws Problem not_found, when the account has allowed no such thing, or has taken it back already.
 */
export const removeConnectedApp = async (actor: Actor, id: string): Promise<void> => {
  await transaction(async (tx) => {
    const [grant] = await query<{ app_id: string }>(
      "SELECT app_id FROM oauth_grant WHERE id = $1 AND account_id = $2 AND revoked_at IS NULL FOR UPDATE",
      [id, actor.caller.accountId],
      tx,
    )
    if (!grant) throw new Problem("not_found")
    await revokeGrant(tx, id)
    await audit(tx, actor, "oauth_grant.removed", grant.app_id, { grant: id })
  })
  forgetCredentials()
}
