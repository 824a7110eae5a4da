import { credentialTransaction } from "@/auth/api-key"
import { type CookieAccess, rememberDevice } from "@/auth/known-device"
import { lockAccountRow } from "@/auth/lock-account-row"
import { lockGrantsOf, revokeGrants } from "@/auth/revoke-grants"
import type { SessionCaller } from "@/domain/caller"
import { type Actor, audit } from "@/platform/audit"
import { prisma } from "@/platform/db/prisma"
import { queryableOf } from "@/platform/db/transaction"

/** The number of active API keys and of connected apps. */
export async function countActiveAccess({ accountId }: SessionCaller): Promise<{ keys: number; apps: number }> {
  const [keys, apps] = await Promise.all([
    prisma().apiKey.count({
      where: { accountId, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }] },
    }),
    prisma().oauthGrant.count({ where: { accountId, revokedAt: null } }),
  ])
  return { keys, apps }
}

/**
 * Revokes everything that has access to the account except this session: API keys, connected apps, other sessions and
 * known devices.
 */
export async function revokeAccess(actor: Actor & { caller: SessionCaller } & CookieAccess): Promise<void> {
  const { accountId, sessionId } = actor.caller
  await credentialTransaction(async (tx) => {
    const queryable = queryableOf(tx)
    const now = new Date()
    await lockAccountRow(tx, accountId)
    const keys = await tx.apiKey.updateManyAndReturn({
      where: { accountId, revokedAt: null },
      data: { revokedAt: now },
      select: { id: true },
    })
    const grants = await lockGrantsOf(queryable, accountId)
    await revokeGrants(
      queryable,
      grants.map(({ id }) => id),
    )
    await tx.session.updateMany({
      where: { accountId, id: { not: sessionId }, revokedAt: null },
      data: { revokedAt: now },
    })
    await tx.knownDevice.deleteMany({ where: { accountId } })
    for (const { id } of keys) await audit(queryable, actor, "api_key.revoked", id)
    for (const { id, app_id } of grants) await audit(queryable, actor, "oauth_grant.removed", app_id, { grant: id })
  })
  actor.setCookie(await rememberDevice(accountId, actor.cookies))
}
