import type { Problem } from "@/domain/problem"
import type { Scope } from "@/domain/scope"
import { env } from "@/platform/env"
import type { HttpResponse } from "@/http/message"
import { log } from "@/platform/log/log"
import { logUnavailable } from "@/platform/db/unavailable"
import { toProblem } from "@/trpc/init"

/** Returns the URL of the documentation of an error code. */
export function docUrl(code: string): string {
  return `${env.appUrl}/docs/errors#${code}`
}

// RFC 6750, section 3: the challenge has no error code if the request sent no credential.
function challenge(problem: Problem, scope: Scope | undefined): string | null {
  if (problem.code === "authentication_required") return 'Bearer realm="haat"'
  if (problem.status === 401)
    return `Bearer realm="haat", error="invalid_token", error_description="${problem.message.replace(/["\\]/g, "'")}"`
  if (problem.code === "insufficient_scope")
    return `Bearer realm="haat", error="insufficient_scope", scope="${scope ?? ""}"`
  return null
}

/**
 * Maps an error to the Problem that the client sees. An unexpected error is logged in full; the client sees only
 * internal_error.
 */
export function toLoggedProblem(error: unknown, requestId: string): Problem {
  const problem = toProblem(error)
  if (problem.code === "unavailable" && problem.cause !== undefined)
    logUnavailable("request", problem.cause, { requestId })
  else if (problem.code === "internal_error")
    log.error({ err: problem.cause ?? problem, requestId }, "a request failed")
  return problem
}

/** Builds the standard error response: `{ error }` with its status and headers (API-SPEC, Errors). */
export function errorResponse(problem: Problem, requestId: string, scope?: Scope): HttpResponse {
  const headers: Record<string, string> = {}
  const authenticate = challenge(problem, scope)
  if (authenticate) headers["www-authenticate"] = authenticate
  if (problem.retryAfter !== undefined) headers["retry-after"] = String(Math.max(1, Math.ceil(problem.retryAfter)))
  const error = {
    code: problem.code,
    message: problem.message,
    request_id: requestId,
    doc_url: docUrl(problem.code),
    ...(problem.details ? { details: problem.details } : {}),
  }
  return { status: problem.status, headers, body: JSON.stringify({ error }) }
}
