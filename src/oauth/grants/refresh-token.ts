import { lockGrant, revokeTokens } from "@/auth/revoke-grant"
import { credentialKind } from "@/domain/credential"
import type { Scope } from "@/domain/scope"
import { allowedScopes, type App, mayUse } from "@/oauth/apps"
import type { RequestedClaims } from "@/oauth/claims"
import { type Authorization, type IssuedTokens, issueTokens } from "@/oauth/issue-tokens"
import { OauthError } from "@/oauth/oauth-error"
import type { Parameters } from "@/oauth/parameters"
import { batchedRead } from "@/platform/batched-read"
import { query, transaction } from "@/platform/db"
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

const find = batchedRead<Buffer, RefreshRow>(`
  SELECT place::int, t.hash, t.grant_id, t.authorization_id, g.account_id, g.app_id, t.scopes, t.claims, t.session_id, t.auth_time
  FROM unnest($1::bytea[]) WITH ORDINALITY AS asked (hash, place) JOIN oauth_refresh_token t ON t.hash = asked.hash JOIN oauth_grant g ON g.id = t.grant_id`)

const refused = (): OauthError =>
  new OauthError(
    "invalid_grant",
    "The refresh token is not valid, has expired, been used or been revoked, or belongs to another client.",
  )

/** The refresh token that was presented, whosever it is; null when there is none. */
export const findRefreshToken = async (parameters: Parameters): Promise<RefreshRow | null> => {
  const presented = parameters.get("refresh_token")
  return presented !== null && credentialKind(presented) === "refresh_token" ? find(hashCredential(presented)) : null
}

/**
 * Gives new tokens for a refresh token, which stops working (RFC 6749 section 6, RFC 9700 section 4.14.2). One that was used before
 * has been copied: all of that person's tokens for the app end.
 * @throws OauthError invalid_grant; invalid_scope, when more is asked for than was allowed.
 */
export const refresh = async (
  app: App,
  parameters: Parameters,
  row: RefreshRow | null,
): Promise<{ authorization: Authorization; tokens: IssuedTokens }> => {
  if (parameters.get("refresh_token") === null) throw new OauthError("invalid_request", "refresh_token is missing.")
  if (row?.app_id !== app.id || !(await mayUse(app, row.account_id))) throw refused()
  const scopes = narrowed(row.scopes, parameters.get("scope"))
  const allowed = allowedScopes(app)
  const live = row.scopes.every((scope) => allowed.has(scope))
  const issued =
    live && scopes !== null ? await issueTokens("refreshToken", row.hash, authorizationOf(app, row), scopes) : null
  if (issued) return issued
  const reused = await refuseReuse(row)
  throw !reused && scopes === null
    ? new OauthError("invalid_scope", "A refresh can narrow the scope, never widen it.")
    : refused()
}

/** The scopes of a refresh; null when it asks for more than was allowed. */
const narrowed = (granted: readonly Scope[], asked: string | null): readonly Scope[] | null => {
  if (asked === null) return granted
  const wanted = new Set(asked.split(" ").filter((scope) => scope !== ""))
  const narrower = granted.filter((scope) => wanted.has(scope))
  return narrower.length === wanted.size && wanted.size > 0 ? narrower : null
}

const authorizationOf = (app: App, row: RefreshRow): Omit<Authorization, "grantScopes"> => ({
  grantId: row.grant_id,
  authorizationId: row.authorization_id,
  accountId: row.account_id,
  clientId: app.clientId,
  scopes: row.scopes,
  claims: row.claims,
  // OpenID Connect Core section 12.2: a refreshed ID token carries no nonce.
  nonce: null,
  sessionId: row.session_id,
  authTime: row.auth_time,
})

/** Ends all of the person's tokens for the app, when the token was used before: that is committed before anything is refused. */
const refuseReuse = (row: RefreshRow): Promise<boolean> =>
  transaction(async (tx) => {
    await lockGrant(tx, row.grant_id)
    const [token] = await query<{ reused: boolean }>(
      "SELECT rotated_at IS NOT NULL AS reused FROM oauth_refresh_token WHERE hash = $1",
      [row.hash],
      tx,
    )
    if (token?.reused) await revokeTokens(tx, { grantId: row.grant_id })
    return token?.reused ?? false
  })
