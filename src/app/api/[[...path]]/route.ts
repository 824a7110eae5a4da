import { problemResponse } from "@/api/problem-response"
import { Problem } from "@/domain/problem"

/** Unknown paths below /api are requested by code, so the 404 is JSON, not a page. */
function missing(request: Request): Response {
  return problemResponse(request, new Problem("not_found"))
}

export { missing as GET, missing as POST }
