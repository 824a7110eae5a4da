import { isDeepStrictEqual } from "node:util"
import { v7 as uuidv7 } from "uuid"
import type { SessionCaller } from "@/domain/caller"
import { isOauthScope, isSensitiveScope, type OauthScope, type Scope } from "@/domain/scope"
import { personaOf } from "@/auth/persona"
import { revokeGrants } from "@/auth/revoke-grants"
import { type App, appAccess, type AppAccess } from "@/oauth/apps"
import { codeRedirect, errorRedirect } from "@/oauth/authorization-response"
import {
  findPreviousConsent,
  needsSignIn,
  offeredScopes,
  type PreviousConsent,
  previouslyGrantedScopes,
} from "@/oauth/consent-required"
import {
  loadInteractionApp,
  verifyEmailPath,
  consentPath,
  findInteraction,
  type FormState,
  type Interaction,
  saveFormState,
  requireAppAccess,
  type ShownConsent,
  recordShownConsent,
  interactionSignInPath,
  consumeInteraction,
} from "@/oauth/interactions"
import { issueCode, issueCodeWithoutConsent } from "@/oauth/issue-code"
import { OauthError, type Refusal, UnsafeRequest } from "@/oauth/oauth-error"
import { redirectOrigin } from "@/oauth/page-headers"
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
    /** False for a test client. */
    livemode: boolean
    homepageUrl: string | null
    privacyUrl: string | null
    termsUrl: string | null
  }
  account: { name: string; email: string; locale: string }
  /** As whom a test client gets to know the person; null if as themselves. */
  persona: { name: string; email: string } | null
  required: RequestedScope[]
  optional: (RequestedScope & { ticked: boolean })[]
  /** Whether scopes of a store were left out, because the account is in none. */
  withoutStore: boolean
  /** Where the browser is redirected next. */
  redirectUri: string
  redirectOrigin: string
  /** Whether the app's request has changed since the page was shown. */
  changed: boolean
  /** Whether "Allow" was pressed without a selected scope, and none is required. */
  nothingSelected: boolean
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
  const app = await loadInteractionApp(interaction)
  const access = await signedInAccess(interaction, app, session)
  if (!access) return { state: "sign_in" }
  if (!session.emailVerified) return { state: "confirm_email" }
  const previousConsent = await findPreviousConsent(app, access, session.accountId)
  const offered = await offeredScopes(interaction.request, app, session.accountId)
  if (previouslyGrantedScopes(app, interaction.request, offered, session, previousConsent))
    return { state: "allowed_before" }
  const [account] = await query<ConsentRequest["account"]>("SELECT name, email, locale FROM account WHERE id = $1", [
    session.accountId,
  ])
  if (!account) throw new UnsafeRequest("interaction")
  const shown = toShownConsent(app, offered, access)
  await recordShownConsent(interaction, session.accountId, shown)
  return consentRequest(interaction, app, shown, previousConsent, { id: session.accountId, ...account })
}

/** Continues without asking if the user has consented to everything before. @returns where to go next */
export async function resume(id: string, cookies: string | null, session: SessionCaller): Promise<string> {
  const interaction = await findInteraction(cookies, id)
  const app = await loadInteractionApp(interaction)
  const access = await signedInAccess(interaction, app, session)
  if (!access) return interactionSignInPath(id)
  const code = await issueCodeWithoutConsent(app, access, interaction.request, session)
  if (code === null) return consentPath(id)
  await consumeInteraction(pool(), interaction)
  return codeRedirect(interaction.request, code)
}

/** Returns what the page shows about the app now. */
function toShownConsent(app: App, offered: readonly Scope[], { persona }: AppAccess): ShownConsent {
  return {
    versionId: app.versionId,
    required: offered.filter((scope) => app.requiredScopes.includes(scope)),
    optional: offered.filter((scope) => !app.requiredScopes.includes(scope)),
    ...(persona && { persona }),
  }
}

/** The user's earlier choice; without one, sensitive scopes start unselected. */
function isPreselected(app: App, previousConsent: PreviousConsent | null, scope: Scope): boolean {
  return previousConsent?.shownScopes.includes(scope)
    ? previousConsent.scopes.includes(scope)
    : app.preselectsSensitive || !isSensitiveScope(scope)
}

function consentRequest(
  { request, formState: { ticked, changed, nothingSelected } }: Interaction,
  app: App,
  shown: ShownConsent,
  previousConsent: PreviousConsent | null,
  { id: accountId, ...account }: ConsentRequest["account"] & { id: string },
): ConsentRequest {
  const persona = shown.persona && app.liveAppId !== null ? personaOf(app.liveAppId, accountId) : null
  const requested = (scope: OauthScope): RequestedScope => ({ scope, reason: app.scopeReasons[scope] || null })
  return {
    state: "consent",
    app: {
      name: app.name,
      ownerName: app.ownerName,
      logo: app.hasLogo ? `/media/oauth-apps/${app.versionId}` : null,
      approved: app.approved,
      livemode: app.liveAppId === null,
      homepageUrl: httpUrlOrNull(app.homepageUrl),
      privacyUrl: httpUrlOrNull(app.privacyUrl),
      termsUrl: httpUrlOrNull(app.termsUrl),
    },
    account,
    persona: persona && { name: persona.name, email: persona.email },
    required: shown.required.filter(isOauthScope).map(requested),
    optional: shown.optional.filter(isOauthScope).map((scope) => ({
      ...requested(scope),
      ticked: ticked ? ticked.includes(scope) : isPreselected(app, previousConsent, scope),
    })),
    withoutStore: shown.required.length + shown.optional.length < request.scopes.length + request.claimScopes.length,
    redirectUri: request.redirectUri,
    redirectOrigin: redirectOrigin(request.redirectUri),
    changed: changed === true,
    nothingSelected: nothingSelected === true,
    uiLocales: request.uiLocales,
  }
}

function httpUrlOrNull(url: string | null): string | null {
  return url !== null && /^https?:/.test(url) ? url : null
}

/**
 * Returns the access of the session's account to the app; null if the session is not recent enough for the request, or
 * belongs to another account than the request names.
 * @throws UnsafeRequest if the account may not use the app
 */
async function signedInAccess(
  { request, startedAt }: Interaction,
  app: App,
  session: SessionCaller,
): Promise<AppAccess | null> {
  const access = await appAccess(app, session.accountId)
  if (needsSignIn(request, session, access, startedAt)) return null
  requireAppAccess(app, access)
  return access
}

interface Decision {
  decision: "allow" | "deny"
  /** The selected optional scopes. */
  scopes: readonly string[]
}

/** Where the browser goes next, and what was refused to the app. */
interface DecisionResult {
  location: string
  refused?: { error: string; refusal: Refusal }
}

/** Processes the decision of the user to whom the page was shown (OpenID Connect Core, section 3.1.2.4). */
export async function submitDecision(
  id: string,
  { decision, scopes }: Decision,
  cookies: string | null,
  session: SessionCaller,
): Promise<DecisionResult> {
  const interaction = await findInteraction(cookies, id)
  const app = await loadInteractionApp(interaction)
  const consent = await requireShownConsent(interaction, app, session)
  if (!session.emailVerified) return { location: verifyEmailPath(id) }
  if (decision === "deny") return denyAccess(interaction, app)
  const selected = consent.shown.optional.filter((scope) => scopes.includes(scope))
  const error = await selectionError(interaction, app, consent, selected, session)
  if (error) {
    await saveFormState(interaction, error)
    return { location: consentPath(id) }
  }
  return grantAccess(interaction, app, consent, selected, session)
}

interface Consent {
  access: AppAccess
  shown: ShownConsent
}

/** @throws UnsafeRequest if the consent page was shown to another user, or to none */
async function requireShownConsent(interaction: Interaction, app: App, session: SessionCaller): Promise<Consent> {
  const { accountId, shown } = interaction
  const access = await signedInAccess(interaction, app, session)
  if (!access || accountId !== session.accountId || !shown) throw new UnsafeRequest("interaction")
  return { access, shown }
}

/** Returns the form state with which the user must decide again; null if the selection can be granted. */
async function selectionError(
  { request }: Interaction,
  app: App,
  { access, shown }: Consent,
  selected: Scope[],
  { accountId }: SessionCaller,
): Promise<FormState | null> {
  if (shown.required.length + selected.length === 0)
    return shown.optional.length > 0 ? { ticked: [], nothingSelected: true } : null
  // The developer has changed the app while the page was open, so the user must read it again.
  const offered = await offeredScopes(request, app, accountId)
  return isDeepStrictEqual(shown, toShownConsent(app, offered, access)) ? null : { ticked: selected, changed: true }
}

/** Grants the scopes, and responds with a code (RFC 6749, section 4.1.2) if any of them is the request's own. */
async function grantAccess(
  interaction: Interaction,
  app: App,
  { access, shown }: Consent,
  selected: readonly Scope[],
  session: SessionCaller,
): Promise<DecisionResult> {
  const allowed = [...shown.required, ...selected]
  // The page showed no scopes.
  if (allowed.length === 0) return denyAccess(interaction, app)
  const code = await grantConsent(interaction, app, access, session, [...shown.required, ...shown.optional], allowed)
  return code === null ? accessDenied(interaction, app) : { location: codeRedirect(interaction.request, code) }
}

/** @throws UnsafeRequest if the request has been decided */
async function denyAccess(interaction: Interaction, app: App): Promise<DecisionResult> {
  if (!(await consumeInteraction(pool(), interaction))) throw new UnsafeRequest("interaction")
  return accessDenied(interaction, app)
}

/** The error response of RFC 6749, section 4.1.2.1. */
function accessDenied({ request }: Interaction, { clientId }: App): DecisionResult {
  const error = new OauthError("access_denied", "The user denied access.", { clientId, reason: "denied_by_person" })
  return {
    location: errorRedirect(request.redirectUri, request.state, error),
    refused: { error: error.code, refusal: error.refusal },
  }
}

// Scopes that were shown and not allowed now are revoked if they were granted before; scopes that were not shown are
// unchanged.
const UPSERT_GRANT_SQL = `
  INSERT INTO oauth_grant AS g (id, account_id, app_id, scopes, shown_scopes, persona) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (account_id, app_id) WHERE revoked_at IS NULL DO UPDATE SET
    scopes = ARRAY(SELECT unnest(g.scopes) EXCEPT SELECT unnest(excluded.shown_scopes) UNION SELECT unnest(excluded.scopes)),
    shown_scopes = ARRAY(SELECT unnest(g.shown_scopes) UNION SELECT unnest(excluded.shown_scopes))
  RETURNING id`

// A grant under which the app knew the person as somebody else: its tokens must not change whom they are about.
const OTHER_IDENTITY_SQL =
  "SELECT id FROM oauth_grant WHERE account_id = $1 AND app_id = $2 AND persona <> $3 AND revoked_at IS NULL FOR UPDATE"

function grantConsent(
  interaction: Interaction,
  app: App,
  { persona }: AppAccess,
  session: SessionCaller,
  shown: Scope[],
  allowed: Scope[],
): Promise<string | null> {
  return transaction(async (tx) => {
    if (!(await consumeInteraction(tx, interaction))) throw new UnsafeRequest("interaction")
    const { accountId } = session
    const others = await query<{ id: string }>(OTHER_IDENTITY_SQL, [accountId, app.id, persona], tx)
    await revokeGrants(
      tx,
      others.map(({ id }) => id),
    )
    const [row] = await query<{ id: string }>(
      UPSERT_GRANT_SQL,
      [uuidv7(), accountId, app.id, allowed, shown, persona],
      tx,
    )
    const scopes = interaction.request.scopes.filter((scope) => allowed.includes(scope))
    return row && scopes.length > 0 ? issueCode(tx, row.id, interaction.request, scopes, session) : null
  })
}
