import type { Caller } from "@/domain/caller"
import { publicId } from "@/domain/public-id"
import type { RequestCredential } from "@/features/requests/schema"
import { query } from "@/platform/db/query"

// Ended credentials are included, because their requests are in the log.
const CREDENTIALS_SQL = `
  WITH app AS NOT MATERIALIZED (
    SELECT c.id, c.account_id, c.type, c.live_app_id IS NULL AS live, c.created_at, c.deleted_at, v.name FROM oauth_app c
    JOIN LATERAL (SELECT name FROM oauth_app_version WHERE app_id = coalesce(c.live_app_id, c.id) ORDER BY (status = 'approved') DESC, number DESC LIMIT 1) v ON true
  )
  SELECT id, 'api_key' AS kind, name, revoked_at IS NOT NULL OR coalesce(expires_at <= now(), false) AS ended, coalesce(last_used_at, created_at) AS used_at
  FROM api_key WHERE account_id = $1 AND (mode = 'live') = $2
  UNION ALL
  SELECT g.id, 'oauth', app.name, g.revoked_at IS NOT NULL, coalesce(g.last_used_at, g.created_at)
  FROM oauth_grant g JOIN app ON app.id = g.app_id WHERE g.account_id = $1 AND app.live = $2
  UNION ALL
  SELECT id, 'client', name, deleted_at IS NOT NULL, created_at
  FROM app WHERE account_id = $1 AND live = $2 AND type = 'confidential'
  ORDER BY ended, used_at DESC, id LIMIT 200`

/**
 * The credentials of an account's requests in the caller's mode: keys, apps that it authorized, and its own apps that can
 * have tokens of their own (RFC 6749, section 4.4).
 */
export async function listCredentials({ accountId, livemode }: Caller): Promise<RequestCredential[]> {
  const rows = await query<RequestCredential>(CREDENTIALS_SQL, [accountId, livemode])
  return rows.map(({ id, kind, name }) => ({
    id: kind === "api_key" ? publicId("api_key", id) : id,
    kind,
    name,
  }))
}
