import { credentialTransaction } from "@/auth/api-key"
import { lockGrant, revokeGrants } from "@/auth/revoke-grants"
import { Problem } from "@/domain/problem"
import { type Actor, audit } from "@/platform/audit"
import { queryableOf } from "@/platform/db/transaction"

/**
 * Revokes an account's grants to apps, with their codes and tokens, all or none. Revoking one again succeeds. Each
 * revocation has its own audit entry.
 * @throws Problem not_found, when the account has no such grant in the caller's mode.
 */
export async function removeConnectedApps(actor: Actor, ids: readonly string[]): Promise<void> {
  // In one order, so that two such requests cannot wait for each other.
  const requested = [...new Set(ids)].toSorted()
  await credentialTransaction(async (tx) => {
    for (const id of requested) await lockGrant(queryableOf(tx), id)
    const grants = await tx.oauthGrant.findMany({
      where: {
        id: { in: requested },
        accountId: actor.caller.accountId,
        app: { liveAppId: actor.caller.livemode ? null : { not: null } },
      },
      select: { id: true, appId: true, revokedAt: true },
    })
    if (grants.length !== requested.length) throw new Problem("not_found")
    const active = grants.filter(({ revokedAt }) => revokedAt === null)
    if (active.length === 0) return
    await revokeGrants(
      queryableOf(tx),
      active.map(({ id }) => id),
    )
    for (const { id, appId } of active) await audit(queryableOf(tx), actor, "oauth_grant.removed", appId, { grant: id })
  })
}
