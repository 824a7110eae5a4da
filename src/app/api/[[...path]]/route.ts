import { problemResponse } from "@/api/problem-response"
import { Problem } from "@/domain/problem"

/** What programs ask for below /api and is not there, is missing in their words, not in a page. */
const missing = (request: Request): Response => problemResponse(request, new Problem("not_found"))

export { missing as GET, missing as POST }
