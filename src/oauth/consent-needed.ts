import type { SessionCaller } from "@/domain/caller"
import type { Scope } from "@/domain/scope"
import type { App } from "@/oauth/apps"
import { type AuthorizationRequest, isAnotherSubject } from "@/oauth/authorization-request"
import { query } from "@/platform/db/query"

/** Whether the person must sign in (again) before the request can go on (OpenID Connect Core section 3.1.2.1). */
export const needsSignIn = (request: AuthorizationRequest, session: SessionCaller | null, startedAt: Date): boolean => {
  if (!session || isAnotherSubject(request, session.accountId)) return true
  // Signed in since the request came: that is as new as it can be.
  if (session.signedInAt >= startedAt) return false
  if (request.prompt.includes("login")) return true
  return request.maxAge !== null && Date.now() - session.signedInAt.getTime() >= request.maxAge * 1000
}

export interface EarlierConsent {
  grantId: string
  scopes: Scope[]
  shown: Scope[]
}

export const earlierConsent = async (app: App, accountId: string): Promise<EarlierConsent | null> => {
  const [row] = await query<{ id: string; scopes: Scope[]; shown_scopes: Scope[] }>(
    "SELECT id, scopes, shown_scopes FROM oauth_grant WHERE account_id = $1 AND app_id = $2 AND revoked_at IS NULL",
    [accountId, app.id],
  )
  return row ? { grantId: row.id, scopes: row.scopes, shown: row.shown_scopes } : null
}

/** What the person is asked about: the scopes of the request, and those that its claims need. */
export const scopesToShow = ({ scopes, claimScopes }: AuthorizationRequest): Scope[] => [...scopes, ...claimScopes]

/**
 * Whether anything vouches for who gets the code (RFC 8252, section 8.6): the client's secret, or an https address, which its owner alone can
 * serve. Any program of the device can listen on a loopback port or claim a private scheme under a public client's id.
 */
export const clientIsAssured = ({ type }: App, redirectUri: string): boolean =>
  type === "confidential" || redirectUri.startsWith("https:")

/** Asked once, a person is asked again only when the request widens or insists, or when nothing vouches for the client. */
export const needsConsent = (request: AuthorizationRequest, app: App, earlier: EarlierConsent | null): boolean => {
  if (!clientIsAssured(app, request.redirectUri)) return true
  if (request.prompt.includes("consent") || request.prompt.includes("select_account") || !earlier) return true
  const allowed = app.requiredScopes.filter((scope) => request.scopes.includes(scope))
  return (
    scopesToShow(request).some((scope) => !earlier.shown.includes(scope)) ||
    allowed.some((scope) => !earlier.scopes.includes(scope))
  )
}
