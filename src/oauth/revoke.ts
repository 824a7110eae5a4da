import { lockGrant, revokeTokens } from "@/auth/revoke-grant"
import { errorJson, methodNotAllowed, NO_STORE, type OauthAnswer } from "@/oauth/answers"
import type { App } from "@/oauth/apps"
import { authenticateClient, refuseFailingClient } from "@/oauth/client-authentication"
import { OauthError } from "@/oauth/oauth-error"
import { formParameters } from "@/oauth/parameters"
import { query } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"
import type { HttpRequest } from "@/http/message"
import { hashCredential } from "@/platform/secrets"

/** The revocation endpoint (RFC 7009): a token that is unknown, or another client's, is as good as revoked. */
export const revoke = async (request: HttpRequest): Promise<OauthAnswer> => {
  if (request.method !== "POST") return methodNotAllowed("POST")
  try {
    if (new URL(request.url).search !== "") throw new OauthError("invalid_request", "Parameters belong into the body.")
    const parameters = await formParameters(request)
    parameters.refuseRepeated()
    refuseFailingClient(request, parameters)
    const app = await authenticateClient(request, parameters)
    const token = parameters.get("token")
    if (token === null) throw new OauthError("invalid_request", "token is missing.")
    await revokeToken(app, token)
    // Some clients take an answer for an error that does not say it is JSON, empty or not.
    return { status: 200, headers: { ...NO_STORE, "content-type": "application/json" }, body: null }
  } catch (error) {
    if (error instanceof OauthError) return errorJson(error)
    throw error
  }
}

// A token's own prefix would tell its kind, and the hint may be wrong: both tables are asked.
const FIND = `
  SELECT t.grant_id, t.authorization_id, t.kind FROM (
    SELECT hash, grant_id, authorization_id, 'refresh' AS kind FROM oauth_refresh_token WHERE hash = $1
    UNION ALL SELECT hash, grant_id, authorization_id, 'access' FROM oauth_access_token WHERE hash = $1) t
  JOIN oauth_grant g ON g.id = t.grant_id WHERE g.app_id = $2`

const revokeToken = async (app: App, token: string): Promise<void> => {
  const hash = hashCredential(token)
  const [found] = await query<{ grant_id: string; authorization_id: string; kind: "refresh" | "access" }>(FIND, [
    hash,
    app.id,
  ])
  if (!found) return
  await transaction(async (tx) => {
    await lockGrant(tx, found.grant_id)
    // RFC 7009 section 2.1: with a refresh token go the access tokens of the same authorization.
    if (found.kind === "refresh") await revokeTokens(tx, { authorizationId: found.authorization_id })
    else
      await query("UPDATE oauth_access_token SET revoked_at = now() WHERE hash = $1 AND revoked_at IS NULL", [hash], tx)
  })
}
