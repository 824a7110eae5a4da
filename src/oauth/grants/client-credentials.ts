import { recordAcceptedCredential } from "@/auth/refused-credentials"
import { CLIENT_SCOPES, type ClientScope } from "@/domain/scope"
import type { App } from "@/oauth/apps"
import { ACCESS_TOKEN_SECONDS } from "@/oauth/issue-tokens"
import { OauthError } from "@/oauth/oauth-error"
import type { Parameters } from "@/oauth/parameters"
import { writeQuery } from "@/platform/db/query"
import { hashCredential, mintCredential } from "@/platform/secrets"

// The first token of a client begins its events.
const ISSUE_SQL = `
  WITH started AS (UPDATE oauth_app SET events_since = now() WHERE id = $2 AND events_since IS NULL)
  INSERT INTO oauth_client_token (hash, app_id, scopes, expires_at) VALUES ($1, $2, $3, now() + make_interval(secs => $4))`

/**
 * Issues an access token of the client itself (RFC 6749, section 4.4), without a refresh token (section 4.4.3).
 * @throws OauthError unauthorized_client for a public client or a suspended app; invalid_scope
 */
export async function issueClientToken(app: App, parameters: Parameters): Promise<object> {
  const { clientId } = app
  if (app.type !== "confidential" || app.suspended)
    throw new OauthError(
      "unauthorized_client",
      "Only a confidential client of an app that is not suspended may use this grant.",
      {
        clientId,
        reason: app.suspended ? "app_not_usable" : "grant_type_unsupported",
        detail: "client_credentials",
      },
    )
  const requested = parameters.get("scope")
  const scopes = requested === null ? CLIENT_SCOPES : clientScopes(requested)
  if (scopes === null)
    throw new OauthError("invalid_scope", `A client's own token can have ${CLIENT_SCOPES.join(" and ")}.`, {
      clientId,
      reason: "scope_not_allowed",
      detail: requested,
    })
  const token = mintCredential(app.liveAppId === null ? "client_token" : "test_client_token")
  const hash = hashCredential(token)
  await writeQuery(ISSUE_SQL, [hash, app.id, scopes, ACCESS_TOKEN_SECONDS])
  recordAcceptedCredential(hash)
  return { access_token: token, token_type: "Bearer", expires_in: ACCESS_TOKEN_SECONDS, scope: scopes.join(" ") }
}

/** The requested scopes; null if there is none, or one that a client itself cannot have. */
function clientScopes(requested: string): readonly ClientScope[] | null {
  const names = new Set(requested.split(" ").filter((name) => name !== ""))
  const scopes = CLIENT_SCOPES.filter((scope) => names.has(scope))
  return scopes.length === names.size && scopes.length > 0 ? scopes : null
}
