import { v7 as uuidv7 } from "uuid"
import { credentialTransaction } from "@/auth/api-key"
import { lockGrantsTo, revokeGrants } from "@/auth/revoke-grants"
import { Problem } from "@/domain/problem"
import { mintClientId } from "@/features/oauth-apps/client-id"
import { getOwnApp, lockOwnApp } from "@/features/oauth-apps/own-app"
import { addSecret } from "@/features/oauth-apps/roll-secret"
import type { NewApp, OauthApp, TestClientRedirects } from "@/features/oauth-apps/schema"
import { type Actor, audit } from "@/platform/audit"
import { prismaTransaction, queryableOf } from "@/platform/db/transaction"
import type { Prisma } from "@/platform/prisma/client"

interface TestClientRow {
  id: string
  clientId: string
  redirectUris: string[]
  postLogoutRedirectUris: string[]
}

function findTestClientRow(tx: Prisma.TransactionClient, liveAppId: string): Promise<TestClientRow | null> {
  return tx.oauthApp.findFirst({
    where: { liveAppId, deletedAt: null },
    select: { id: true, clientId: true, redirectUris: true, postLogoutRedirectUris: true },
  })
}

/**
 * Creates the test client of an app. That of a confidential app gets a secret, which is only in the response.
 * @throws Problem not_found; invalid_state, if the app has one.
 */
export function createTestClient(
  actor: Actor,
  { client_id: clientId, redirect_uris, post_logout_redirect_uris }: TestClientRedirects,
): Promise<NewApp> {
  return prismaTransaction(async (tx) => {
    const { accountId } = actor.caller
    const app = await lockOwnApp(tx, accountId, clientId)
    if (await findTestClientRow(tx, app.id))
      throw new Problem("invalid_state", { message: "The app has a test client already." })
    const [id, testClientId] = [uuidv7(), mintClientId()]
    await tx.oauthApp.create({
      data: {
        id,
        clientId: testClientId,
        accountId,
        type: app.type,
        liveAppId: app.id,
        redirectUris: redirect_uris,
        postLogoutRedirectUris: post_logout_redirect_uris,
      },
    })
    const secret = app.type === "confidential" ? await addSecret(tx, id) : null
    await audit(queryableOf(tx), actor, "oauth_app.test_client_created", app.id, { client_id: testClientId })
    return { app: await getOwnApp(accountId, clientId, tx), secret }
  })
}

/**
 * Replaces the redirect URIs of an app's test client. They need no review.
 * @throws Problem not_found, also for an app without a test client.
 */
export function updateTestClient(
  actor: Actor,
  { client_id: clientId, redirect_uris, post_logout_redirect_uris }: TestClientRedirects,
): Promise<OauthApp> {
  return prismaTransaction(async (tx) => {
    const { accountId } = actor.caller
    const app = await lockOwnApp(tx, accountId, clientId)
    const testClient = await findTestClientRow(tx, app.id)
    if (!testClient) throw new Problem("not_found")
    await tx.oauthApp.update({
      where: { id: testClient.id },
      data: { redirectUris: redirect_uris, postLogoutRedirectUris: post_logout_redirect_uris },
    })
    await audit(queryableOf(tx), actor, "oauth_app.test_client_updated", app.id, {
      client_id: testClient.clientId,
      before: {
        redirect_uris: testClient.redirectUris,
        post_logout_redirect_uris: testClient.postLogoutRedirectUris,
      },
    })
    return getOwnApp(accountId, clientId, tx)
  })
}

/**
 * Deletes the test client of an app permanently, with every code and token of it.
 * @throws Problem not_found, also for an app without a test client.
 */
export function deleteTestClient(actor: Actor, clientId: string): Promise<OauthApp> {
  return credentialTransaction(async (tx) => {
    const { accountId } = actor.caller
    const app = await lockOwnApp(tx, accountId, clientId)
    const testClient = await findTestClientRow(tx, app.id)
    if (!testClient) throw new Problem("not_found")
    const people = await deleteClients(tx, [testClient.id])
    await audit(queryableOf(tx), actor, "oauth_app.test_client_deleted", app.id, {
      client_id: testClient.clientId,
      people,
    })
    return getOwnApp(accountId, clientId, tx)
  })
}

/** Deletes clients with all grants to them. @returns how many grants there were */
export async function deleteClients(tx: Prisma.TransactionClient, ids: string[]): Promise<number> {
  const queryable = queryableOf(tx)
  await tx.oauthApp.updateMany({ where: { id: { in: ids } }, data: { deletedAt: new Date() } })
  const grants = await lockGrantsTo(queryable, ids)
  await revokeGrants(
    queryable,
    grants.map(({ id }) => id),
  )
  return grants.length
}
