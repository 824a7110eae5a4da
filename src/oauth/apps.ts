import { IS_TESTER } from "@/auth/app-access"
import type { Scope } from "@/domain/scope"
import { batchedRead } from "@/platform/db/batched-read"
import { query } from "@/platform/db/query"

/** An app with its current version. */
export interface App {
  id: string
  clientId: string
  type: "public" | "confidential"
  ownerId: string
  ownerName: string
  suspended: boolean
  /** Whether the version is approved; if not, only the app's owner and testers can use it. */
  approved: boolean
  versionId: string
  name: string
  hasLogo: boolean
  homepageUrl: string | null
  privacyUrl: string | null
  termsUrl: string | null
  redirectUris: string[]
  postLogoutRedirectUris: string[]
  requiredScopes: Scope[]
  optionalScopes: Scope[]
  scopeReasons: Record<string, string>
  pkceRequired: boolean
  loopbackAnyPort: boolean
  /** Whether sensitive optional scopes start selected, as in earlier versions. */
  preselectsSensitive: boolean
}

interface AppRow {
  id: string
  client_id: string
  type: App["type"]
  owner_id: string
  owner_name: string
  suspended_at: Date | null
  version_id: string
  status: string
  name: string
  has_logo: boolean
  homepage_url: string | null
  privacy_url: string | null
  terms_url: string | null
  redirect_uris: string[]
  post_logout_redirect_uris: string[]
  required_scopes: Scope[]
  optional_scopes: Scope[]
  scope_reasons: Record<string, string>
  pkce_required: boolean
  loopback_any_port: boolean
  preselects_sensitive: boolean
}

// The newest approved version is live; an app without one is tested with its newest.
const readApp = batchedRead<string, AppRow>(`
  SELECT ordinal::int, p.id, p.client_id, p.type, p.account_id AS owner_id, o.name AS owner_name, p.suspended_at, v.id AS version_id, v.status, v.name,
         v.logo IS NOT NULL AS has_logo, v.homepage_url, v.privacy_url, v.terms_url, v.redirect_uris, v.post_logout_redirect_uris,
         v.required_scopes, v.optional_scopes, v.scope_reasons, v.pkce_required, v.loopback_any_port, v.preselects_sensitive
  FROM unnest($1::text[]) WITH ORDINALITY AS requested (client_id, ordinal) JOIN oauth_app p USING (client_id)
  JOIN account o ON o.id = p.account_id AND o.locked_at IS NULL
  JOIN LATERAL (SELECT * FROM oauth_app_version WHERE app_id = p.id ORDER BY (status = 'approved') DESC, number DESC LIMIT 1) v ON true
  WHERE p.deleted_at IS NULL`)

export const findApp = async (clientId: string): Promise<App | null> => {
  if (clientId.includes("\0")) return null
  const row = await readApp(clientId)
  if (!row) return null
  return {
    id: row.id,
    clientId: row.client_id,
    type: row.type,
    ownerId: row.owner_id,
    ownerName: row.owner_name,
    suspended: row.suspended_at !== null,
    approved: row.status === "approved",
    versionId: row.version_id,
    name: row.name,
    hasLogo: row.has_logo,
    homepageUrl: row.homepage_url,
    privacyUrl: row.privacy_url,
    termsUrl: row.terms_url,
    redirectUris: row.redirect_uris,
    postLogoutRedirectUris: row.post_logout_redirect_uris,
    requiredScopes: row.required_scopes,
    optionalScopes: row.optional_scopes,
    scopeReasons: row.scope_reasons,
    pkceRequired: row.pkce_required,
    loopbackAnyPort: row.loopback_any_port,
    preselectsSensitive: row.preselects_sensitive,
  }
}

export const allowedScopes = (app: App): ReadonlySet<Scope> => new Set([...app.requiredScopes, ...app.optionalScopes])

/**
 * Whether an account may use the app: every account once it is approved, before that its owner and testers; none while
 * it is suspended.
 */
export const mayUseApp = async (app: App, accountId: string): Promise<boolean> => {
  if (app.suspended) return false
  if (app.approved || app.ownerId === accountId) return true
  return (
    (
      await query(`SELECT FROM oauth_app p, account a WHERE p.id = $1 AND a.id = $2 AND ${IS_TESTER}`, [
        app.id,
        accountId,
      ])
    ).length > 0
  )
}
