import type { SessionCaller } from "@/domain/caller"
import { Problem } from "@/domain/problem"
import { query } from "@/platform/db/query"

const CLIENT_SQL = `
  SELECT c.id FROM oauth_app p JOIN oauth_app c ON CASE WHEN $3 THEN c.id = p.id ELSE c.live_app_id = p.id END
  WHERE p.client_id = $1 AND p.account_id = $2 AND p.live_app_id IS NULL AND p.deleted_at IS NULL AND c.deleted_at IS NULL AND c.type = 'confidential'`

/**
 * Returns the caller for procedures about the endpoints and events of an app itself: of its client, or in the sandbox
 * of its test client.
 * @param clientId the client ID of one of the caller's own apps
 * @throws Problem not_found for a foreign app, a public client, and a mode in which the app has no client
 */
export async function appCaller(caller: SessionCaller, clientId: string): Promise<SessionCaller> {
  const [client] = await query<{ id: string }>(CLIENT_SQL, [clientId, caller.accountId, caller.livemode])
  if (!client) throw new Problem("not_found")
  return { ...caller, appId: client.id }
}
