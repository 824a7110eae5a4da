import { v7 as uuidv7 } from "uuid"
import { isProblem } from "@/domain/problem"
import { errorAnswer, methodNotAllowed, NO_STORE, type OauthAnswer } from "@/oauth/answers"
import { jwks } from "@/oauth/jwks"
import { metadata } from "@/oauth/metadata"
import { refusalCode, UnsafeRequest } from "@/oauth/oauth-error"
import { logRefusal } from "@/oauth/oauth-log"
import { revoke } from "@/oauth/revoke"
import { token } from "@/oauth/token"
import { userinfo } from "@/oauth/userinfo"
import { admission } from "@/platform/concurrency/admission"
import type { HttpResponse, HttpRequest } from "@/http/message"
import { log } from "@/platform/log/log"
import { validRequestId } from "@/http/request-id"
import { TRANSPORT_SECURITY } from "@/http/transport-security"
import { logUnavailable, RETRY_SECONDS, toUnavailable } from "@/platform/db/unavailable"

type Serve = (request: HttpRequest) => OauthAnswer | Promise<OauthAnswer>

/** An endpoint for clients, without a page. */
interface Endpoint {
  serve: Serve
  /** The methods allowed to scripts of other origins (CORS). */
  cors: string
}

const read = (serve: Serve): Endpoint => ({
  serve: (request) =>
    request.method === "GET" || request.method === "HEAD"
      ? serve(request)
      : errorAnswer(405, { error: "invalid_request" }, { allow: "GET, HEAD, OPTIONS" }),
  cors: "GET, HEAD, OPTIONS",
})

/** The provider's endpoints without pages, served by the fast lane. */
export const ENDPOINTS: Record<string, Endpoint> = {
  "/.well-known/openid-configuration": read(metadata),
  "/.well-known/oauth-authorization-server": read(metadata),
  "/oauth/jwks": read(jwks),
  "/oauth/token": { serve: token, cors: "POST, OPTIONS" },
  "/oauth/revoke": { serve: revoke, cors: "POST, OPTIONS" },
  "/oauth/userinfo": { serve: userinfo, cors: "GET, POST, HEAD, OPTIONS" },
}

/** Pages for users, which Next serves from src/app/oauth. */
const PAGES = ["/oauth/authorize", "/oauth/sign-in", "/oauth/consent", "/oauth/end_session"]

/** Whether a path is one of the provider's pages. */
export function isPage(path: string): boolean {
  return PAGES.includes(path)
}

/** Whether the pages support a method. */
export function takesMethod(method: string): boolean {
  return ["GET", "HEAD", "POST"].includes(method)
}

/** Refuses a method that no page supports, because Next would respond to some of them itself. */
export function answerPageMethod(request: HttpRequest): Promise<HttpResponse> {
  return Promise.resolve(complete(request, requestIdOf(request), methodNotAllowed("GET", "POST")))
}

/** Serves the endpoints without pages under /oauth, and the two documents under /.well-known. */
export const answerOauth = async (request: HttpRequest): Promise<HttpResponse> => {
  const requestId = requestIdOf(request)
  const { pathname } = new URL(request.url)
  const endpoint = Object.hasOwn(ENDPOINTS, pathname) ? ENDPOINTS[pathname] : undefined
  if (!endpoint) return complete(request, requestId, errorAnswer(404, { error: "not_found" }, {}))
  const answered = complete(request, requestId, await answer(endpoint, request, requestId))
  Object.assign(answered.headers, {
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "X-Request-Id, WWW-Authenticate",
  })
  return answered
}

/**
 * Serves a page of the provider, or a redirect in its place.
 * @param serve handles a request with this id
 * @param renderError renders the page for a request that must not be redirected
 */
export async function answerPage(
  request: HttpRequest,
  serve: (request: HttpRequest, requestId: string) => Promise<OauthAnswer>,
  renderError: (error: UnsafeRequest) => Promise<OauthAnswer>,
): Promise<HttpResponse> {
  const requestId = requestIdOf(request)
  const answered = await orError(requestId, async () => {
    try {
      return await serve(request, requestId)
    } catch (error) {
      if (!(error instanceof UnsafeRequest)) throw error
      const { refusal } = error
      return { ...(await renderError(error)), ...(refusal && { refused: { error: refusalCode(refusal), refusal } }) }
    }
  })
  return complete(request, requestId, answered)
}

const requestIdOf = (request: HttpRequest): string => validRequestId(request.header("x-request-id")) ?? uuidv7()

/** Adds the common headers to a response, and logs refusals for the app's developer. */
function complete(
  request: HttpRequest,
  requestId: string,
  { status, headers, error, refused, ...rest }: OauthAnswer,
): HttpResponse {
  const body = error ? JSON.stringify({ ...error, request_id: requestId }) : rest.body
  if (refused)
    logRefusal({ ...refused.refusal, endpoint: new URL(request.url).pathname, error: refused.error, requestId })
  Object.assign(headers, { "x-request-id": requestId, ...TRANSPORT_SECURITY })
  if (status !== 204) headers["content-length"] = String(Buffer.byteLength(body ?? ""))
  return { ...rest, status, headers, body: request.method === "HEAD" ? null : body }
}

/** Endpoints without pages share the admission queue of /v1. */
async function answer(endpoint: Endpoint, request: HttpRequest, requestId: string): Promise<OauthAnswer> {
  const slot = admission().tryAcquire() ?? (await admission().acquire())
  if (!slot)
    return errorAnswer(
      503,
      { error: "temporarily_unavailable", error_description: "Too many requests are being worked on." },
      retryAfter(1),
    )
  try {
    return await answerAdmitted(endpoint, request, requestId)
  } finally {
    admission().release(slot)
  }
}

function answerAdmitted(endpoint: Endpoint, request: HttpRequest, requestId: string): Promise<OauthAnswer> {
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
  return orError(requestId, async () => endpoint.serve(request))
}

/** Runs the work and returns its response, or the error for the client if it throws. */
async function orError(requestId: string, work: () => Promise<OauthAnswer>): Promise<OauthAnswer> {
  try {
    return await work()
  } catch (error) {
    if (isProblem(error) && error.code === "bad_request")
      return errorAnswer(400, { error: "invalid_request", error_description: error.message })
    if (isProblem(error) && error.code === "rate_limit_exceeded")
      return errorAnswer(
        429,
        { error: "temporarily_unavailable", error_description: error.message },
        retryAfter(error.retryAfter),
      )
    const problem = toUnavailable(error)
    if (problem) {
      if (problem.code === "unavailable" && problem.cause !== undefined)
        logUnavailable("OAuth request", problem.cause, { requestId })
      return errorAnswer(
        503,
        { error: "temporarily_unavailable", error_description: "The service cannot answer now." },
        retryAfter(problem.retryAfter),
      )
    }
    log.error({ err: error, requestId }, "an OAuth request failed")
    return errorAnswer(500, { error: "server_error", error_description: "Something went wrong on our side." })
  }
}

const retryAfter = (seconds: number | undefined): Record<string, string> => ({
  ...NO_STORE,
  "retry-after": String(seconds ?? RETRY_SECONDS),
})
