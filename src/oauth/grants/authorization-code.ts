import { createHash } from "node:crypto"
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
import { equalSecrets, hashCredential } from "@/platform/secrets"

export interface CodeRow {
  hash: Buffer
  grant_id: string
  authorization_id: string
  account_id: string
  app_id: string
  redirect_uri: string
  scopes: Scope[]
  code_challenge: string | null
  claims: RequestedClaims | null
  nonce: string | null
  session_id: string | null
  auth_time: Date
  expired: boolean
}

const FIND = `
  SELECT c.hash, c.grant_id, c.authorization_id, g.account_id, g.app_id, c.redirect_uri, c.scopes, c.code_challenge, c.claims, c.nonce, c.session_id,
         c.auth_time, c.expires_at <= now() AS expired
  FROM oauth_code c JOIN oauth_grant g ON g.id = c.grant_id WHERE c.hash = $1`

const refused = (): OauthError => new OauthError("invalid_grant", "The code is not valid, has expired or been used, or belongs to another client, address or verifier.")

/** The code that was presented, whosever it is; null when there is none. */
export const findCode = async (parameters: Parameters): Promise<CodeRow | null> => {
  const code = parameters.get("code")
  const [row] = code !== null && credentialKind(code) === "authorization_code" ? await query<CodeRow>(FIND, [hashCredential(code)]) : []
  return row ?? null
}

/**
 * Exchanges an authorization code for tokens, once (RFC 6749 section 4.1.3, RFC 7636 section 4.6). A second use takes back what the first gave.
 * @throws OauthError invalid_grant
 */
export const exchangeCode = async (app: App, parameters: Parameters, row: CodeRow | null): Promise<{ authorization: Authorization; tokens: IssuedTokens }> => {
  if (parameters.get("code") === null) throw new OauthError("invalid_request", "code is missing.")
  if (row?.app_id !== app.id || !(await mayUse(app, row.account_id))) throw refused()
  // The refusal of a used code must be committed with what it takes back, so it is returned and only then thrown.
  const exchanged = await transaction((tx) => exchange(tx, app, row, isGood(app, parameters, row)))
  if (!exchanged) throw refused()
  return exchanged
}

/** Whether everything but its single use speaks for a code; the app's scopes are those it may have now. */
const isGood = (app: App, parameters: Parameters, row: CodeRow): boolean => {
  const allowed = allowedScopes(app)
  return (
    !row.expired &&
    row.redirect_uri === parameters.get("redirect_uri") &&
    isVerified(row.code_challenge, parameters.get("code_verifier")) &&
    row.scopes.every((scope) => allowed.has(scope))
  )
}

const exchange = async (tx: Queryable, app: App, row: CodeRow, good: boolean) => {
  const grant = await lockGrant(tx, row.grant_id, row.auth_time)
  const used = good && grant.live ? await query("UPDATE oauth_code SET used_at = now() WHERE hash = $1 AND used_at IS NULL RETURNING hash", [row.hash], tx) : []
  if (used.length === 0) {
    const [code] = await query<{ used: boolean }>("SELECT used_at IS NOT NULL AS used FROM oauth_code WHERE hash = $1", [row.hash], tx)
    if (!code || code.used) await revokeTokens(tx, { authorizationId: row.authorization_id })
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
    nonce: row.nonce,
    sessionId: row.session_id,
    authTime: row.auth_time,
  }
  return { authorization, tokens: await issueTokens(tx, authorization, row.scopes) }
}

const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/

// A verifier without a challenge is refused as well: it would hide a downgrade (RFC 9700 section 4.8.2).
const isVerified = (challenge: string | null, verifier: string | null): boolean => {
  if (challenge === null || verifier === null) return challenge === verifier
  return VERIFIER.test(verifier) && equalSecrets(createHash("sha256").update(verifier).digest("base64url"), challenge)
}
