import { sessionCaller, SESSION_COOKIE } from "@/auth/session"
import type { SessionCaller } from "@/domain/caller"
import { methodNotAllowed, redirect } from "@/oauth/answers"
import { type App, mayUse } from "@/oauth/apps"
import { type AuthorizationRequest, checkClient, checkRequest } from "@/oauth/authorization-request"
import { codeResponse, errorResponse } from "@/oauth/authorization-response"
import { earlierConsent, needsConsent, needsSignIn } from "@/oauth/consent-needed"
import { cookieOf, openInteraction } from "@/oauth/interactions"
import { issueCode } from "@/oauth/issue-code"
import { OauthError, UnsafeRequest } from "@/oauth/oauth-error"
import { formParameters, Parameters } from "@/oauth/parameters"
import { query, transaction } from "@/platform/db"
import type { HttpAnswer, HttpRequest } from "@/platform/http"

/** The authorization endpoint (RFC 6749 section 3.1, OpenID Connect Core section 3.1.2). */
export const authorize = async (request: HttpRequest): Promise<HttpAnswer> => {
  if (request.method !== "GET" && request.method !== "POST" && request.method !== "HEAD")
    return methodNotAllowed("GET", "POST")
  const parameters = await readParameters(request)
  const { app, redirectUri } = await checkClient(parameters)
  try {
    const authorization = await checkRequest(parameters, app, redirectUri)
    return await decide(request, app, authorization)
  } catch (error) {
    if (!(error instanceof OauthError)) throw error
    return redirect(
      request,
      errorResponse(redirectUri, parameters.repeated.has("state") ? null : parameters.get("state"), error),
    )
  }
}

const readParameters = async (request: HttpRequest): Promise<Parameters> => {
  if (request.method !== "POST") return new Parameters(new URL(request.url).searchParams)
  try {
    return await formParameters(request)
  } catch (error) {
    if (error instanceof OauthError) throw new UnsafeRequest("malformed")
    throw error
  }
}

const decide = async (request: HttpRequest, app: App, authorization: AuthorizationRequest): Promise<HttpAnswer> => {
  const session = await sessionCaller(cookieOf(request, SESSION_COOKIE) ?? undefined)
  const silent = authorization.prompt.includes("none")
  if (!app.approved && (session ? !(await mayUse(app, session.accountId)) : silent))
    throw new UnsafeRequest("not_approved")
  if (!session || needsSignIn(authorization, session, new Date())) {
    if (silent) throw new OauthError("login_required", "Nobody is signed in, or not recently enough, or somebody else.")
    return ask(request, authorization, "sign-in")
  }
  const code = await codeWithoutAsking(app, authorization, session)
  if (code !== null) return redirect(request, codeResponse(authorization, code))
  if (silent) throw new OauthError("consent_required", "The person has not allowed this yet.")
  return ask(request, authorization, "consent")
}

/** A code, when all that is asked for was allowed before; null when the person must be asked. */
export const codeWithoutAsking = async (
  app: App,
  authorization: AuthorizationRequest,
  session: SessionCaller,
): Promise<string | null> => {
  const earlier = await earlierConsent(app, session.accountId)
  if (!earlier || needsConsent(authorization, app, earlier)) return null
  const scopes = authorization.scopes.filter((scope) => earlier.scopes.includes(scope))
  if (scopes.length === 0) return null
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
  what: "sign-in" | "consent",
): Promise<HttpAnswer> => {
  const { id, cookie } = await openInteraction(request, authorization)
  return redirect(request, `/oauth/${what}?interaction=${id}`, { "set-cookie": cookie })
}
