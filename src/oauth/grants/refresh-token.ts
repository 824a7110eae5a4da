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

interface RefreshRow {
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
  SELECT t.grant_id, t.authorization_id, g.account_id, g.app_id, t.scopes, t.claims, t.session_id, t.auth_time
  FROM oauth_refresh_token t JOIN oauth_grant g ON g.id = t.grant_id WHERE t.hash = $1`

const ROTATE = `UPDATE oauth_refresh_token SET rotated_at = now()
  WHERE hash = $1 AND rotated_at IS NULL AND revoked_at IS NULL AND expires_at > now() RETURNING hash`

const refused = (): OauthError => new OauthError("invalid_grant", "The refresh token is not valid, has expired, been used or been revoked, or belongs to another client.")

/**
 * Gives new tokens for a refresh token, which stops working (RFC 6749 section 6, RFC 9700 section 4.14.2). One that was used before
 * has been copied: all of that person's tokens for the app end.
 * @throws OauthError invalid_grant; invalid_scope, when more is asked for than was allowed.
 */
export const refresh = async (app: App, parameters: Parameters): Promise<{ authorization: Authorization; tokens: IssuedTokens }> => {
  const presented = parameters.get("refresh_token")
  if (presented === null) throw new OauthError("invalid_request", "refresh_token is missing.")
  if (credentialKind(presented) !== "refresh_token") throw refused()
  const hash = hashCredential(presented)
  const [row] = await query<RefreshRow>(FIND, [hash])
  if (row?.app_id !== app.id || !(await mayUse(app, row.account_id))) throw refused()
  // As with a used code: the revocation is committed first, the refusal comes after.
  const rotated = await transaction((tx) => rotate(tx, app, row, hash, parameters.get("scope")))
  if (!rotated) throw refused()
  return rotated
}

const narrowed = (granted: readonly Scope[], asked: string | null): readonly Scope[] => {
  if (asked === null) return granted
  const wanted = new Set(asked.split(" ").filter((scope) => scope !== ""))
  const narrower = granted.filter((scope) => wanted.has(scope))
  if (narrower.length !== wanted.size || wanted.size === 0) throw new OauthError("invalid_scope", "A refresh can narrow the scope, never widen it.")
  return narrower
}

const rotate = async (tx: Queryable, app: App, row: RefreshRow, hash: Buffer, asked: string | null) => {
  const grant = await lockGrant(tx, row.grant_id, row.auth_time)
  const [token] = await query<{ reused: boolean }>("SELECT rotated_at IS NOT NULL AS reused FROM oauth_refresh_token WHERE hash = $1", [hash], tx)
  if (token?.reused) {
    await revokeTokens(tx, { grantId: row.grant_id })
    return null
  }
  const scopes = narrowed(row.scopes, asked)
  const allowed = allowedScopes(app)
  if (!grant.live || !row.scopes.every((scope) => allowed.has(scope) && grant.scopes.includes(scope))) return null
  const rotated = await query(ROTATE, [hash], tx)
  if (rotated.length === 0) return null
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
