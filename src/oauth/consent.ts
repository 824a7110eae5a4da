import { isDeepStrictEqual } from "node:util"
import { v7 as uuidv7 } from "uuid"
import type { SessionCaller } from "@/domain/caller"
import { isOauthScope, isSensitiveScope, type OauthScope, type Scope } from "@/domain/scope"
import type { App } from "@/oauth/apps"
import { codeResponse, errorResponse } from "@/oauth/authorization-response"
import { allowedBefore, codeWithoutAsking } from "@/oauth/authorize"
import { type EarlierConsent, earlierConsent, needsSignIn, scopesToShow } from "@/oauth/consent-needed"
import {
  appOf,
  confirmFirst,
  consentPath,
  findInteraction,
  type Interaction,
  keepAgain,
  requireUsable,
  type Shown,
  showTo,
  signInPath,
  useInteraction,
} from "@/oauth/interactions"
import { issueCode } from "@/oauth/issue-code"
import { OauthError, type Refusal, UnsafeRequest } from "@/oauth/oauth-error"
import { originOf } from "@/oauth/page-headers"
import { pool } from "@/platform/db/pool"
import { query } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"

/** A requested scope, and its purpose in the developer's words. */
export interface RequestedScope {
  scope: OauthScope
  reason: string | null
}

/** The data of the consent page. */
export interface ConsentRequest {
  state: "consent"
  app: {
    name: string
    ownerName: string
    logo: string | null
    approved: boolean
    homepageUrl: string | null
    privacyUrl: string | null
    termsUrl: string | null
  }
  account: { name: string; email: string; locale: string }
  required: RequestedScope[]
  optional: (RequestedScope & { ticked: boolean })[]
  /** Where the browser is redirected next. */
  redirectUri: string
  redirectOrigin: string
  /** Whether the app's request has changed since the page was shown. */
  changed: boolean
  uiLocales: string | null
}

/** The state of an authorization request for the signed-in account. */
export type InteractionState =
  | ConsentRequest
  | { state: "sign_in" }
  | { state: "confirm_email" }
  | { state: "allowed_before" }

/**
 * Reads an authorization request for the signed-in account, and records what the page shows: a decision allows no more.
 */
export async function readInteraction(
  id: string,
  cookies: string | null,
  session: SessionCaller,
): Promise<InteractionState> {
  const interaction = await findInteraction(cookies, id)
  const app = await appOf(interaction)
  if (!(await isSignedIn(interaction, app, session))) return { state: "sign_in" }
  if (!session.emailVerified) return { state: "confirm_email" }
  const earlier = await earlierConsent(app, session.accountId)
  if (allowedBefore(app, interaction.request, session, earlier)) return { state: "allowed_before" }
  const [account] = await query<ConsentRequest["account"]>("SELECT name, email, locale FROM account WHERE id = $1", [
    session.accountId,
  ])
  if (!account) throw new UnsafeRequest("interaction")
  const shown = shownBy(interaction, app)
  await showTo(interaction, session.accountId, shown)
  return consentRequest(interaction, app, shown, earlier, account)
}

/** Continues without asking if the user has consented to everything before. @returns where to go next */
export async function resume(id: string, cookies: string | null, session: SessionCaller): Promise<string> {
  const interaction = await findInteraction(cookies, id)
  const app = await appOf(interaction)
  if (!(await isSignedIn(interaction, app, session))) return signInPath(id)
  const code = await codeWithoutAsking(app, interaction.request, session)
  if (code === null) return consentPath(id)
  await useInteraction(pool(), interaction)
  return codeResponse(interaction.request, code)
}

/** Returns what the page shows about the app now. */
const shownBy = ({ request }: Interaction, app: App): Shown => {
  const scopes = scopesToShow(request)
  return {
    versionId: app.versionId,
    required: scopes.filter((scope) => app.requiredScopes.includes(scope)),
    optional: scopes.filter((scope) => !app.requiredScopes.includes(scope)),
  }
}

/** The user's earlier choice; without one, sensitive scopes start unselected. */
const startsTicked = (app: App, earlier: EarlierConsent | null, scope: Scope): boolean =>
  earlier?.shown.includes(scope) ? earlier.scopes.includes(scope) : app.preselectsSensitive || !isSensitiveScope(scope)

function consentRequest(
  { request, again: { ticked, changed } }: Interaction,
  app: App,
  shown: Shown,
  earlier: EarlierConsent | null,
  account: ConsentRequest["account"],
): ConsentRequest {
  const requested = (scope: OauthScope): RequestedScope => ({ scope, reason: app.scopeReasons[scope] || null })
  return {
    state: "consent",
    app: {
      name: app.name,
      ownerName: app.ownerName,
      logo: app.hasLogo ? `/media/oauth-apps/${app.versionId}` : null,
      approved: app.approved,
      homepageUrl: webUrl(app.homepageUrl),
      privacyUrl: webUrl(app.privacyUrl),
      termsUrl: webUrl(app.termsUrl),
    },
    account,
    required: shown.required.filter(isOauthScope).map(requested),
    optional: shown.optional.filter(isOauthScope).map((scope) => ({
      ...requested(scope),
      ticked: ticked ? ticked.includes(scope) : startsTicked(app, earlier, scope),
    })),
    redirectUri: request.redirectUri,
    redirectOrigin: originOf(request.redirectUri),
    changed: changed === true,
    uiLocales: request.uiLocales,
  }
}

const webUrl = (url: string | null): string | null => (url !== null && /^https?:/.test(url) ? url : null)

/**
 * Whether the session is recent enough for the request and of the account that it names.
 * @throws UnsafeRequest if the account may not use the app
 */
async function isSignedIn({ request, startedAt }: Interaction, app: App, session: SessionCaller): Promise<boolean> {
  if (needsSignIn(request, session, startedAt)) return false
  await requireUsable(app, session.accountId)
  return true
}

export interface Decision {
  decision: "allow" | "deny"
  /** The selected optional scopes. */
  scopes: readonly string[]
}

/**
 * Records the decision of the user to whom the page was shown. @returns where to go next, and what was refused to the
 * app
 */
export async function decide(
  id: string,
  { decision, scopes }: Decision,
  cookies: string | null,
  session: SessionCaller,
): Promise<{ location: string; refused?: { error: string; refusal: Refusal } }> {
  const interaction = await findInteraction(cookies, id)
  const app = await appOf(interaction)
  const { request, shown } = interaction
  // Only the user to whom the page was shown can consent.
  if (!(await isSignedIn(interaction, app, session)) || interaction.accountId !== session.accountId || !shown)
    throw new UnsafeRequest("interaction")
  if (!session.emailVerified) return { location: confirmFirst(id) }
  const ticked = shown.optional.filter((scope) => scopes.includes(scope))
  const allowed = decision === "allow" ? [...shown.required, ...ticked] : []
  // The developer has changed the app while the page was open, so the user must read it again.
  if (allowed.length > 0 && !isDeepStrictEqual(shown, shownBy(interaction, app))) {
    await keepAgain(interaction, { ticked, changed: true })
    return { location: consentPath(id) }
  }
  const code =
    allowed.length > 0 ? await grant(interaction, app, session, [...shown.required, ...shown.optional], allowed) : null
  if (code !== null) return { location: codeResponse(request, code) }
  if (allowed.length === 0 && !(await useInteraction(pool(), interaction))) throw new UnsafeRequest("interaction")
  const denied = new OauthError("access_denied", "The person did not allow this.", {
    clientId: app.clientId,
    reason: "denied_by_person",
  })
  return {
    location: errorResponse(request.redirectUri, request.state, denied),
    refused: { error: denied.code, refusal: denied.refusal },
  }
}

// Scopes that were shown and not allowed now are revoked if they were granted before; scopes that were not shown are
// unchanged.
const GRANT = `
  INSERT INTO oauth_grant AS g (id, account_id, app_id, scopes, shown_scopes) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (account_id, app_id) WHERE revoked_at IS NULL DO UPDATE SET
    scopes = ARRAY(SELECT unnest(g.scopes) EXCEPT SELECT unnest(excluded.shown_scopes) UNION SELECT unnest(excluded.scopes)),
    shown_scopes = ARRAY(SELECT unnest(g.shown_scopes) UNION SELECT unnest(excluded.shown_scopes))
  RETURNING id`

const grant = (
  interaction: Interaction,
  app: App,
  session: SessionCaller,
  shown: Scope[],
  allowed: Scope[],
): Promise<string | null> =>
  transaction(async (tx) => {
    if (!(await useInteraction(tx, interaction))) throw new UnsafeRequest("interaction")
    const [row] = await query<{ id: string }>(GRANT, [uuidv7(), session.accountId, app.id, allowed, shown], tx)
    const scopes = interaction.request.scopes.filter((scope) => allowed.includes(scope))
    return row && scopes.length > 0 ? issueCode(tx, row.id, interaction.request, scopes, session) : null
  })
