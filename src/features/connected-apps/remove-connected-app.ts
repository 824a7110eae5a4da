import { credentialTransaction } from "@/auth/bearer"
import { lockGrant, revokeGrants } from "@/auth/revoke-grants"
import { Problem } from "@/domain/problem"
import { type Actor, audit } from "@/platform/audit"
import { queryableOf } from "@/platform/db/transaction"

/**
 * Revokes an account's grant to an app, with its codes and tokens. Revoking it again succeeds.
 * @throws Problem not_found, when the account has no such grant in the caller's mode.
 */
export const removeConnectedApp = async (actor: Actor, id: string): Promise<void> => {
  await credentialTransaction(async (tx) => {
    await lockGrant(queryableOf(tx), id)
    const grant = await tx.oauthGrant.findUnique({
      where: {
        id,
        accountId: actor.caller.accountId,
        app: { liveAppId: actor.caller.livemode ? null : { not: null } },
      },
      select: { appId: true, revokedAt: true },
    })
    if (!grant) throw new Problem("not_found")
    if (grant.revokedAt) return
    await revokeGrants(queryableOf(tx), [id])
    await audit(queryableOf(tx), actor, "oauth_grant.removed", grant.appId, { grant: id })
  })
}
