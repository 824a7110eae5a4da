import { v7 as uuidv7 } from "uuid"
import type { SessionCaller } from "@/domain/caller"
import type { Scope } from "@/domain/scope"
import type { App, AppAccess } from "@/oauth/apps"
import type { AuthorizationRequest } from "@/oauth/authorization-request"
import { findPreviousConsent, offeredScopes, previouslyGrantedScopes } from "@/oauth/consent-required"
import { type Queryable, query } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"
import { hashCredential, mintCredential } from "@/platform/secrets"

const CODE_SECONDS = 10 * 60

/** Issues a single-use authorization code for ten minutes (RFC 6749, section 4.1.2). */
export async function issueCode(
  tx: Queryable,
  grantId: string,
  request: AuthorizationRequest,
  scopes: readonly Scope[],
  session: SessionCaller,
): Promise<string> {
  const code = mintCredential("authorization_code")
  await query(
    `INSERT INTO oauth_code (hash, grant_id, authorization_id, redirect_uri, scopes, code_challenge, nonce, claims, session_id, auth_time, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now() + make_interval(secs => $11))`,
    [
      hashCredential(code),
      grantId,
      uuidv7(),
      request.redirectUri,
      scopes,
      request.codeChallenge,
      request.nonce,
      request.claims === null ? null : JSON.stringify(request.claims),
      session.sessionId,
      session.signedInAt,
      CODE_SECONDS,
    ],
    tx,
  )
  return code
}

/** Issues a code if the user consented to the whole request earlier; null if the user must be asked. */
export async function issueCodeWithoutConsent(
  app: App,
  access: AppAccess,
  authorization: AuthorizationRequest,
  session: SessionCaller,
): Promise<string | null> {
  if (!session.emailVerified) return null
  const previousConsent = await findPreviousConsent(app, access, session.accountId)
  const offered = await offeredScopes(authorization, app, session.accountId)
  const scopes = previouslyGrantedScopes(app, authorization, offered, session, previousConsent)
  if (!previousConsent || !scopes) return null
  return transaction(async (tx) => {
    const [activeGrant] = await query(
      "SELECT FROM oauth_grant WHERE id = $1 AND revoked_at IS NULL FOR UPDATE",
      [previousConsent.grantId],
      tx,
    )
    return activeGrant ? issueCode(tx, previousConsent.grantId, authorization, scopes, session) : null
  })
}
