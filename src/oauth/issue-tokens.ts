import { findAccessToken } from "@/auth/access-token"
import type { Scope } from "@/domain/scope"
import { claimsOf, CLAIMS_OF_SCOPE, type RequestedClaims } from "@/oauth/claims"
import { signIdToken } from "@/oauth/id-token"
import { type Queryable, query } from "@/platform/db"
import { hashCredential, mintCredential } from "@/platform/secrets"

export const ACCESS_TOKEN_SECONDS = 60 * 60
const REFRESH_TOKEN_SECONDS = 30 * 24 * 60 * 60

/** What new tokens stand for. */
export interface Authorization {
  grantId: string
  authorizationId: string
  accountId: string
  clientId: string
  /** What the grant holds now: the most that tokens of it may carry. */
  grantScopes: readonly Scope[]
  /** What the refresh token keeps, which a narrower access token does not lessen (RFC 6749 section 6). */
  scopes: readonly Scope[]
  claims: RequestedClaims | null
  nonce: string | null
  sessionId: string | null
  authTime: Date
}

export interface IssuedTokens {
  accessToken: string
  refreshToken: string
  scopes: readonly Scope[]
}

const INSERT = `
  WITH access AS (
    INSERT INTO oauth_access_token (hash, grant_id, authorization_id, scopes, claims, expires_at)
    VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6)))
  INSERT INTO oauth_refresh_token (hash, grant_id, authorization_id, scopes, claims, nonce, session_id, auth_time, expires_at)
  VALUES ($7, $2, $3, $8, $5, $9, $10, $11, now() + make_interval(secs => $12))`

/** Mints an access and a refresh token. The caller holds the grant's lock and has seen that it lives. */
export const issueTokens = async (tx: Queryable, authorization: Authorization, scopes: readonly Scope[]): Promise<IssuedTokens> => {
  const accessToken = mintCredential("access_token")
  const refreshToken = mintCredential("refresh_token")
  const { grantId, authorizationId, claims, nonce, sessionId, authTime } = authorization
  await query(
    INSERT,
    [
      hashCredential(accessToken),
      grantId,
      authorizationId,
      scopes,
      claims === null ? null : JSON.stringify(claims),
      ACCESS_TOKEN_SECONDS,
      hashCredential(refreshToken),
      authorization.scopes,
      nonce,
      sessionId,
      authTime,
      REFRESH_TOKEN_SECONDS,
    ],
    tx,
  )
  return { accessToken, refreshToken, scopes }
}

/** The token response (RFC 6749 section 5.1, OpenID Connect Core section 3.1.3.3). */
export const tokenResponse = async (authorization: Authorization, { accessToken, refreshToken, scopes }: IssuedTokens): Promise<object> => ({
  access_token: accessToken,
  token_type: "Bearer",
  expires_in: ACCESS_TOKEN_SECONDS,
  refresh_token: refreshToken,
  scope: scopes.join(" "),
  ...(scopes.includes("openid") ? { id_token: await idToken(authorization, accessToken) } : {}),
})

const idToken = async (authorization: Authorization, accessToken: string): Promise<string> => {
  const { accountId, clientId, authTime, nonce, sessionId, claims, grantScopes } = authorization
  const names = new Set((claims?.id_token ?? []).filter((name) => isGranted(name, grantScopes)))
  const token = names.size > 0 ? await findAccessToken(accessToken) : null
  const { sub: _sub, ...more } = token ? claimsOf(token.account, names) : {}
  return signIdToken({ accountId, clientId, authTime, nonce, sessionId, accessToken, more })
}

/** Whether the person allowed the scope that a single claim belongs to. */
export const isGranted = (claim: string, grantScopes: readonly Scope[]): boolean =>
  (Object.keys(CLAIMS_OF_SCOPE) as (keyof typeof CLAIMS_OF_SCOPE)[]).some(
    (scope) => grantScopes.includes(scope) && (CLAIMS_OF_SCOPE[scope] as readonly string[]).includes(claim),
  )
