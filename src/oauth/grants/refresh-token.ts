import { lockGrant, revokeTokens } from "@/auth/revoke-grants"
import { credentialKind } from "@/domain/credential"
import type { OauthRefusalReason } from "@/domain/oauth-refusal"
import type { Scope } from "@/domain/scope"
import { allowedScopes, type App } from "@/oauth/apps"
import { parseScopes } from "@/oauth/authorization-request"
import {
  isAppUsable,
  PRESENTED_GRANT_COLUMNS,
  type PresentedGrant,
  toAuthorization,
} from "@/oauth/grants/presented-grant"
import { findGrantEndReason, type IssuedTokens, issueTokens } from "@/oauth/issue-tokens"
import { OauthError, type Refusal } from "@/oauth/oauth-error"
import type { Parameters } from "@/oauth/parameters"
import { batchedRead } from "@/platform/db/batched-read"
import { query } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"
import { hashCredential } from "@/platform/secrets"

const readRefreshToken = batchedRead<Buffer, PresentedGrant>(`
  SELECT ordinal::int, ${PRESENTED_GRANT_COLUMNS}
  FROM unnest($1::bytea[]) WITH ORDINALITY AS requested (hash, ordinal) JOIN oauth_refresh_token p ON p.hash = requested.hash JOIN oauth_grant g ON g.id = p.grant_id`)

function invalidGrant(refusal: Refusal): OauthError {
  return new OauthError(
    "invalid_grant",
    "The refresh token is not valid, has expired, been used or been revoked, or belongs to another client.",
    refusal,
  )
}

/** Finds the presented refresh token, of whichever client; null if there is none. */
export async function findRefreshToken(parameters: Parameters): Promise<PresentedGrant | null> {
  const refreshToken = parameters.get("refresh_token")
  return refreshToken !== null && credentialKind(refreshToken) === "refresh_token"
    ? readRefreshToken(hashCredential(refreshToken))
    : null
}

/**
 * Issues new tokens for a refresh token and rotates it (RFC 6749, section 6; RFC 9700, section 4.14.2). Reuse means
 * that it was copied: all of the user's tokens for the app are revoked.
 * @throws OauthError invalid_grant; invalid_scope if it asks for more than was granted
 */
export async function exchangeRefreshToken(
  app: App,
  parameters: Parameters,
  row: PresentedGrant | null,
): Promise<IssuedTokens> {
  const { clientId } = app
  if (parameters.get("refresh_token") === null)
    throw new OauthError("invalid_request", "refresh_token is missing.", {
      clientId,
      reason: "request_invalid",
      detail: "refresh_token is missing.",
    })
  if (row?.app_id !== app.id)
    throw invalidGrant({ clientId, reason: row ? "refresh_token_of_another_client" : "refresh_token_unknown" })
  const owner = { clientId, accountId: row.account_id, grantId: row.grant_id }
  if (!(await isAppUsable(app, row))) throw invalidGrant({ ...owner, reason: "app_not_usable" })
  const scopes = narrowScopes(row.scopes, parameters.get("scope"))
  const allowed = allowedScopes(app)
  const scopesAllowed = row.scopes.every((scope) => allowed.has(scope))
  // OpenID Connect Core, section 12.2: a refreshed ID token has no nonce.
  const issued =
    scopesAllowed && scopes !== null
      ? await issueTokens("refreshToken", row.hash, toAuthorization(app, row, null), scopes)
      : null
  if (issued) return issued
  const endReason = await handleTokenReuse(row)
  if (endReason !== "refresh_token_reused" && scopes === null) {
    throw new OauthError("invalid_scope", "A refresh can narrow the scope, never widen it.", {
      ...owner,
      reason: "scope_wider",
      detail: parameters.get("scope"),
    })
  }
  throw invalidGrant({ ...owner, reason: endReason ?? (scopesAllowed ? "refresh_token_revoked" : "scope_removed") })
}

/** Returns the scopes of a refresh request; null if it asks for more than was granted. */
function narrowScopes(granted: readonly Scope[], requested: string | null): readonly Scope[] | null {
  if (requested === null) return granted
  const requestedScopes = new Set(parseScopes(requested))
  const narrowedScopes = granted.filter((scope) => requestedScopes.has(scope))
  return narrowedScopes.length === requestedScopes.size && requestedScopes.size > 0 ? narrowedScopes : null
}

const TOKEN_STATE_SQL =
  "SELECT rotated_at IS NOT NULL AS reused, revoked_at IS NOT NULL AS revoked, expires_at <= now() AS expired FROM oauth_refresh_token WHERE hash = $1"

/**
 * Revokes all of the user's tokens for the app if the token was used before. This is committed before the request is
 * refused.
 * @returns what has ended the token, if anything
 */
function handleTokenReuse(row: PresentedGrant): Promise<OauthRefusalReason | null> {
  return transaction(async (tx) => {
    await lockGrant(tx, row.grant_id)
    const [token] = await query<{ reused: boolean; revoked: boolean; expired: boolean }>(
      TOKEN_STATE_SQL,
      [row.hash],
      tx,
    )
    if (token?.reused) {
      await revokeTokens(tx, { grantIds: [row.grant_id] })
      return "refresh_token_reused"
    }
    const endReason = await findGrantEndReason(tx, row)
    if (endReason) return endReason
    return token?.expired ? "refresh_token_expired" : !token || token.revoked ? "refresh_token_revoked" : null
  })
}
