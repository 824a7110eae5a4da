import { IS_TESTER } from "@/auth/app-access"
import { pairwiseSessionId, personaOf } from "@/auth/persona"
import { publicId } from "@/domain/public-id"
import { type Scope, TEST_CLIENT_SCOPES } from "@/domain/scope"
import { batchedRead } from "@/platform/db/batched-read"
import { query } from "@/platform/db/query"

/** A client of an app, live or for tests, with the app's current version. */
export interface App {
  /** Of the client: its grants, secrets and log have this id. */
  id: string
  /** The app whose test client it is; null for a live client. */
  liveAppId: string | null
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
  live_app_id: string | null
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

// The newest approved version is live; an app without one is tested with its newest. A test client shares everything
// with its live app but the redirect URIs, whose loopback ports may vary (RFC 8252, section 7.3).
const readApp = batchedRead<string, AppRow>(`
  SELECT ordinal::int, c.id, c.live_app_id, c.client_id, p.type, p.account_id AS owner_id, o.name AS owner_name, p.suspended_at, v.id AS version_id, v.status, v.name,
         v.logo IS NOT NULL AS has_logo, v.homepage_url, v.privacy_url, v.terms_url,
         coalesce(c.redirect_uris, v.redirect_uris) AS redirect_uris,
         coalesce(c.post_logout_redirect_uris, v.post_logout_redirect_uris) AS post_logout_redirect_uris, v.required_scopes, v.optional_scopes,
         v.scope_reasons, v.pkce_required, v.loopback_any_port OR c.live_app_id IS NOT NULL AS loopback_any_port, v.preselects_sensitive
  FROM unnest($1::text[]) WITH ORDINALITY AS requested (client_id, ordinal) JOIN oauth_app c USING (client_id)
  JOIN oauth_app p ON p.id = coalesce(c.live_app_id, c.id)
  JOIN account o ON o.id = p.account_id AND o.locked_at IS NULL
  JOIN LATERAL (SELECT * FROM oauth_app_version WHERE app_id = p.id ORDER BY (status = 'approved') DESC, number DESC LIMIT 1) v ON true
  WHERE p.deleted_at IS NULL AND c.deleted_at IS NULL`)

export async function findApp(clientId: string): Promise<App | null> {
  if (clientId.includes("\0")) return null
  const row = await readApp(clientId)
  if (!row) return null
  return {
    id: row.id,
    liveAppId: row.live_app_id,
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
    optionalScopes: [...row.optional_scopes, ...(row.live_app_id === null ? [] : TEST_CLIENT_SCOPES)],
    scopeReasons: row.scope_reasons,
    pkceRequired: row.pkce_required,
    loopbackAnyPort: row.loopback_any_port,
    preselectsSensitive: row.preselects_sensitive && row.live_app_id === null,
  }
}

export function allowedScopes(app: App): ReadonlySet<Scope> {
  return new Set([...app.requiredScopes, ...app.optionalScopes])
}

/** An account's access to a client. */
export interface AppAccess {
  /** Whether it may use the client. */
  allowed: boolean
  /** Whether the client sees it as the persona of its sandbox. */
  persona: boolean
  /** The subject identifier (`sub`) that the client sees. */
  subject: string
}

/**
 * Returns whether an account may use a client, and the subject identifier that the client sees. Every account may use an
 * approved app. Before the approval, only its owner and testers may; while it is suspended, nobody may. A test client sees
 * accounts other than the owner and testers as personas.
 */
export async function appAccess(app: App, accountId: string): Promise<AppAccess> {
  const insider =
    app.ownerId === accountId || ((!app.approved || app.liveAppId !== null) && (await isTester(app, accountId)))
  const persona = app.liveAppId !== null && !insider
  return {
    allowed: !app.suspended && (app.approved || insider),
    persona,
    subject: subjectOf(app, accountId, persona),
  }
}

/** Returns the subject identifier that a client sees for an account. */
export function subjectOf({ liveAppId }: App, accountId: string, persona: boolean): string {
  return persona && liveAppId !== null ? personaOf(liveAppId, accountId).subject : publicId("account", accountId)
}

/**
 * Returns the session identifier (`sid`) for the ID tokens of a client. A test client gets one of its own, because a shared
 * `sid` would link a persona to its account.
 */
export function sessionIdFor({ liveAppId }: App, sessionId: string, persona: boolean): string {
  return persona && liveAppId !== null ? pairwiseSessionId(liveAppId, sessionId) : sessionId
}

async function isTester({ id, liveAppId }: App, accountId: string): Promise<boolean> {
  return (
    (
      await query(`SELECT FROM oauth_app p, account a WHERE p.id = $1 AND a.id = $2 AND ${IS_TESTER}`, [
        liveAppId ?? id,
        accountId,
      ])
    ).length > 0
  )
}
