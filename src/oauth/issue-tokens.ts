import { findAccessToken } from "@/auth/access-token"
import { recordAcceptedCredential } from "@/auth/refused-credentials"
import type { OauthRefusalReason } from "@/domain/oauth-refusal"
import type { Scope } from "@/domain/scope"
import { accountClaims, CLAIMS_OF_SCOPE, type RequestedClaims } from "@/oauth/claims"
import { signIdToken } from "@/oauth/id-token"
import { type Queryable, query, writeQuery } from "@/platform/db/query"
import { hashCredential, mintCredential } from "@/platform/secrets"

export const ACCESS_TOKEN_SECONDS = 60 * 60
const REFRESH_TOKEN_SECONDS = 30 * 24 * 60 * 60

/** The authorization that new tokens are issued for. */
export interface Authorization {
  grantId: string
  authorizationId: string
  /** By which the client knows the account. */
  subject: string
  clientId: string
  /** Whether its tokens act in the live world. */
  livemode: boolean
  /** The grant's current scopes, the maximum of its tokens. */
  grantScopes: readonly Scope[]
  /** The refresh token's scopes; a narrower access token does not reduce them (RFC 6749, section 6). */
  scopes: readonly Scope[]
  claims: RequestedClaims | null
  nonce: string | null
  sessionId: string | null
  /** By which the client knows the session. */
  sid: string | null
  authTime: Date
}

export interface IssuedTokens {
  authorization: Authorization
  accessToken: string
  refreshToken: string
  /** Of the access token. */
  scopes: readonly Scope[]
}

/** Consumes the presented code or token: its UPDATE succeeds only once. */
const CONSUME_SQL = {
  code: "UPDATE oauth_code p SET used_at = now() FROM live WHERE p.hash = $3 AND p.used_at IS NULL",
  // All scopes of the refresh token must still be granted.
  refreshToken: `UPDATE oauth_refresh_token p SET rotated_at = now() FROM live
    WHERE p.hash = $3 AND p.rotated_at IS NULL AND p.revoked_at IS NULL AND p.expires_at > now() AND p.scopes <@ live.scopes`,
}

// A single statement, and so a single transaction. It locks the account and then the grant, the same order as password
// changes and account deletion. Under the locks it checks that the grant is still valid (not removed, account not
// locked, password unchanged since the sign-in), consumes what was presented, and issues tokens. PostgreSQL re-reads
// only locked rows, so an unlocked account would be seen as it was before the wait for the grant. Shared locks would be
// worse: an app that refreshes without pause could block a password change.
function issueSql(consumeSql: string): string {
  return `
  WITH live AS MATERIALIZED (
    SELECT g.scopes FROM oauth_grant g JOIN account a ON a.id = g.account_id
    WHERE g.id = $1 AND g.revoked_at IS NULL AND a.locked_at IS NULL AND (a.password_changed_at IS NULL OR a.password_changed_at <= $2)
    FOR NO KEY UPDATE OF a FOR UPDATE OF g),
  consumed AS (${consumeSql} RETURNING live.scopes),
  access AS (
    INSERT INTO oauth_access_token (hash, grant_id, authorization_id, scopes, claims, expires_at)
    SELECT $4, $1, $5, $6, $7, now() + make_interval(secs => $8) FROM consumed),
  refresh AS (
    INSERT INTO oauth_refresh_token (hash, grant_id, authorization_id, scopes, claims, nonce, session_id, auth_time, expires_at)
    SELECT $9, $1, $5, $10, $7, $11, $12, $2, now() + make_interval(secs => $13) FROM consumed)
  SELECT scopes FROM consumed`
}

const ISSUE_SQL = { code: issueSql(CONSUME_SQL.code), refreshToken: issueSql(CONSUME_SQL.refreshToken) }

/**
 * Consumes what was presented, and issues an access and a refresh token.
 * @param hash of what was presented
 * @returns null, without changes, if it was already used or its grant is no longer valid
 */
export async function issueTokens(
  kind: keyof typeof CONSUME_SQL,
  hash: Buffer,
  authorization: Omit<Authorization, "grantScopes">,
  scopes: readonly Scope[],
): Promise<IssuedTokens | null> {
  const accessToken = mintCredential(authorization.livemode ? "access_token" : "test_access_token")
  const refreshToken = mintCredential("refresh_token")
  const { grantId, authorizationId, claims, nonce, sessionId, authTime } = authorization
  const [consumed] = await writeQuery<{ scopes: Scope[] }>(ISSUE_SQL[kind], [
    grantId,
    authTime,
    hash,
    hashCredential(accessToken),
    authorizationId,
    scopes,
    claims === null ? null : JSON.stringify(claims),
    ACCESS_TOKEN_SECONDS,
    hashCredential(refreshToken),
    authorization.scopes,
    nonce,
    sessionId,
    REFRESH_TOKEN_SECONDS,
  ])
  if (!consumed) return null
  for (const token of [accessToken, refreshToken]) recordAcceptedCredential(hashCredential(token))
  return { authorization: { ...authorization, grantScopes: consumed.scopes }, accessToken, refreshToken, scopes }
}

const GRANT_END_SQL = `
  SELECT g.revoked_at IS NOT NULL AS removed, a.locked_at IS NOT NULL AS locked, coalesce(a.password_changed_at > $2, false) AS changed
  FROM oauth_grant g JOIN account a ON a.id = g.account_id WHERE g.id = $1`

/** Returns why a grant issues no more tokens, for the app's developer; null if it does. */
export async function findGrantEndReason(
  tx: Queryable,
  { grant_id, auth_time }: { grant_id: string; auth_time: Date },
): Promise<OauthRefusalReason | null> {
  const [grant] = await query<{ removed: boolean; locked: boolean; changed: boolean }>(
    GRANT_END_SQL,
    [grant_id, auth_time],
    tx,
  )
  if (!grant || grant.removed) return "consent_removed"
  if (grant.locked) return "account_locked"
  return grant.changed ? "password_changed" : null
}

/** Builds the token response (RFC 6749, section 5.1; OpenID Connect Core, section 3.1.3.3). */
export async function tokenResponse({
  authorization,
  accessToken,
  refreshToken,
  scopes,
}: IssuedTokens): Promise<object> {
  return {
    access_token: accessToken,
    token_type: "Bearer",
    expires_in: ACCESS_TOKEN_SECONDS,
    refresh_token: refreshToken,
    scope: scopes.join(" "),
    ...(scopes.includes("openid") ? { id_token: await idToken(authorization, accessToken) } : {}),
  }
}

async function idToken(authorization: Authorization, accessToken: string): Promise<string> {
  const { subject, clientId, authTime, nonce, sid, claims, grantScopes } = authorization
  const names = new Set((claims?.id_token ?? []).filter((name) => isClaimGranted(name, grantScopes)))
  const token = names.size > 0 ? await findAccessToken(accessToken) : null
  const { sub: _sub, ...extraClaims } = token ? accountClaims(token.account, names) : {}
  return signIdToken({ subject, clientId, authTime, nonce, sid, accessToken, extraClaims })
}

/** Whether the user granted the scope of an individual claim. */
export function isClaimGranted(claim: string, grantScopes: readonly Scope[]): boolean {
  return (Object.keys(CLAIMS_OF_SCOPE) as (keyof typeof CLAIMS_OF_SCOPE)[]).some(
    (scope) => grantScopes.includes(scope) && (CLAIMS_OF_SCOPE[scope] as readonly string[]).includes(claim),
  )
}
