import { isProblem } from "@/domain/problem"
import { errorResponse, methodNotAllowed, NO_STORE, type OauthResponse } from "@/oauth/responses"
import { jwks } from "@/oauth/jwks"
import { metadata } from "@/oauth/metadata"
import { refusalCode, UnsafeRequest } from "@/oauth/oauth-error"
import { logRefusal } from "@/oauth/oauth-log"
import { revoke } from "@/oauth/revoke"
import { handleTokenRequest } from "@/oauth/token"
import { userinfo } from "@/oauth/userinfo"
import { serveFetch } from "@/http/fetch"
import { admission } from "@/platform/concurrency/admission"
import type { HttpResponse, HttpRequest } from "@/http/message"
import { log } from "@/platform/log/log"
import { requestIdFrom } from "@/http/request-id"
import { TRANSPORT_SECURITY } from "@/http/transport-security"
import { logUnavailable, RETRY_SECONDS, toUnavailable } from "@/platform/db/unavailable"

type Serve = (request: HttpRequest) => OauthResponse | Promise<OauthResponse>

/** An endpoint for clients, without a page. */
interface Endpoint {
  serve: Serve
  /** The methods allowed to scripts of other origins (CORS). */
  cors: string
}

function readOnlyEndpoint(serve: Serve): Endpoint {
  return {
    serve: (request) =>
      request.method === "GET" || request.method === "HEAD"
        ? serve(request)
        : errorResponse(405, { error: "invalid_request" }, { allow: "GET, HEAD, OPTIONS" }),
    cors: "GET, HEAD, OPTIONS",
  }
}

/** The provider's endpoints without pages, served by the fast lane. */
export const ENDPOINTS: Record<string, Endpoint> = {
  "/.well-known/openid-configuration": readOnlyEndpoint(metadata),
  "/.well-known/oauth-authorization-server": readOnlyEndpoint(metadata),
  "/oauth/jwks": readOnlyEndpoint(jwks),
  "/oauth/token": { serve: handleTokenRequest, cors: "POST, OPTIONS" },
  "/oauth/revoke": { serve: revoke, cors: "POST, OPTIONS" },
  "/oauth/userinfo": { serve: userinfo, cors: "GET, POST, HEAD, OPTIONS" },
}

/** Pages for users, which Next serves from src/app/oauth. */
const OAUTH_PAGES = ["/oauth/authorize", "/oauth/sign-in", "/oauth/consent", "/oauth/end_session"]

/** Whether a path is one of the provider's pages. */
export function isOauthPage(path: string): boolean {
  return OAUTH_PAGES.includes(path)
}

/** Whether the pages support a method. */
export function isPageMethod(method: string): boolean {
  return ["GET", "HEAD", "POST"].includes(method)
}

/** Refuses a method that no page supports, because Next would respond to some of them itself. */
export function rejectPageMethod(request: HttpRequest): Promise<HttpResponse> {
  return Promise.resolve(finalizeOauthResponse(request, requestIdOf(request), methodNotAllowed("GET", "POST")))
}

/** Serves the endpoints without pages under /oauth, and the two documents under /.well-known. */
export async function handleOauth(request: HttpRequest): Promise<HttpResponse> {
  const requestId = requestIdOf(request)
  const { pathname } = new URL(request.url)
  const endpoint = Object.hasOwn(ENDPOINTS, pathname) ? ENDPOINTS[pathname] : undefined
  if (!endpoint) return finalizeOauthResponse(request, requestId, errorResponse(404, { error: "not_found" }, {}))
  const response = finalizeOauthResponse(request, requestId, await handleEndpoint(endpoint, request, requestId))
  Object.assign(response.headers, {
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "X-Request-Id, WWW-Authenticate",
  })
  return response
}

/** Serves these endpoints for a Fetch API request. */
export const serveOauth = serveFetch(handleOauth)

/**
 * Serves a page of the provider, or a redirect in its place.
 * @param serve handles a request with this id
 * @param renderError renders the page for a request that must not be redirected
 */
export async function handleOauthPage(
  request: HttpRequest,
  serve: (request: HttpRequest, requestId: string) => Promise<OauthResponse>,
  renderError: (error: UnsafeRequest) => Promise<OauthResponse>,
): Promise<HttpResponse> {
  const requestId = requestIdOf(request)
  const response = await withErrorResponse(requestId, async () => {
    try {
      return await serve(request, requestId)
    } catch (error) {
      if (!(error instanceof UnsafeRequest)) throw error
      const { refusal } = error
      return {
        ...(await renderError(error)),
        ...(refusal && { loggedRefusal: { error: refusalCode(refusal), refusal } }),
      }
    }
  })
  return finalizeOauthResponse(request, requestId, response)
}

function requestIdOf(request: HttpRequest): string {
  return requestIdFrom(request.header("x-request-id"))
}

/** Adds the common headers to a response, and logs refusals for the app's developer. */
function finalizeOauthResponse(
  request: HttpRequest,
  requestId: string,
  { status, headers, error, loggedRefusal: refused, ...rest }: OauthResponse,
): HttpResponse {
  const body = error ? JSON.stringify({ ...error, request_id: requestId }) : rest.body
  if (refused)
    logRefusal({ ...refused.refusal, endpoint: new URL(request.url).pathname, error: refused.error, requestId })
  Object.assign(headers, { "x-request-id": requestId, ...TRANSPORT_SECURITY })
  if (status !== 204) headers["content-length"] = String(Buffer.byteLength(body ?? ""))
  return { ...rest, status, headers, body: request.method === "HEAD" ? null : body }
}

/** Endpoints without pages share the admission queue of /v1. */
async function handleEndpoint(endpoint: Endpoint, request: HttpRequest, requestId: string): Promise<OauthResponse> {
  const slot = admission().tryAcquire() ?? (await admission().acquire())
  if (!slot)
    return errorResponse(
      503,
      { error: "temporarily_unavailable", error_description: "Too many requests are being processed." },
      retryHeaders(1),
    )
  try {
    return await dispatch(endpoint, request, requestId)
  } finally {
    admission().release(slot)
  }
}

function dispatch(endpoint: Endpoint, request: HttpRequest, requestId: string): Promise<OauthResponse> {
  if (request.method === "OPTIONS") {
    return Promise.resolve({
      status: 204,
      headers: {
        allow: endpoint.cors,
        "access-control-allow-methods": endpoint.cors,
        "access-control-allow-headers": "Authorization, Content-Type, X-Request-Id",
        "access-control-max-age": "86400",
      },
      body: null,
    })
  }
  return withErrorResponse(requestId, async () => endpoint.serve(request))
}

/** Runs the work and returns its response, or the error for the client if it throws. */
async function withErrorResponse(requestId: string, work: () => Promise<OauthResponse>): Promise<OauthResponse> {
  try {
    return await work()
  } catch (error) {
    if (isProblem(error) && error.code === "bad_request")
      return errorResponse(400, { error: "invalid_request", error_description: error.message })
    if (isProblem(error) && error.code === "rate_limit_exceeded")
      return errorResponse(
        429,
        { error: "temporarily_unavailable", error_description: error.message },
        retryHeaders(error.retryAfter),
      )
    const problem = toUnavailable(error)
    if (problem) {
      if (problem.code === "unavailable" && problem.cause !== undefined)
        logUnavailable("OAuth request", problem.cause, { requestId })
      return errorResponse(
        503,
        { error: "temporarily_unavailable", error_description: "The service is unavailable; try again in a moment." },
        retryHeaders(problem.retryAfter),
      )
    }
    log.error({ err: error, requestId }, "an OAuth request failed")
    return errorResponse(500, { error: "server_error", error_description: "Something went wrong on our side." })
  }
}

function retryHeaders(seconds: number | undefined): Record<string, string> {
  return {
    ...NO_STORE,
    "retry-after": String(seconds ?? RETRY_SECONDS),
  }
}
