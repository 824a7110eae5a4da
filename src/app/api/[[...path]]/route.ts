import { problemResponse } from "@/api/problem-response"
import { Problem } from "@/domain/problem"

/** Unknown paths below /api are requested by code, so the 404 is JSON, not a page. */
const missing = (request: Request): Response => problemResponse(request, new Problem("not_found"))

export { missing as GET, missing as POST }
