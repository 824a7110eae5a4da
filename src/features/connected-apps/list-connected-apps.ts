import type { Caller } from "@/domain/caller"
import { logoPath } from "@/domain/oauth-app"
import { OAUTH_SCOPES, type Scope } from "@/domain/scope"
import type { ConnectedApp } from "@/features/connected-apps/schema"
import { query } from "@/platform/db/query"
import { toTimestamp, toTimestampOrNull } from "@/trpc/wire"

// SQL: an app is shown as its approved version or else its latest, by a lateral join.

interface ConnectedRow {
  id: string
  version_id: string
  name: string
  logo_hash: string | null
  developer: string
  homepage_url: string | null
  privacy_url: string | null
  scopes: Scope[]
  suspended: boolean
  persona: boolean
  created_at: Date
  last_used_at: Date | null
}

const CONNECTED_APPS_SQL = `
  SELECT g.id, v.id AS version_id, v.name, v.logo_hash, d.name AS developer, v.homepage_url, v.privacy_url, g.scopes,
         a.suspended_at IS NOT NULL AS suspended, g.created_at, g.last_used_at, g.persona
  FROM oauth_grant g
  JOIN oauth_app c ON c.id = g.app_id
  JOIN oauth_app a ON a.id = coalesce(c.live_app_id, c.id)
  JOIN account d ON d.id = a.account_id
  JOIN LATERAL (SELECT * FROM oauth_app_version WHERE app_id = a.id ORDER BY (status = 'approved') DESC, number DESC LIMIT 1) v ON true
  WHERE g.account_id = $1 AND g.revoked_at IS NULL AND a.deleted_at IS NULL AND c.deleted_at IS NULL AND (c.live_app_id IS NULL) = $2
  ORDER BY coalesce(g.last_used_at, g.created_at) DESC, g.id`

/** The apps that an account has authorized in the caller's mode, most recently used first. */
export async function listConnectedApps({ accountId, livemode }: Caller): Promise<ConnectedApp[]> {
  const rows = await query<ConnectedRow>(CONNECTED_APPS_SQL, [accountId, livemode])
  return rows.map(({ version_id, logo_hash, created_at, last_used_at, scopes, ...row }) => ({
    ...row,
    scopes: OAUTH_SCOPES.filter((scope) => scopes.includes(scope)),
    logo: logoPath(version_id, logo_hash),
    granted_at: toTimestamp(created_at),
    last_used_at: toTimestampOrNull(last_used_at),
  }))
}
