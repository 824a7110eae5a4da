import type { Problem } from "@/domain/problem"
import type { Scope } from "@/domain/scope"
import { env } from "@/platform/env"
import type { HttpAnswer } from "@/http/message"
import { log } from "@/platform/log/log"
import { logUnavailable } from "@/platform/db/unavailable"
import { problemOf } from "@/trpc/procedures"

/** Where an error code is explained. */
export const docUrl = (code: string): string => `${env.appUrl}/docs/errors#${code}`

// RFC 6750, section 3: no error code where no credential was sent.
const challenge = (problem: Problem, scope: Scope | undefined): string | null => {
  if (problem.code === "authentication_required") return 'Bearer realm="haat"'
  if (problem.status === 401)
    return `Bearer realm="haat", error="invalid_token", error_description="${problem.message.replace(/["\\]/g, "'")}"`
  if (problem.code === "insufficient_scope")
    return `Bearer realm="haat", error="insufficient_scope", scope="${scope ?? ""}"`
  return null
}

/** The foreseen problem that an error is; one that was not foreseen is logged whole and answered with nothing of itself. */
export const foreseen = (error: unknown, requestId: string): Problem => {
  const problem = problemOf(error)
  if (problem.code === "unavailable" && problem.cause !== undefined)
    logUnavailable("request", problem.cause, { requestId })
  else if (problem.code === "internal_error")
    log.error({ err: problem.cause ?? problem, requestId }, "a request failed")
  return problem
}

/** The house's error (API-SPEC, Errors). */
export const errorAnswer = (problem: Problem, requestId: string, scope?: Scope): HttpAnswer => {
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
