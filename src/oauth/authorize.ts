import { sessionCaller, SESSION_COOKIE } from "@/auth/session"
import type { SessionCaller } from "@/domain/caller"
import type { Scope } from "@/domain/scope"
import { methodNotAllowed, type OauthAnswer, redirect } from "@/oauth/answers"
import { type App, mayUse } from "@/oauth/apps"
import { type AuthorizationRequest, checkClient, checkRequest } from "@/oauth/authorization-request"
import { codeResponse, errorResponse } from "@/oauth/authorization-response"
import { clientIsAssured, type EarlierConsent, earlierConsent, needsConsent, needsSignIn } from "@/oauth/consent-needed"
import { consentPath, openInteraction, signInPath } from "@/oauth/interactions"
import { issueCode } from "@/oauth/issue-code"
import { OauthError, UnsafeRequest } from "@/oauth/oauth-error"
import { pageForm, Parameters } from "@/oauth/parameters"
import { readCookie } from "@/http/cookies"
import { query } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"
import type { HttpResponse, HttpRequest } from "@/http/message"

/** The authorization endpoint (RFC 6749, section 3.1; OpenID Connect Core, section 3.1.2). */
export const authorize = async (request: HttpRequest): Promise<OauthAnswer> => {
  // HEAD is safe (RFC 9110, section 9.2.1), and link checkers send it with the user's cookies: it issues no code and
  // stores no request.
  if (request.method !== "GET" && request.method !== "POST") return methodNotAllowed("GET", "POST")
  const parameters = await readParameters(request)
  const { app, redirectUri } = await checkClient(parameters)
  try {
    const authorization = await checkRequest(parameters, app, redirectUri)
    return await decide(request, app, authorization)
  } catch (error) {
    if (!(error instanceof OauthError)) throw error
    const location = errorResponse(
      redirectUri,
      parameters.repeated.has("state") ? null : parameters.get("state"),
      error,
    )
    return {
      ...redirect(request, location),
      refused: { error: error.code, refusal: { ...error.refusal, clientId: app.clientId } },
    }
  }
}

const readParameters = async (request: HttpRequest): Promise<Parameters> => {
  return request.method === "POST" ? pageForm(request) : new Parameters(new URL(request.url).searchParams)
}

const decide = async (request: HttpRequest, app: App, authorization: AuthorizationRequest): Promise<HttpResponse> => {
  const session = await sessionCaller(readCookie(request.header("cookie"), SESSION_COOKIE) ?? undefined)
  const silent = authorization.prompt.includes("none")
  if (!app.approved && (session ? !(await mayUse(app, session.accountId)) : silent))
    throw new UnsafeRequest("not_approved", { clientId: app.clientId, reason: "app_not_usable" })
  if (!session || needsSignIn(authorization, session, new Date())) {
    if (silent)
      throw new OauthError("login_required", "Nobody is signed in, or not recently enough, or somebody else.", {
        reason: "sign_in_needed",
      })
    return ask(request, authorization, signInPath)
  }
  const code = await codeWithoutAsking(app, authorization, session)
  if (code !== null) return redirect(request, codeResponse(authorization, code))
  if (silent) throw consentRequired(app, authorization)
  return ask(request, authorization, consentPath)
}

const consentRequired = (app: App, { redirectUri }: AuthorizationRequest): OauthError =>
  clientIsAssured(app, redirectUri)
    ? new OauthError("consent_required", "The person has not allowed this yet.", { reason: "consent_needed" })
    : new OauthError(
        "consent_required",
        "A public client that answers to a loopback address or a private scheme asks the person each time.",
        { reason: "client_not_assured" },
      )

/** Returns the scopes of a code for what the user consented to earlier; null if the user must be asked. */
export function allowedBefore(
  app: App,
  authorization: AuthorizationRequest,
  session: SessionCaller,
  earlier: EarlierConsent | null,
): Scope[] | null {
  if (!session.emailVerified || !earlier || needsConsent(authorization, app, earlier)) return null
  const scopes = authorization.scopes.filter((scope) => earlier.scopes.includes(scope))
  return scopes.length === 0 ? null : scopes
}

/** Issues a code if the user consented to the whole request earlier; null if the user must be asked. */
export const codeWithoutAsking = async (
  app: App,
  authorization: AuthorizationRequest,
  session: SessionCaller,
): Promise<string | null> => {
  if (!session.emailVerified) return null
  const earlier = await earlierConsent(app, session.accountId)
  const scopes = allowedBefore(app, authorization, session, earlier)
  if (!earlier || !scopes) return null
  return transaction(async (tx) => {
    const [live] = await query(
      "SELECT FROM oauth_grant WHERE id = $1 AND revoked_at IS NULL FOR UPDATE",
      [earlier.grantId],
      tx,
    )
    return live ? issueCode(tx, earlier.grantId, authorization, scopes, session) : null
  })
}

const ask = async (
  request: HttpRequest,
  authorization: AuthorizationRequest,
  pathOf: (id: string) => string,
): Promise<HttpResponse> => {
  const { id, cookie } = await openInteraction(request, authorization)
  return redirect(request, pathOf(id), { "set-cookie": cookie })
}
