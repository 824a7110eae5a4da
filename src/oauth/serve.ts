import { v7 as uuidv7 } from "uuid"
import { Problem } from "@/domain/problem"
import { json, NO_STORE } from "@/oauth/answers"
import { authorize } from "@/oauth/authorize"
import { consent } from "@/oauth/consent"
import { endSession } from "@/oauth/end-session"
import { errorPage } from "@/oauth/error-page"
import { jwks } from "@/oauth/jwks"
import { metadata } from "@/oauth/metadata"
import { UnsafeRequest } from "@/oauth/oauth-error"
import { revoke } from "@/oauth/revoke"
import { signInPage } from "@/oauth/sign-in"
import { token } from "@/oauth/token"
import { userinfo } from "@/oauth/userinfo"
import type { HttpAnswer, HttpRequest } from "@/platform/http"
import { log } from "@/platform/log"
import { unavailable, Unreachable } from "@/platform/unavailable"

interface Endpoint {
  serve: (request: HttpRequest) => HttpAnswer | Promise<HttpAnswer>
  /** The methods that scripts of other origins may use; none for what a person looks at. */
  cors: string | null
}

const read = (serve: Endpoint["serve"]): Endpoint => ({
  serve: (request) =>
    request.method === "GET" || request.method === "HEAD"
      ? serve(request)
      : json(405, { error: "invalid_request" }, { allow: "GET, HEAD, OPTIONS" }),
  cors: "GET, HEAD, OPTIONS",
})

/** The addresses of the provider. */
export const ENDPOINTS: Record<string, Endpoint> = {
  "/.well-known/openid-configuration": read(metadata),
  "/.well-known/oauth-authorization-server": read(metadata),
  "/oauth/jwks": read(jwks),
  "/oauth/authorize": { serve: authorize, cors: null },
  "/oauth/sign-in": { serve: signInPage, cors: null },
  "/oauth/consent": { serve: consent, cors: null },
  "/oauth/end_session": { serve: endSession, cors: null },
  "/oauth/token": { serve: token, cors: "POST, OPTIONS" },
  "/oauth/revoke": { serve: revoke, cors: "POST, OPTIONS" },
  "/oauth/userinfo": { serve: userinfo, cors: "GET, POST, HEAD, OPTIONS" },
}

/** Where nothing more exact is known. */
const RETRY_SECONDS = 5

const REQUEST_ID = /^[A-Za-z0-9_-]{8,128}$/

/** Serves everything under /oauth and the provider's two documents under /.well-known. */
export const answerOauth = async (request: HttpRequest): Promise<HttpAnswer> => {
  const incoming = request.header("x-request-id")
  const requestId = incoming !== null && REQUEST_ID.test(incoming) ? incoming : uuidv7()
  const endpoint = ENDPOINTS[new URL(request.url).pathname]
  const { status, headers, body } = endpoint
    ? await answer(endpoint, request, requestId)
    : json(404, { error: "not_found" })
  headers["x-request-id"] = requestId
  if (status !== 204) headers["content-length"] = String(Buffer.byteLength(body ?? ""))
  if (endpoint?.cors)
    Object.assign(headers, {
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "X-Request-Id, WWW-Authenticate",
    })
  return { status, headers, body: request.method === "HEAD" ? null : body }
}

const answer = async (endpoint: Endpoint, request: HttpRequest, requestId: string): Promise<HttpAnswer> => {
  if (request.method === "OPTIONS" && endpoint.cors) {
    return {
      status: 204,
      headers: {
        allow: endpoint.cors,
        "access-control-allow-methods": endpoint.cors,
        "access-control-allow-headers": "Authorization, Content-Type, X-Request-Id",
        "access-control-max-age": "86400",
      },
      body: null,
    }
  }
  try {
    return await endpoint.serve(request)
  } catch (error) {
    if (error instanceof UnsafeRequest) return errorPage(request, error.reason)
    if (error instanceof Problem && error.code === "bad_request")
      return json(400, { error: "invalid_request", error_description: error.message }, NO_STORE)
    if (error instanceof Problem && error.code === "rate_limit_exceeded")
      return json(
        429,
        { error: "temporarily_unavailable", error_description: error.message },
        { ...NO_STORE, "retry-after": String(error.retryAfter ?? RETRY_SECONDS) },
      )
    const problem = unavailable(error)
    if (problem) {
      if (problem instanceof Unreachable) log.warn({ err: problem.cause, requestId }, "the database cannot answer now")
      return json(
        503,
        { error: "temporarily_unavailable", error_description: "The service cannot answer now." },
        { ...NO_STORE, "retry-after": String(problem.retryAfter ?? RETRY_SECONDS) },
      )
    }
    log.error({ err: error, requestId }, "an OAuth request failed")
    return json(500, { error: "server_error", error_description: "Something went wrong on our side." }, NO_STORE)
  }
}
