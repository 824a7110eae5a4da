import { sessionCaller, SESSION_COOKIE } from "@/auth/session"
import { methodNotAllowed, type OauthResponse, redirectResponse } from "@/oauth/responses"
import { type App, appAccess } from "@/oauth/apps"
import { type AuthorizationRequest, validateClient, validateRequest } from "@/oauth/authorization-request"
import { codeRedirect, errorRedirect } from "@/oauth/authorization-response"
import { isClientVerifiable, needsSignIn } from "@/oauth/consent-required"
import { consentPath, createInteraction, interactionSignInPath } from "@/oauth/interactions"
import { issueCodeWithoutConsent } from "@/oauth/issue-code"
import { OauthError, UnsafeRequest } from "@/oauth/oauth-error"
import { readPageForm, Parameters } from "@/oauth/parameters"
import { readCookie } from "@/http/cookies"
import type { HttpResponse, HttpRequest } from "@/http/message"

/** The authorization endpoint (RFC 6749, section 3.1; OpenID Connect Core, section 3.1.2). */
export async function authorize(request: HttpRequest): Promise<OauthResponse> {
  // HEAD is safe (RFC 9110, section 9.2.1), and link checkers send it with the user's cookies: it issues no code and
  // stores no request.
  if (request.method !== "GET" && request.method !== "POST") return methodNotAllowed("GET", "POST")
  const parameters = await readParameters(request)
  const { app, redirectUri } = await validateClient(parameters)
  try {
    const authorization = await validateRequest(parameters, app, redirectUri)
    return await respondToRequest(request, app, authorization)
  } catch (error) {
    if (!(error instanceof OauthError)) throw error
    const location = errorRedirect(
      redirectUri,
      parameters.repeated.has("state") ? null : parameters.get("state"),
      error,
    )
    return {
      ...redirectResponse(request, location),
      loggedRefusal: { error: error.code, refusal: { ...error.refusal, clientId: app.clientId } },
    }
  }
}

async function readParameters(request: HttpRequest): Promise<Parameters> {
  return request.method === "POST" ? readPageForm(request) : new Parameters(new URL(request.url).searchParams)
}

async function respondToRequest(
  request: HttpRequest,
  app: App,
  authorization: AuthorizationRequest,
): Promise<HttpResponse> {
  const session = await sessionCaller(readCookie(request.header("cookie"), SESSION_COOKIE) ?? undefined)
  const promptNone = authorization.prompt.includes("none")
  const access = session && (await appAccess(app, session.accountId))
  if (access ? !access.allowed : !app.approved && promptNone)
    throw new UnsafeRequest("not_approved", { clientId: app.clientId, reason: "app_not_usable" })
  if (!session || !access || needsSignIn(authorization, session, access, new Date())) {
    if (promptNone)
      throw new OauthError(
        "login_required",
        "The user is not signed in, must sign in again, or is not the one that the request names.",
        {
          reason: "sign_in_needed",
        },
      )
    return redirectToInteraction(request, authorization, interactionSignInPath)
  }
  const code = await issueCodeWithoutConsent(app, access, authorization, session)
  if (code !== null) return redirectResponse(request, codeRedirect(authorization, code))
  if (promptNone) throw consentRequired(app, authorization)
  return redirectToInteraction(request, authorization, consentPath)
}

function consentRequired(app: App, { redirectUri }: AuthorizationRequest): OauthError {
  return isClientVerifiable(app, redirectUri)
    ? new OauthError("consent_required", "The user has not consented yet.", { reason: "consent_needed" })
    : new OauthError(
        "consent_required",
        "A public client with a loopback redirect URI or a private scheme needs consent each time.",
        { reason: "client_not_assured" },
      )
}

async function redirectToInteraction(
  request: HttpRequest,
  authorization: AuthorizationRequest,
  pathOf: (id: string) => string,
): Promise<HttpResponse> {
  const { id, cookie } = await createInteraction(request, authorization)
  return redirectResponse(request, pathOf(id), { "set-cookie": cookie })
}
