import { Problem } from "@/domain/problem"
import { getOwnApp, lockOwnClient } from "@/features/oauth-apps/own-app"
import { type NewSecret, type OauthApp, SECRET_OVERLAPS, type SecretOverlap } from "@/features/oauth-apps/schema"
import { type Actor, audit } from "@/platform/audit"
import { prismaTransaction, queryableOf } from "@/platform/db/transaction"
import type { Prisma } from "@/platform/prisma/client"
import { hashCredential, mintCredential } from "@/platform/secrets"

/** Issues a secret without an expiry. */
export async function addSecret(tx: Prisma.TransactionClient, appId: string): Promise<string> {
  const secret = mintCredential("client_secret")
  await tx.oauthAppSecret.create({
    data: { hash: new Uint8Array(hashCredential(secret)), appId, lastFour: secret.slice(-4) },
  })
  return secret
}

/** Ends the secrets that were replaced. @returns how many there were */
async function expireReplacedSecrets(tx: Prisma.TransactionClient, appId: string): Promise<number> {
  const now = new Date()
  const ended = await tx.oauthAppSecret.updateMany({
    where: { appId, expiresAt: { gt: now } },
    data: { expiresAt: now },
  })
  return ended.count
}

/**
 * Issues a new secret for a client of an app, live or for tests. The replaced one stays valid for the overlap, and an older one ends now, so that at
 * most two are valid.
 * @throws Problem not_found; invalid_state, for a public app.
 */
export function rollSecret(actor: Actor, clientId: string, overlap: SecretOverlap): Promise<NewSecret> {
  return prismaTransaction(async (tx) => {
    const { accountId } = actor.caller
    const { id, type, appId, appClientId } = await lockOwnClient(tx, accountId, clientId)
    if (type === "public") throw new Problem("invalid_state", { message: "A public app has no secret." })
    await expireReplacedSecrets(tx, id)
    const expiresAt = new Date(Date.now() + SECRET_OVERLAPS[overlap] * 1000)
    await tx.oauthAppSecret.updateMany({ where: { appId: id, expiresAt: null }, data: { expiresAt } })
    const secret = await addSecret(tx, id)
    await audit(queryableOf(tx), actor, "oauth_app.secret_rolled", appId, { overlap, client_id: clientId })
    return { app: await getOwnApp(accountId, appClientId, tx), secret }
  })
}

/**
 * Ends the replaced secret before its expiry.
 * @throws Problem not_found; invalid_state, when there is none.
 */
export function expireOldSecret(actor: Actor, clientId: string): Promise<OauthApp> {
  return prismaTransaction(async (tx) => {
    const { accountId } = actor.caller
    const { id, appId, appClientId } = await lockOwnClient(tx, accountId, clientId)
    if ((await expireReplacedSecrets(tx, id)) === 0)
      throw new Problem("invalid_state", { message: "The old secret has already expired." })
    await audit(queryableOf(tx), actor, "oauth_app.old_secret_ended", appId, { client_id: clientId })
    return getOwnApp(accountId, appClientId, tx)
  })
}
