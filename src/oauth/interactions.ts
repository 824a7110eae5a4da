import { randomBytes } from "node:crypto"
import { v7 as uuidv7 } from "uuid"
import { UUID_PATTERN } from "@/domain/uuid"
import { isCrossOrigin } from "@/http/cross-origin"
import { rateLimitSubject } from "@/http/client-ip"
import type { Locale } from "@/domain/locale"
import { redirectUriMatches } from "@/domain/redirect-uri"
import { withReturnPath } from "@/domain/return-path"
import type { Scope } from "@/domain/scope"
import { allowedScopes, type App, type AppAccess, findApp } from "@/oauth/apps"
import type { AuthorizationRequest } from "@/oauth/authorization-request"
import { UnsafeRequest } from "@/oauth/oauth-error"
import { cookieName, readCookie, serializeCookie } from "@/http/cookies"
import { type Queryable, query, writeQuery } from "@/platform/db/query"
import { env } from "@/platform/env"
import type { HttpRequest } from "@/http/message"
import { consumeOrThrow } from "@/platform/rate-limit/rate-limit"
import { equalSecrets, formToken, isBase64urlOf32Bytes, sha256 } from "@/platform/secrets"

// The server stores an authorization request until it is decided. A cookie binds it to the browser, and forms carry
// only its id.

const LIFETIME_SECONDS = 10 * 60
const INTERACTION_COOKIE = cookieName("haat-interaction")

export interface Interaction {
  id: string
  request: AuthorizationRequest
  startedAt: Date
  /** The account whose consent page was shown. */
  accountId: string | null
  /** What that page showed; null if none was shown. */
  shown: ShownConsent | null
  formState: FormState
}

/** The contents of a consent page: a decision allows exactly this. */
export interface ShownConsent {
  versionId: string
  required: Scope[]
  optional: Scope[]
  /** The app gets to know the person as the persona of their sandbox. */
  persona?: true
}

/** The form state after a rejected POST: what was typed or selected, and what was wrong. */
export interface FormState {
  email?: string
  failure?: "sign_in_missing" | "sign_in_wrong" | "step_expired" | "step_missing" | "step_wrong"
  /** Epoch milliseconds until which attempts are refused. */
  throttledUntil?: number
  /** The password was correct, and the second factor is required. */
  step?: true
  /** The selected optional scopes. */
  ticked?: string[]
  /** The app's request has changed since the page was shown. */
  changed?: true
  /** "Allow" was pressed without a selected scope, and none is required. */
  nothingSelected?: true
}

export function interactionSignInPath(id: string): string {
  return `/oauth/sign-in?interaction=${id}`
}
export function consentPath(id: string): string {
  return `/oauth/consent?interaction=${id}`
}

/** Returns the page for an account with an unverified email address, which cannot authorize an app. */
export function verifyEmailPath(id: string): string {
  return withReturnPath("/verify-email", consentPath(id))
}

/** Per IP address and minute. */
const PER_MINUTE = 600

/**
 * Stores a request, and returns the Set-Cookie header that binds it to this browser.
 * @throws Problem rate_limit_exceeded
 */
export async function createInteraction(
  request: HttpRequest,
  authorization: AuthorizationRequest,
): Promise<{ id: string; cookie: string }> {
  await consumeOrThrow(`authorize:${rateLimitSubject(request.ip)}`, PER_MINUTE)
  const existing = readCookie(request.header("cookie"), INTERACTION_COOKIE)
  const browserToken =
    existing !== null && isBase64urlOf32Bytes(existing) ? existing : randomBytes(32).toString("base64url")
  const id = uuidv7()
  await writeQuery(
    "INSERT INTO oauth_interaction (id, client_id, browser_hash, parameters, expires_at) VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5))",
    [id, authorization.clientId, sha256(browserToken), JSON.stringify(authorization), LIFETIME_SECONDS],
  )
  return { id, cookie: serializeCookie(INTERACTION_COOKIE, browserToken, LIFETIME_SECONDS) }
}

interface Row {
  parameters: AuthorizationRequest
  created_at: Date
  account_id: string | null
  shown: ShownConsent | null
  browser_hash: Buffer
  form_state: FormState
}

/**
 * Finds an interaction.
 * @param cookies the request's Cookie header
 * @throws UnsafeRequest if it does not exist, is decided, has expired, or belongs to another browser
 */
export async function findInteraction(cookies: string | null, id: string | null): Promise<Interaction> {
  const browserToken = readCookie(cookies, INTERACTION_COOKIE)
  if (id === null || !UUID_PATTERN.test(id) || browserToken === null) throw new UnsafeRequest("interaction")
  const [row] = await query<Row>(
    "SELECT parameters, created_at, account_id, shown, browser_hash, form_state FROM oauth_interaction WHERE id = $1 AND used_at IS NULL AND expires_at > now()",
    [id],
  )
  if (!row || !row.browser_hash.equals(sha256(browserToken))) throw new UnsafeRequest("interaction")
  return {
    id,
    request: row.parameters,
    startedAt: row.created_at,
    accountId: row.account_id,
    shown: row.shown,
    formState: row.form_state,
  }
}

/** Whether the request to which a path of ours leads is still pending in this browser; true for other paths. */
export async function isInteractionPending(path: string, cookies: string | null): Promise<boolean> {
  const { pathname, searchParams } = new URL(path, env.appUrl)
  if (pathname !== "/oauth/consent") return true
  try {
    await findInteraction(cookies, searchParams.get("interaction"))
    return true
  } catch (error) {
    if (error instanceof UnsafeRequest) return false
    throw error
  }
}

/**
 * Returns the app of an interaction in its current state: it may have lost a redirect URI or a scope meanwhile.
 * @throws UnsafeRequest
 */
export async function loadInteractionApp({ request }: Interaction): Promise<App> {
  const app = await findApp(request.clientId)
  if (!app) throw new UnsafeRequest("client")
  if (!app.redirectUris.some((registered) => redirectUriMatches(registered, request.redirectUri, app.loopbackAnyPort)))
    throw new UnsafeRequest("redirect_uri")
  const allowed = allowedScopes(app)
  if (![...request.scopes, ...request.claimScopes].every((scope) => allowed.has(scope)))
    throw new UnsafeRequest("interaction")
  return app
}

/** @throws UnsafeRequest if the app is suspended, or not approved and the account neither its owner nor a tester */
export function requireAppAccess(app: App, { allowed }: AppAccess): void {
  if (allowed) return
  throw new UnsafeRequest(app.suspended ? "suspended" : "not_approved", {
    clientId: app.clientId,
    reason: "app_not_usable",
  })
}

/** Records which account was shown which scopes: only that account can then consent, and only to those. */
export async function recordShownConsent({ id }: Interaction, accountId: string, shown: ShownConsent): Promise<void> {
  await writeQuery("UPDATE oauth_interaction SET account_id = $2, shown = $3 WHERE id = $1 AND used_at IS NULL", [
    id,
    accountId,
    JSON.stringify(shown),
  ])
}

/**
 * Replaces the stored form state.
 * @param locale the language that the user has chosen, whatever the client requested
 */
export async function saveFormState(
  { id }: Interaction,
  formState: FormState,
  locale: Locale | null = null,
): Promise<void> {
  await query(
    `UPDATE oauth_interaction SET form_state = $2, parameters = CASE WHEN $3::text IS NULL THEN parameters ELSE jsonb_set(parameters, '{uiLocales}', to_jsonb($3::text)) END
     WHERE id = $1 AND used_at IS NULL`,
    [id, JSON.stringify(formState), locale],
  )
}

/** Ends an interaction; false if it has already ended. */
export async function consumeInteraction(tx: Queryable, { id }: Interaction): Promise<boolean> {
  const used = await query(
    "UPDATE oauth_interaction SET used_at = now() WHERE id = $1 AND used_at IS NULL AND expires_at > now() RETURNING id",
    [id],
    tx,
  )
  return used.length > 0
}

/** Returns the token that protects the forms of this browser's interaction against CSRF. */
export function interactionCsrfToken(request: Pick<HttpRequest, "header">, id: string): string {
  return formToken(`interaction:${id}:${readCookie(request.header("cookie"), INTERACTION_COOKIE) ?? ""}`)
}

/** @throws UnsafeRequest if we did not render the form for this browser's interaction, or another site sent it */
export async function verifyCsrfToken(request: HttpRequest, id: string, token: string): Promise<void> {
  if (!isCrossOrigin(request.header) && equalSecrets(token, interactionCsrfToken(request, id))) return
  // The form of an ended interaction is late, not forged.
  await findInteraction(request.header("cookie"), id)
  throw new UnsafeRequest("csrf")
}
