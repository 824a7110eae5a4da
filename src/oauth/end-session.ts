import { endSession as endSessionRow, SESSION_COOKIE, sessionCaller } from "@/auth/session"
import type { SessionCaller } from "@/domain/caller"
import { publicId } from "@/domain/public-id"
import { type OauthAnswer, redirect } from "@/oauth/answers"
import { findApp } from "@/oauth/apps"
import { type IdTokenHint, readIdTokenHint } from "@/oauth/id-token"
import { UnsafeRequest } from "@/oauth/oauth-error"
import type { Parameters } from "@/oauth/parameters"
import { readCookie, serializeCookie } from "@/http/cookies"
import { query } from "@/platform/db/query"
import type { HttpRequest } from "@/http/message"
import { decrypt, encrypt, equalSecrets, formToken } from "@/platform/secrets"

const csrfOf = ({ sessionId }: SessionCaller): string => formToken(`end-session:${sessionId}`)

/** A parsed sign-out request: the app, the user, and the redirect URI. */
export interface SignOutRequest {
  /** The requesting app; unverified if the request has no valid hint. */
  clientId: string | null
  /** What is wrong with the request itself. */
  fault: "hint_invalid" | "hint_missing" | "address_unregistered" | null
  subject: string | null
  sessionId: string | null
  /** Where to redirect afterwards: a URI registered for the app of the hint. */
  target: string | null
  locales: string | null
}

/** Why the user is asked. */
export type Doubt =
  | NonNullable<SignOutRequest["fault"]>
  | "other_account"
  | "other_session"
  | "not_connected"
  | "no_hint"

/** The data of the page that asks or confirms. */
export type EndSessionPage = { uiLocales: string | null; appName: string | null } & (
  | { state: "ask"; doubt: Doubt; csrf: string; request: SignOutRequest; target: string | null }
  | { state: "signed_out"; fault: SignOutRequest["fault"] }
)

/** OpenID Connect RP-Initiated Logout, section 2. @returns a redirect, or the data of the page that asks or confirms */
export async function endSession(request: HttpRequest, parameters: Parameters): Promise<OauthAnswer | EndSessionPage> {
  const posted = request.method === "POST"
  const session = await sessionCaller(readCookie(request.header("cookie"), SESSION_COOKIE) ?? undefined)
  const asked = unseal(parameters.get("request")) ?? (await readRequest(parameters))
  // A cross-site form is sent without the cookie (SameSite=Lax); the page that it is redirected to receives it. An ID
  // token alone ends no session.
  if (!session) return posted ? redirect(request, pathOf(asked, asked.locales)) : signedOut(request, asked)
  const doubt = await doubtOf(asked, session)
  if (doubt) {
    if (posted) return redirect(request, pathOf(asked, asked.locales))
    return {
      state: "ask",
      doubt,
      csrf: csrfOf(session),
      request: asked,
      target: asked.target,
      uiLocales: asked.locales,
      appName: await nameOf(asked.clientId),
    }
  }
  await endSessionRow(session.sessionId)
  if (asked.target !== null) return redirect(request, asked.target, FORGET)
  return posted
    ? redirect(request, pathOf({ ...asked, fault: null }, asked.locales), FORGET)
    : signedOut(request, asked)
}

/**
 * Signs out the user who has confirmed on the page.
 * @param sealed the request that the page was about
 * @param locale the page's language
 * @returns where to go next
 */
export async function signOut(
  { request: sealed, locale }: { request: string | null; locale: string | null },
  session: SessionCaller,
  setCookie: (header: string) => void,
): Promise<string> {
  const asked = unseal(sealed)
  await endSessionRow(session.sessionId)
  setCookie(FORGET["set-cookie"])
  return asked?.target ?? pathOf(null, asked?.locales ?? locale)
}

/**
 * Checks that we rendered a form for the session that it would end.
 * @returns false if there is no session
 * @throws UnsafeRequest
 */
export async function checkSignOutForm(request: HttpRequest, token: string): Promise<boolean> {
  const session = await sessionCaller(readCookie(request.header("cookie"), SESSION_COOKIE) ?? undefined)
  if (session && !equalSecrets(token, csrfOf(session))) throw new UnsafeRequest("csrf")
  return session !== null
}

/** Returns why the user must be asked before signing out (section 2: the hint must be of the current session). */
const doubtOf = async (
  { clientId, fault, subject, sessionId }: SignOutRequest,
  session: SessionCaller,
): Promise<Doubt | null> => {
  if (fault) return fault
  if (subject === null) return "no_hint"
  if (subject !== publicId("account", session.accountId)) return "other_account"
  if (sessionId !== session.sessionId) return "other_session"
  const grants = await query(
    "SELECT FROM oauth_grant g JOIN oauth_app p ON p.id = g.app_id WHERE p.client_id = $1 AND p.deleted_at IS NULL AND g.account_id = $2 AND g.revoked_at IS NULL",
    [clientId, session.accountId],
  )
  return grants.length > 0 ? null : "not_connected"
}

const readRequest = async (parameters: Parameters): Promise<SignOutRequest> => {
  const text = parameters.get("id_token_hint")
  const read = text === null ? null : await readIdTokenHint(text)
  const clientId = parameters.get("client_id")
  const hint = read && (clientId === null || clientId === read.clientId) ? read : null
  const uri = parameters.get("post_logout_redirect_uri")
  const target =
    uri === null || parameters.repeated.has("post_logout_redirect_uri")
      ? null
      : await targetOf(uri, hint, parameters.get("state"))
  const fault =
    text !== null && !hint
      ? "hint_invalid"
      : uri !== null && !hint
        ? "hint_missing"
        : uri !== null && target === null
          ? "address_unregistered"
          : null
  return {
    clientId: hint?.clientId ?? clientId,
    fault,
    subject: hint?.subject ?? null,
    sessionId: hint?.sessionId ?? null,
    target,
    locales: parameters.get("ui_locales"),
  }
}

/** Returns where to redirect afterwards; null unless the URI is registered for the app of the hint. */
const targetOf = async (uri: string, hint: IdTokenHint | null, state: string | null): Promise<string | null> => {
  const app = hint && (await findApp(hint.clientId))
  if (!app?.postLogoutRedirectUris.includes(uri)) return null
  return state === null ? uri : `${uri}${uri.includes("?") ? "&" : "?"}${new URLSearchParams({ state }).toString()}`
}

const SEALED_AS = "end-session"
const SEALED_MS = 10 * 60_000
/** In characters; a longer one would not fit into a URL. */
const SEALED_MAX = 6_000

/**
 * Encrypts a request to pass it through the browser, which can neither read nor change it; an ID token must not be in
 * our URLs.
 */
export const seal = (asked: SignOutRequest): string | null => {
  const sealed = encrypt(JSON.stringify({ ...asked, until: Date.now() + SEALED_MS }), SEALED_AS).toString("base64url")
  return sealed.length > SEALED_MAX ? null : sealed
}

const unseal = (sealed: string | null): SignOutRequest | null => {
  if (sealed === null) return null
  try {
    const { until, ...asked } = JSON.parse(decrypt(Buffer.from(sealed, "base64url"), SEALED_AS)) as SignOutRequest & {
      until: number
    }
    return until > Date.now() ? asked : null
  } catch {
    return null
  }
}

/** Returns the path of the page that asks, or that says that there is no session. */
function pathOf(asked: SignOutRequest | null, locales: string | null): string {
  const isEmpty = asked === null || (asked.clientId === null && asked.fault === null && asked.subject === null)
  const sealed = isEmpty ? null : seal(asked)
  const query = new URLSearchParams({
    ...(sealed !== null && { request: sealed }),
    ...(locales !== null && { ui_locales: locales }),
  }).toString()
  return `/oauth/end_session${query === "" ? "" : `?${query}`}`
}

export const FORGET = { "set-cookie": serializeCookie(SESSION_COOKIE, "", 0) }

const nameOf = async (clientId: string | null): Promise<string | null> =>
  clientId === null ? null : ((await findApp(clientId))?.name ?? null)

async function signedOut(
  request: HttpRequest,
  { clientId, fault, target, locales }: SignOutRequest,
): Promise<OauthAnswer | EndSessionPage> {
  if (target !== null && fault === null) return redirect(request, target, FORGET)
  return { state: "signed_out", fault, uiLocales: locales, appName: fault && (await nameOf(clientId)) }
}
