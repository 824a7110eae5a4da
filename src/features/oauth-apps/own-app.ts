// SQL: lockOwnApp() and lockOwnClient() lock a row (FOR UPDATE), which Prisma cannot express.
import { Problem } from "@/domain/problem"
import type { AppType } from "@/domain/oauth-app"
import { findOwnApp } from "@/features/oauth-apps/app-row"
import { isClientId } from "@/features/oauth-apps/client-id"
import type { OauthApp } from "@/features/oauth-apps/schema"
import { prisma } from "@/platform/db/prisma"
import type { Prisma } from "@/platform/prisma/client"

/**
 * Locks an account's app until the transaction ends, so that checks stay valid.
 * @throws Problem not_found, also for apps of other accounts
 */
export async function lockOwnApp(
  tx: Prisma.TransactionClient,
  accountId: string,
  clientId: string,
): Promise<{ id: string; type: AppType }> {
  const [app] = isClientId(clientId)
    ? await tx.$queryRaw<{ id: string; type: AppType }[]>`
        SELECT id, type FROM oauth_app
        WHERE client_id = ${clientId} AND account_id = ${accountId}::uuid AND live_app_id IS NULL AND deleted_at IS NULL FOR UPDATE`
    : []
  if (!app) throw new Problem("not_found")
  return app
}

/**
 * Locks a client of an account's app, live or for tests, until the transaction ends.
 * @throws Problem not_found, also for apps of other accounts
 */
export async function lockOwnClient(
  tx: Prisma.TransactionClient,
  accountId: string,
  clientId: string,
): Promise<{ id: string; type: AppType; appId: string; appClientId: string }> {
  const [client] = isClientId(clientId)
    ? await tx.$queryRaw<{ id: string; type: AppType; appId: string; appClientId: string }[]>`
        SELECT c.id, c.type, p.id AS "appId", p.client_id AS "appClientId"
        FROM oauth_app c JOIN oauth_app p ON p.id = coalesce(c.live_app_id, c.id)
        WHERE c.client_id = ${clientId} AND c.account_id = ${accountId}::uuid AND c.deleted_at IS NULL FOR UPDATE OF c`
    : []
  if (!client) throw new Problem("not_found")
  return client
}

/** @throws Problem not_found, also for apps of other accounts */
export async function getOwnAppId(accountId: string, clientId: string): Promise<string> {
  const app = isClientId(clientId)
    ? await prisma().oauthApp.findFirst({
        where: { clientId, accountId, liveAppId: null, deletedAt: null },
        select: { id: true },
      })
    : null
  if (!app) throw new Problem("not_found")
  return app.id
}

/** @throws Problem not_found, also for apps of other accounts */
export async function getOwnApp(accountId: string, clientId: string, db?: Prisma.TransactionClient): Promise<OauthApp> {
  const app = await findOwnApp(accountId, clientId, db)
  if (!app) throw new Problem("not_found")
  return app
}
