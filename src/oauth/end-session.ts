import { endSession as endSessionRow, SESSION_COOKIE, sessionCaller } from "@/auth/session"
import type { SessionCaller } from "@/domain/caller"
import { publicId } from "@/domain/public-id"
import { type OauthResponse, redirectResponse } from "@/oauth/responses"
import { findApp, sessionIdFor, subjectOf } from "@/oauth/apps"
import { type IdTokenHint, readIdTokenHint } from "@/oauth/id-token"
import { UnsafeRequest } from "@/oauth/oauth-error"
import type { Parameters } from "@/oauth/parameters"
import { readCookie, serializeCookie } from "@/http/cookies"
import { query } from "@/platform/db/query"
import type { HttpRequest } from "@/http/message"
import { decrypt, encrypt, equalSecrets, formToken } from "@/platform/secrets"

function csrfToken({ sessionId }: SessionCaller): string {
  return formToken(`end-session:${sessionId}`)
}

/** A parsed sign-out request: the app, the user, and the redirect URI. */
export interface SignOutRequest {
  /** The requesting app; unverified if the request has no valid hint. */
  clientId: string | null
  /** What is wrong with the request itself. */
  problem: "hint_invalid" | "hint_missing" | "address_unregistered" | null
  subject: string | null
  sessionId: string | null
  /** Where to redirect afterwards: a URI registered for the app of the hint. */
  target: string | null
  locales: string | null
}

/** Why the user is asked. */
export type ConfirmationReason =
  | NonNullable<SignOutRequest["problem"]>
  | "other_account"
  | "other_session"
  | "not_connected"
  | "no_hint"

/** The data of the page that asks or confirms. */
type EndSessionPage = { uiLocales: string | null; appName: string | null } & (
  | { state: "ask"; reason: ConfirmationReason; csrf: string; request: SignOutRequest; target: string | null }
  | { state: "signed_out"; problem: SignOutRequest["problem"] }
)

/** OpenID Connect RP-Initiated Logout, section 2. @returns a redirect, or the data of the page that asks or confirms */
export async function endSession(
  request: HttpRequest,
  parameters: Parameters,
): Promise<OauthResponse | EndSessionPage> {
  const isPost = request.method === "POST"
  const session = await sessionCaller(readCookie(request.header("cookie"), SESSION_COOKIE) ?? undefined)
  const signOutRequest = decryptRequest(parameters.get("request")) ?? (await parseSignOutRequest(parameters))
  // A cross-site form is sent without the cookie (SameSite=Lax); the page that it is redirected to receives it. An ID
  // token alone ends no session.
  if (!session)
    return isPost
      ? redirectResponse(request, endSessionPath(signOutRequest, signOutRequest.locales))
      : signedOutResponse(request, signOutRequest)
  const reason = await confirmationReason(signOutRequest, session)
  if (reason) {
    if (isPost) return redirectResponse(request, endSessionPath(signOutRequest, signOutRequest.locales))
    return {
      state: "ask",
      reason,
      csrf: csrfToken(session),
      request: signOutRequest,
      target: signOutRequest.target,
      uiLocales: signOutRequest.locales,
      appName: await appName(signOutRequest.clientId),
    }
  }
  await endSessionRow(session.sessionId)
  if (signOutRequest.target !== null) return redirectResponse(request, signOutRequest.target, CLEAR_SESSION_COOKIE)
  return isPost
    ? redirectResponse(
        request,
        endSessionPath({ ...signOutRequest, problem: null }, signOutRequest.locales),
        CLEAR_SESSION_COOKIE,
      )
    : signedOutResponse(request, signOutRequest)
}

/**
 * Signs out the user who has confirmed on the page.
 * @param request the encrypted request that the page was about
 * @param locale the page's language
 * @returns where to go next
 */
export async function signOut(
  { request: encrypted, locale }: { request: string | null; locale: string | null },
  session: SessionCaller,
  setCookie: (header: string) => void,
): Promise<string> {
  const signOutRequest = decryptRequest(encrypted)
  await endSessionRow(session.sessionId)
  setCookie(CLEAR_SESSION_COOKIE["set-cookie"])
  return signOutRequest?.target ?? endSessionPath(null, signOutRequest?.locales ?? locale)
}

/**
 * Checks that we rendered a form for the session that it would end.
 * @returns false if there is no session
 * @throws UnsafeRequest
 */
export async function checkSignOutForm(request: HttpRequest, token: string): Promise<boolean> {
  const session = await sessionCaller(readCookie(request.header("cookie"), SESSION_COOKIE) ?? undefined)
  if (session && !equalSecrets(token, csrfToken(session))) throw new UnsafeRequest("csrf")
  return session !== null
}

/** Returns why the user must be asked before signing out (section 2: the hint must be of the current session). */
async function confirmationReason(
  { clientId, problem, subject, sessionId }: SignOutRequest,
  session: SessionCaller,
): Promise<ConfirmationReason | null> {
  if (problem) return problem
  if (subject === null) return "no_hint"
  const known = await identitiesFor(clientId, session)
  if (!known.some((identity) => identity.subject === subject)) return "other_account"
  if (!known.some((identity) => identity.sid === sessionId)) return "other_session"
  const grants = await query(
    "SELECT FROM oauth_grant g JOIN oauth_app p ON p.id = g.app_id WHERE p.client_id = $1 AND p.deleted_at IS NULL AND g.account_id = $2 AND g.revoked_at IS NULL",
    [clientId, session.accountId],
  )
  return grants.length > 0 ? null : "not_connected"
}

/** How a client may know a session and its account: as they are and, if it is a test client, as a persona. */
async function identitiesFor(
  clientId: string | null,
  { accountId, sessionId }: SessionCaller,
): Promise<{ subject: string; sid: string }[]> {
  const app = clientId === null ? null : await findApp(clientId)
  return [
    { subject: publicId("account", accountId), sid: sessionId },
    ...(app ? [{ subject: subjectOf(app, accountId, true), sid: sessionIdFor(app, sessionId, true) }] : []),
  ]
}

async function parseSignOutRequest(parameters: Parameters): Promise<SignOutRequest> {
  const text = parameters.get("id_token_hint")
  const read = text === null ? null : await readIdTokenHint(text)
  const clientId = parameters.get("client_id")
  const hint = read && (clientId === null || clientId === read.clientId) ? read : null
  const uri = parameters.get("post_logout_redirect_uri")
  const target =
    uri === null || parameters.repeated.has("post_logout_redirect_uri")
      ? null
      : await postLogoutTarget(uri, hint, parameters.get("state"))
  const problem =
    text !== null && !hint
      ? "hint_invalid"
      : uri !== null && !hint
        ? "hint_missing"
        : uri !== null && target === null
          ? "address_unregistered"
          : null
  return {
    clientId: hint?.clientId ?? clientId,
    problem,
    subject: hint?.subject ?? null,
    sessionId: hint?.sessionId ?? null,
    target,
    locales: parameters.get("ui_locales"),
  }
}

/** Returns where to redirect afterwards; null unless the URI is registered for the app of the hint. */
async function postLogoutTarget(uri: string, hint: IdTokenHint | null, state: string | null): Promise<string | null> {
  const app = hint && (await findApp(hint.clientId))
  if (!app?.postLogoutRedirectUris.includes(uri)) return null
  return state === null ? uri : `${uri}${uri.includes("?") ? "&" : "?"}${new URLSearchParams({ state }).toString()}`
}

const ENCRYPTION_CONTEXT = "sign-out-request"
const REQUEST_LIFETIME_MS = 10 * 60_000
/** In characters; a longer one would not fit into a URL. */
const ENCRYPTED_REQUEST_MAX = 6_000

/**
 * Encrypts a request to pass it through the browser, which can neither read nor change it; an ID token must not be in
 * our URLs.
 */
export function encryptRequest(signOutRequest: SignOutRequest): string | null {
  const encrypted = encrypt(
    JSON.stringify({ ...signOutRequest, until: Date.now() + REQUEST_LIFETIME_MS }),
    ENCRYPTION_CONTEXT,
  ).toString("base64url")
  return encrypted.length > ENCRYPTED_REQUEST_MAX ? null : encrypted
}

function decryptRequest(encrypted: string | null): SignOutRequest | null {
  if (encrypted === null) return null
  const bytes = Buffer.from(encrypted, "base64url")
  // Node ignores what is no base64url, so another text could have the same bytes.
  if (bytes.toString("base64url") !== encrypted) return null
  try {
    const { until, ...signOutRequest } = JSON.parse(decrypt(bytes, ENCRYPTION_CONTEXT)) as SignOutRequest & {
      until: number
    }
    return until > Date.now() ? signOutRequest : null
  } catch {
    return null
  }
}

/** Returns the path of the page that asks, or that says that there is no session. */
function endSessionPath(signOutRequest: SignOutRequest | null, locales: string | null): string {
  const isEmpty =
    signOutRequest === null ||
    (signOutRequest.clientId === null && signOutRequest.problem === null && signOutRequest.subject === null)
  const encrypted = isEmpty ? null : encryptRequest(signOutRequest)
  const query = new URLSearchParams({
    ...(encrypted !== null && { request: encrypted }),
    ...(locales !== null && { ui_locales: locales }),
  }).toString()
  return `/oauth/end_session${query === "" ? "" : `?${query}`}`
}

export const CLEAR_SESSION_COOKIE = { "set-cookie": serializeCookie(SESSION_COOKIE, "", 0) }

async function appName(clientId: string | null): Promise<string | null> {
  return clientId === null ? null : ((await findApp(clientId))?.name ?? null)
}

async function signedOutResponse(
  request: HttpRequest,
  { clientId, problem, target, locales }: SignOutRequest,
): Promise<OauthResponse | EndSessionPage> {
  if (target !== null && problem === null) return redirectResponse(request, target, CLEAR_SESSION_COOKIE)
  return { state: "signed_out", problem, uiLocales: locales, appName: problem && (await appName(clientId)) }
}
