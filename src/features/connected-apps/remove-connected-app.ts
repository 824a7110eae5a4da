import { credentialTransaction } from "@/auth/bearer"
import { lockGrant, revokeGrant } from "@/auth/revoke-grant"
import { Problem } from "@/domain/problem"
import { type Actor, audit } from "@/platform/audit"
import { queryableOf } from "@/platform/db/transaction"

/**
 * Takes back what an account allowed an app: its codes and tokens end with it. What has been taken back already stays so.
 * @throws Problem not_found, when the account has allowed no such thing.
 */
export const removeConnectedApp = async (actor: Actor, id: string): Promise<void> => {
  await credentialTransaction(async (tx) => {
    await lockGrant(queryableOf(tx), id)
    const grant = await tx.oauthGrant.findUnique({
      where: { id, accountId: actor.caller.accountId },
      select: { appId: true, revokedAt: true },
    })
    if (!grant) throw new Problem("not_found")
    if (grant.revokedAt) return
    await revokeGrant(queryableOf(tx), id)
    await audit(queryableOf(tx), actor, "oauth_grant.removed", grant.appId, { grant: id })
  })
}
