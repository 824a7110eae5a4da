import type { SessionCaller } from "@/domain/caller"
import { isSellerScope, type Scope } from "@/domain/scope"
import type { App, AppAccess } from "@/oauth/apps"
import { type AuthorizationRequest, isDifferentSubject } from "@/oauth/authorization-request"
import { query } from "@/platform/db/query"

/** Whether the user must sign in (again) before the request can continue (OpenID Connect Core, section 3.1.2.1). */
export function needsSignIn(
  request: AuthorizationRequest,
  session: SessionCaller,
  { subject }: AppAccess,
  startedAt: Date,
): boolean {
  if (isDifferentSubject(request, subject)) return true
  // The user has signed in since the request arrived.
  if (session.signedInAt >= startedAt) return false
  if (request.prompt.includes("login")) return true
  return request.maxAge !== null && Date.now() - session.signedInAt.getTime() >= request.maxAge * 1000
}

export interface PreviousConsent {
  grantId: string
  scopes: Scope[]
  shownScopes: Scope[]
}

/** Finds what an account consented to. A consent to be known as somebody else does not count. */
export async function findPreviousConsent(
  app: App,
  { persona }: AppAccess,
  accountId: string,
): Promise<PreviousConsent | null> {
  const [row] = await query<{ id: string; scopes: Scope[]; shown_scopes: Scope[] }>(
    "SELECT id, scopes, shown_scopes FROM oauth_grant WHERE account_id = $1 AND app_id = $2 AND persona = $3 AND revoked_at IS NULL",
    [accountId, app.id, persona],
  )
  return row ? { grantId: row.id, scopes: row.scopes, shownScopes: row.shown_scopes } : null
}

const IN_APPROVED_STORE_SQL =
  "SELECT FROM store_member m JOIN store s ON s.id = m.store_id WHERE m.account_id = $1 AND s.status = 'approved'"

/**
 * Returns the scopes on the consent page: those of the request, and those that its claims need. An account outside of
 * any approved store is not asked for its store's data. In the sandbox of a test client everybody has a store.
 */
export async function offeredScopes(
  { scopes, claimScopes }: AuthorizationRequest,
  { liveAppId }: App,
  accountId: string,
): Promise<Scope[]> {
  const requested = [...scopes, ...claimScopes]
  if (liveAppId !== null || !requested.some(isSellerScope)) return requested
  const hasStore = (await query(IN_APPROVED_STORE_SQL, [accountId])).length > 0
  return hasStore ? requested : requested.filter((scope) => !isSellerScope(scope))
}

/**
 * Whether the client's identity is assured (RFC 8252, section 8.6): by its secret, or by an https redirect URI, which
 * only its owner can serve. Any program on the device can listen on a loopback port, or claim a private scheme with a
 * public client's id.
 */
export function isClientVerifiable({ type }: App, redirectUri: string): boolean {
  return type === "confidential" || redirectUri.startsWith("https:")
}

/**
 * Whether to ask for consent: the first time, if the request asks for more or requires it, or if the client's identity
 * is not assured.
 */
function needsConsent(
  request: AuthorizationRequest,
  app: App,
  offered: readonly Scope[],
  previousConsent: PreviousConsent | null,
): boolean {
  if (!isClientVerifiable(app, request.redirectUri)) return true
  if (request.prompt.includes("consent") || request.prompt.includes("select_account") || !previousConsent) return true
  const allowed = app.requiredScopes.filter((scope) => request.scopes.includes(scope) && offered.includes(scope))
  return (
    offered.some((scope) => !previousConsent.shownScopes.includes(scope)) ||
    allowed.some((scope) => !previousConsent.scopes.includes(scope))
  )
}

/** Returns the scopes of a code for what the user consented to earlier; null if the user must be asked. */
export function previouslyGrantedScopes(
  app: App,
  authorization: AuthorizationRequest,
  offered: readonly Scope[],
  session: SessionCaller,
  previousConsent: PreviousConsent | null,
): Scope[] | null {
  if (!session.emailVerified || !previousConsent || needsConsent(authorization, app, offered, previousConsent))
    return null
  const scopes = authorization.scopes.filter((scope) => previousConsent.scopes.includes(scope))
  return scopes.length === 0 ? null : scopes
}
