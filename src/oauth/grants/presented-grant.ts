import type { Scope } from "@/domain/scope"
import { type App, appAccess, sessionIdFor, subjectOf } from "@/oauth/apps"
import type { RequestedClaims } from "@/oauth/claims"
import type { Authorization } from "@/oauth/issue-tokens"

/** What a code and a refresh token have in common: the authorization that they were issued for. */
export interface PresentedGrant {
  hash: Buffer
  grant_id: string
  authorization_id: string
  account_id: string
  app_id: string
  persona: boolean
  scopes: Scope[]
  claims: RequestedClaims | null
  session_id: string | null
  auth_time: Date
}

/** The columns of a PresentedGrant: of a code or refresh token p, and of its grant g. */
export const PRESENTED_GRANT_COLUMNS =
  "p.hash, p.grant_id, p.authorization_id, g.account_id, g.app_id, g.persona, p.scopes, p.claims, p.session_id, p.auth_time"

/**
 * Whether the account may use the app, and the app knows it as it did at the consent: the person must be asked again if
 * the app is to know them as somebody else.
 */
export async function isAppUsable(app: App, { account_id: accountId, persona }: PresentedGrant): Promise<boolean> {
  const access = await appAccess(app, accountId)
  return access.allowed && access.persona === persona
}

/**
 * Returns the authorization for which new tokens are issued.
 * @param nonce of the authorization request, for the ID token
 */
export function toAuthorization(
  app: App,
  row: PresentedGrant,
  nonce: string | null,
): Omit<Authorization, "grantScopes"> {
  return {
    grantId: row.grant_id,
    authorizationId: row.authorization_id,
    subject: subjectOf(app, row.account_id, row.persona),
    clientId: app.clientId,
    livemode: app.liveAppId === null,
    scopes: row.scopes,
    claims: row.claims,
    nonce,
    sessionId: row.session_id,
    sid: row.session_id && sessionIdFor(app, row.session_id, row.persona),
    authTime: row.auth_time,
  }
}
