import { Problem } from "@/domain/problem"
import type { AppType } from "@/domain/oauth-app"
import { findApp } from "@/features/oauth-apps/app-row"
import { isClientId } from "@/features/oauth-apps/client-id"
import type { OauthApp } from "@/features/oauth-apps/schema"
import { type Queryable, query } from "@/platform/db"

/**
 * Locks an account's app, so that what is decided about it holds until the transaction ends.
 * @throws Problem not_found, for other people's apps too
 */
export const lockOwnApp = async (
  tx: Queryable,
  accountId: string,
  clientId: string,
): Promise<{ id: string; type: AppType }> => {
  const [app] = isClientId(clientId)
    ? await query<{ id: string; type: AppType }>(
        "SELECT id, type FROM oauth_app WHERE client_id = $1 AND account_id = $2 AND deleted_at IS NULL FOR UPDATE",
        [clientId, accountId],
        tx,
      )
    : []
  if (!app) throw new Problem("not_found")
  return app
}

/** @throws Problem not_found, for other people's apps too */
export const getOwnApp = async (accountId: string, clientId: string, db?: Queryable): Promise<OauthApp> => {
  const app = await findApp(accountId, clientId, db)
  if (!app) throw new Problem("not_found")
  return app
}
