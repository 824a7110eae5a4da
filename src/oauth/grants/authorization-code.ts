import { createHash } from "node:crypto"
import { lockGrant, revokeTokens } from "@/auth/revoke-grants"
import { credentialKind } from "@/domain/credential"
import type { OauthRefusalReason } from "@/domain/oauth-refusal"
import { allowedScopes, type App } from "@/oauth/apps"
import { withoutQuery } from "@/oauth/authorization-request"
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
import { equalSecrets, hashCredential } from "@/platform/secrets"

interface PresentedCode extends PresentedGrant {
  redirect_uri: string
  code_challenge: string | null
  nonce: string | null
  expired: boolean
}

const readCode = batchedRead<Buffer, PresentedCode>(`
  SELECT ordinal::int, ${PRESENTED_GRANT_COLUMNS}, p.redirect_uri, p.code_challenge, p.nonce, p.expires_at <= now() AS expired
  FROM unnest($1::bytea[]) WITH ORDINALITY AS requested (hash, ordinal) JOIN oauth_code p ON p.hash = requested.hash JOIN oauth_grant g ON g.id = p.grant_id`)

function invalidGrant(refusal: Refusal): OauthError {
  return new OauthError(
    "invalid_grant",
    "The code is not valid, has expired or been used, or belongs to another client, address or verifier.",
    refusal,
  )
}

/** Finds the presented code, of whichever client; null if there is none. */
export async function findCode(parameters: Parameters): Promise<PresentedCode | null> {
  const code = parameters.get("code")
  return code !== null && credentialKind(code) === "authorization_code" ? readCode(hashCredential(code)) : null
}

/**
 * Exchanges an authorization code for tokens, once (RFC 6749, section 4.1.3; RFC 7636, section 4.6). A second use
 * revokes the tokens of the first.
 * @throws OauthError invalid_grant
 */
export async function exchangeCode(app: App, parameters: Parameters, row: PresentedCode | null): Promise<IssuedTokens> {
  const { clientId } = app
  if (parameters.get("code") === null)
    throw new OauthError("invalid_request", "code is missing.", {
      clientId,
      reason: "request_invalid",
      detail: "code is missing.",
    })
  if (row?.app_id !== app.id) throw invalidGrant({ clientId, reason: row ? "code_of_another_client" : "code_unknown" })
  const owner = { clientId, accountId: row.account_id, grantId: row.grant_id }
  if (!(await isAppUsable(app, row))) throw invalidGrant({ ...owner, reason: "app_not_usable" })
  const refusal = findRefusal(app, parameters, row)
  const issued = refusal ? null : await issueTokens("code", row.hash, toAuthorization(app, row, row.nonce), row.scopes)
  if (issued) return issued
  const endReason = await handleCodeReuse(row)
  throw invalidGrant({ ...owner, ...(endReason ? { reason: endReason } : (refusal ?? { reason: "code_used" })) })
}

/** Returns what is wrong with a code, except reuse; the app's scopes are those allowed now. */
function findRefusal(app: App, parameters: Parameters, row: PresentedCode): Pick<Refusal, "reason" | "detail"> | null {
  const allowed = allowedScopes(app)
  const redirectUri = parameters.get("redirect_uri")
  if (row.expired) return { reason: "code_expired" }
  if (row.redirect_uri !== redirectUri)
    return { reason: "redirect_uri_mismatch", detail: redirectUri && withoutQuery(redirectUri) }
  const verifier = parameters.get("code_verifier")
  if (!verifyPkce(row.code_challenge, verifier)) {
    return {
      reason:
        row.code_challenge === null
          ? "code_verifier_unexpected"
          : verifier === null
            ? "code_verifier_missing"
            : "code_verifier_wrong",
    }
  }
  return row.scopes.every((scope) => allowed.has(scope)) ? null : { reason: "scope_removed" }
}

/** Revokes the tokens of a code's first use if this is another. @returns what has ended the code, if anything */
function handleCodeReuse(row: PresentedCode): Promise<OauthRefusalReason | null> {
  return transaction(async (tx) => {
    await lockGrant(tx, row.grant_id)
    const [code] = await query<{ used: boolean }>(
      "SELECT used_at IS NOT NULL AS used FROM oauth_code WHERE hash = $1",
      [row.hash],
      tx,
    )
    const used = !code || code.used
    if (used) await revokeTokens(tx, { authorizationId: row.authorization_id })
    return (await findGrantEndReason(tx, row)) ?? (used ? "code_used" : null)
  })
}

const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/

// A verifier without a challenge is refused too: it would hide a downgrade (RFC 9700, section 4.8.2).
function verifyPkce(challenge: string | null, verifier: string | null): boolean {
  if (challenge === null || verifier === null) return challenge === verifier
  return VERIFIER.test(verifier) && equalSecrets(createHash("sha256").update(verifier).digest("base64url"), challenge)
}
