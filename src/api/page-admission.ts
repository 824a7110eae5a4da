import { errorAnswer } from "@/api/error-answer"
import { Problem } from "@/domain/problem"
import { Admission } from "@/platform/concurrency/admission"
import { floodWarning } from "@/platform/log/flood-log"
import type { HttpAnswer, HttpRequest } from "@/http/message"
import { once } from "@/platform/once"
import { ownRequestId } from "@/http/request-id"

/** Pages of one process in work at the same time. Each keeps its core for some milliseconds, which the API's requests need in between. */
const MAX_ACTIVE = 8
/** A person waits longer than a program before they try again. */
const MAX_WAIT_MS = 5_000
export const RETRY_SECONDS = 5

/** Files, which cost next to nothing, and the live log, which lasts as long as somebody looks at it. */
const EXEMPT = /^\/(?:_next\/static\/|fonts\/|media\/|static\/style\/|favicon\.ico$|icon\.svg$|api\/requests\/live$)/

export function needsSlot(url: string): boolean {
  return !EXEMPT.test(url.split("?")[0] ?? "")
}

/** The admission of the process for what Next renders. */
export function pageAdmission(): Admission {
  return once("page-admission", () => new Admission(MAX_ACTIVE, MAX_WAIT_MS))
}

export const warnOfOverload = floodWarning("pages were refused: more were asked for than can be worked on")

/** The page that says that others are asked for, in place of one that waited in vain to be rendered. */
export const OVERLOADED_PAGE = "/static/overloaded"

/** Tells a script that has waited in vain to come again, in JSON. */
export function answerOverloaded(request: HttpRequest): Promise<HttpAnswer> {
  const problem = new Problem("unavailable", {
    retryAfter: RETRY_SECONDS,
    message: "Too many requests are being worked on; try again in a moment.",
  })
  const { status, headers, body } = errorAnswer(problem, ownRequestId(request.header("x-request-id")) ?? "")
  return Promise.resolve({
    status,
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store", ...headers },
    body,
  })
}
