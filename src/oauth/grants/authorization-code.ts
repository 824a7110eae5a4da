import { createHash } from "node:crypto"
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

const find = batchedRead<Buffer, CodeRow>(`
  SELECT place::int, c.hash, c.grant_id, c.authorization_id, g.account_id, g.app_id, c.redirect_uri, c.scopes, c.code_challenge, c.claims, c.nonce, c.session_id,
         c.auth_time, c.expires_at <= now() AS expired
  FROM unnest($1::bytea[]) WITH ORDINALITY AS asked (hash, place) JOIN oauth_code c ON c.hash = asked.hash JOIN oauth_grant g ON g.id = c.grant_id`)

const refused = (): OauthError =>
  new OauthError(
    "invalid_grant",
    "The code is not valid, has expired or been used, or belongs to another client, address or verifier.",
  )

/** The code that was presented, whosever it is; null when there is none. */
export const findCode = async (parameters: Parameters): Promise<CodeRow | null> => {
  const code = parameters.get("code")
  return code !== null && credentialKind(code) === "authorization_code" ? find(hashCredential(code)) : null
}

/**
 * Exchanges an authorization code for tokens, once (RFC 6749 section 4.1.3, RFC 7636 section 4.6). A second use takes back what the first gave.
 * @throws OauthError invalid_grant
 */
export const exchangeCode = async (
  app: App,
  parameters: Parameters,
  row: CodeRow | null,
): Promise<{ authorization: Authorization; tokens: IssuedTokens }> => {
  if (parameters.get("code") === null) throw new OauthError("invalid_request", "code is missing.")
  if (row?.app_id !== app.id || !(await mayUse(app, row.account_id))) throw refused()
  const issued = isGood(app, parameters, row)
    ? await issueTokens("code", row.hash, authorizationOf(app, row), row.scopes)
    : null
  if (issued) return issued
  await refuseUse(row)
  throw refused()
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

const authorizationOf = (app: App, row: CodeRow): Omit<Authorization, "grantScopes"> => ({
  grantId: row.grant_id,
  authorizationId: row.authorization_id,
  accountId: row.account_id,
  clientId: app.clientId,
  scopes: row.scopes,
  claims: row.claims,
  nonce: row.nonce,
  sessionId: row.session_id,
  authTime: row.auth_time,
})

/** Takes back what the first use of a code gave, when this was not the first. */
const refuseUse = (row: CodeRow): Promise<void> =>
  transaction(async (tx) => {
    await lockGrant(tx, row.grant_id)
    const [code] = await query<{ used: boolean }>(
      "SELECT used_at IS NOT NULL AS used FROM oauth_code WHERE hash = $1",
      [row.hash],
      tx,
    )
    if (!code || code.used) await revokeTokens(tx, { authorizationId: row.authorization_id })
  })

const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/

// A verifier without a challenge is refused as well: it would hide a downgrade (RFC 9700 section 4.8.2).
const isVerified = (challenge: string | null, verifier: string | null): boolean => {
  if (challenge === null || verifier === null) return challenge === verifier
  return VERIFIER.test(verifier) && equalSecrets(createHash("sha256").update(verifier).digest("base64url"), challenge)
}
