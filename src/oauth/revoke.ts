import { lockGrant, revokeTokens } from "@/auth/revoke-grants"
import { oauthErrorResponse, methodNotAllowed, NO_STORE, type OauthResponse } from "@/oauth/responses"
import type { App } from "@/oauth/apps"
import { authenticateClient, throwIfClientBlocked } from "@/oauth/client-authentication"
import { OauthError } from "@/oauth/oauth-error"
import { readFormParameters } from "@/oauth/parameters"
import { query } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"
import type { HttpRequest } from "@/http/message"
import { hashCredential } from "@/platform/secrets"

/** The revocation endpoint (RFC 7009). An unknown token, or another client's, gets the response of a revoked one. */
export async function revoke(request: HttpRequest): Promise<OauthResponse> {
  if (request.method !== "POST") return methodNotAllowed("POST")
  try {
    if (new URL(request.url).search !== "")
      throw new OauthError("invalid_request", "Send the parameters in the body, not in the URL.")
    const parameters = await readFormParameters(request)
    parameters.rejectRepeated()
    throwIfClientBlocked(request, parameters)
    const app = await authenticateClient(request, parameters)
    const token = parameters.get("token")
    if (token === null) throw new OauthError("invalid_request", "token is missing.")
    await revokeToken(app, token)
    // Some clients treat a response without a JSON content type as an error, even if it is empty.
    return { status: 200, headers: { ...NO_STORE, "content-type": "application/json" }, body: null }
  } catch (error) {
    if (error instanceof OauthError) return oauthErrorResponse(error)
    throw error
  }
}

// The hint may be wrong, and tokens need not have their prefix, so both tables are searched.
const FIND_TOKEN_SQL = `
  SELECT t.grant_id, t.authorization_id, t.kind FROM (
    SELECT hash, grant_id, authorization_id, 'refresh' AS kind FROM oauth_refresh_token WHERE hash = $1
    UNION ALL SELECT hash, grant_id, authorization_id, 'access' FROM oauth_access_token WHERE hash = $1) t
  JOIN oauth_grant g ON g.id = t.grant_id WHERE g.app_id = $2`

const REVOKE_CLIENT_TOKEN_SQL =
  "UPDATE oauth_client_token SET revoked_at = now() WHERE hash = $1 AND app_id = $2 AND revoked_at IS NULL"

async function revokeToken(app: App, token: string): Promise<void> {
  const hash = hashCredential(token)
  const [found] = await query<{ grant_id: string; authorization_id: string; kind: "refresh" | "access" }>(
    FIND_TOKEN_SQL,
    [hash, app.id],
  )
  if (!found) {
    await query(REVOKE_CLIENT_TOKEN_SQL, [hash, app.id])
    return
  }
  await transaction(async (tx) => {
    await lockGrant(tx, found.grant_id)
    // RFC 7009, section 2.1: revoking a refresh token also revokes the access tokens of the same authorization.
    if (found.kind === "refresh") await revokeTokens(tx, { authorizationId: found.authorization_id })
    else
      await query("UPDATE oauth_access_token SET revoked_at = now() WHERE hash = $1 AND revoked_at IS NULL", [hash], tx)
  })
}
