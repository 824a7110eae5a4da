import { revokeTokens } from "@/auth/revoke-grant"
import { credentialKind } from "@/domain/credential"
import type { Scope } from "@/domain/scope"
import { allowedScopes, type App, mayUse } from "@/oauth/apps"
import type { RequestedClaims } from "@/oauth/claims"
import { lockGrant } from "@/oauth/grants/grant-lock"
import { type Authorization, type IssuedTokens, issueTokens } from "@/oauth/issue-tokens"
import { OauthError } from "@/oauth/oauth-error"
import type { Parameters } from "@/oauth/parameters"
import { type Queryable, query, transaction } from "@/platform/db"
import { hashCredential } from "@/platform/secrets"

export interface RefreshRow {
  hash: Buffer
  grant_id: string
  authorization_id: string
  account_id: string
  app_id: string
  scopes: Scope[]
  claims: RequestedClaims | null
  session_id: string | null
  auth_time: Date
}

const FIND = `
  SELECT t.hash, t.grant_id, t.authorization_id, g.account_id, g.app_id, t.scopes, t.claims, t.session_id, t.auth_time
  FROM oauth_refresh_token t JOIN oauth_grant g ON g.id = t.grant_id WHERE t.hash = $1`

const ROTATE = `UPDATE oauth_refresh_token SET rotated_at = now()
  WHERE hash = $1 AND rotated_at IS NULL AND revoked_at IS NULL AND expires_at > now() RETURNING hash`

const refused = (): OauthError => new OauthError("invalid_grant", "The refresh token is not valid, has expired, been used or been revoked, or belongs to another client.")

const hashOf = (parameters: Parameters): Buffer | null => {
  const presented = parameters.get("refresh_token")
  return presented !== null && credentialKind(presented) === "refresh_token" ? hashCredential(presented) : null
}

/** The refresh token that was presented, whosever it is; null when there is none. */
export const findRefreshToken = async (parameters: Parameters): Promise<RefreshRow | null> => {
  const hash = hashOf(parameters)
  const [row] = hash ? await query<RefreshRow>(FIND, [hash]) : []
  return row ?? null
}

/**
 * Gives new tokens for a refresh token, which stops working (RFC 6749 section 6, RFC 9700 section 4.14.2). One that was used before
 * has been copied: all of that person's tokens for the app end.
 * @throws OauthError invalid_grant; invalid_scope, when more is asked for than was allowed.
 */
export const refresh = async (app: App, parameters: Parameters, row: RefreshRow | null): Promise<{ authorization: Authorization; tokens: IssuedTokens }> => {
  if (parameters.get("refresh_token") === null) throw new OauthError("invalid_request", "refresh_token is missing.")
  if (row?.app_id !== app.id || !(await mayUse(app, row.account_id))) throw refused()
  const scopes = narrowed(row.scopes, parameters.get("scope"))
  // The revocation of what was copied is committed first, the refusal comes after.
  const rotated = await transaction((tx) => rotate(tx, app, row, scopes))
  if (rotated === null) throw refused()
  return rotated
}

/** The scopes of a refresh; null when it asks for more than was allowed. */
const narrowed = (granted: readonly Scope[], asked: string | null): readonly Scope[] | null => {
  if (asked === null) return granted
  const wanted = new Set(asked.split(" ").filter((scope) => scope !== ""))
  const narrower = granted.filter((scope) => wanted.has(scope))
  return narrower.length === wanted.size && wanted.size > 0 ? narrower : null
}

const rotate = async (tx: Queryable, app: App, row: RefreshRow, scopes: readonly Scope[] | null) => {
  const grant = await lockGrant(tx, row.grant_id, row.auth_time)
  const allowed = allowedScopes(app)
  const live = grant.live && row.scopes.every((scope) => allowed.has(scope) && grant.scopes.includes(scope))
  const rotated = live && scopes !== null ? await query(ROTATE, [row.hash], tx) : []
  if (scopes === null || rotated.length === 0) {
    const [token] = await query<{ reused: boolean }>("SELECT rotated_at IS NOT NULL AS reused FROM oauth_refresh_token WHERE hash = $1", [row.hash], tx)
    if (token?.reused) await revokeTokens(tx, { grantId: row.grant_id })
    else if (scopes === null) throw new OauthError("invalid_scope", "A refresh can narrow the scope, never widen it.")
    return null
  }
  const authorization: Authorization = {
    grantId: row.grant_id,
    authorizationId: row.authorization_id,
    accountId: row.account_id,
    clientId: app.clientId,
    grantScopes: grant.scopes,
    scopes: row.scopes,
    claims: row.claims,
    // OpenID Connect Core section 12.2: a refreshed ID token carries no nonce.
    nonce: null,
    sessionId: row.session_id,
    authTime: row.auth_time,
  }
  return { authorization, tokens: await issueTokens(tx, authorization, scopes) }
}
