import { v7 as uuidv7 } from "uuid"
import type { SessionCaller } from "@/domain/caller"
import type { Scope } from "@/domain/scope"
import type { AuthorizationRequest } from "@/oauth/authorization-request"
import { type Queryable, query } from "@/platform/db/query"
import { hashCredential, mintCredential } from "@/platform/secrets"

const CODE_SECONDS = 10 * 60

/** Issues a single-use authorization code for ten minutes (RFC 6749, section 4.1.2). */
export const issueCode = async (
  tx: Queryable,
  grantId: string,
  request: AuthorizationRequest,
  scopes: readonly Scope[],
  session: SessionCaller,
): Promise<string> => {
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
