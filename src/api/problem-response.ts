import { v7 as uuidv7 } from "uuid"
import { errorAnswer, foreseen } from "@/api/error-answer"
import type { Problem } from "@/domain/problem"
import { ownRequestId } from "@/http/request-id"

/** The id that its answer bears. */
export const requestIdOf = (request: Request): string => ownRequestId(request.headers.get("x-request-id")) ?? uuidv7()

/** The house's error as the answer to a request that Next brought. */
export const problemResponse = (request: Request, problem: Problem, requestId = requestIdOf(request)): Response => {
  const { status, headers, body } = errorAnswer(problem, requestId)
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

/** What the work answers; where it fails, the house's error, as that the database is away and when to come again. */
export const answerOrProblem = async (request: Request, work: () => Promise<Response>): Promise<Response> => {
  try {
    return await work()
  } catch (error) {
    const requestId = requestIdOf(request)
    return problemResponse(request, foreseen(error, requestId), requestId)
  }
}
