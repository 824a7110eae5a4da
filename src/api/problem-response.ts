import { v7 as uuidv7 } from "uuid"
import { errorAnswer } from "@/api/error-answer"
import { ownRequestId } from "@/api/http-headers"
import type { Problem } from "@/domain/problem"

/** The house's error as the answer to a request that Next brought. */
export const problemResponse = (request: Request, problem: Problem): Response => {
  const requestId = ownRequestId(request.headers.get("x-request-id")) ?? uuidv7()
  const { status, headers, body } = errorAnswer(problem, requestId)
  return new Response(String(body), { status, headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store", "x-request-id": requestId, ...headers } })
}
