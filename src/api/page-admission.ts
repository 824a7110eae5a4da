import { errorResponse } from "@/api/error-response"
import { Problem } from "@/domain/problem"
import { Admission } from "@/platform/concurrency/admission"
import { createFloodWarning } from "@/platform/log/flood-warning"
import type { HttpResponse, HttpRequest } from "@/http/message"
import { processSingleton } from "@/platform/process-singleton"
import { validRequestId } from "@/http/request-id"

/**
 * Pages that one process renders concurrently. Each occupies its core for some milliseconds, which API requests need in
 * between.
 */
const MAX_ACTIVE = 8
/** A person waits longer than a client program before trying again. */
const MAX_WAIT_MS = 5_000
export const RETRY_SECONDS = 5

/** Static files, which cost almost nothing, and the live log, which stays open as long as it is viewed. */
const EXEMPT = /^\/(?:_next\/static\/|fonts\/|media\/|static\/style\/|favicon\.ico$|icon\.svg$|api\/requests\/live$)/

export function needsAdmission(url: string): boolean {
  return !EXEMPT.test(url.split("?")[0] ?? "")
}

/** Returns the process's admission queue for requests that Next renders. */
export function pageAdmission(): Admission {
  return processSingleton("page-admission", () => new Admission(MAX_ACTIVE, MAX_WAIT_MS))
}

export const warnOverload = createFloodWarning("pages were refused: more were requested than can be rendered")

/** Path of the page shown instead of one whose wait timed out. */
export const OVERLOADED_PAGE = "/static/overloaded"

/** Responds with a JSON error to a script whose wait timed out. */
export function overloadedResponse(request: HttpRequest): Promise<HttpResponse> {
  const problem = new Problem("unavailable", {
    retryAfter: RETRY_SECONDS,
    message: "Too many requests are being processed; try again in a moment.",
  })
  const { status, headers, body } = errorResponse(problem, validRequestId(request.header("x-request-id")) ?? "")
  return Promise.resolve({
    status,
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store", ...headers },
    body,
  })
}
