import { errorResponse, toLoggedProblem } from "@/api/error-response"
import type { Problem } from "@/domain/problem"
import { requestIdFrom } from "@/http/request-id"

/** Returns the id for the response's X-Request-Id. */
export function requestIdOf(request: Request): string {
  return requestIdFrom(request.headers.get("x-request-id"))
}

/** Builds the standard error response for a request that arrived through Next. */
export function problemResponse(request: Request, problem: Problem, requestId = requestIdOf(request)): Response {
  const { status, headers, body } = errorResponse(problem, requestId)
  return new Response(String(body), {
    status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-request-id": requestId,
      ...headers,
    },
  })
}

/**
 * Runs the work and returns its response, or the standard error response if it throws, such as 503 with Retry-After.
 */
export async function withProblemResponse(request: Request, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    const requestId = requestIdOf(request)
    return problemResponse(request, toLoggedProblem(error, requestId), requestId)
  }
}
