import { withProblemResponse } from "@/api/problem-response"
import { servePublicDocument } from "@/api/public-document"
import { statusFeed } from "@/app/(site)/status/feed.atom/status-feed"
import { ATOM_TYPE } from "@/http/atom"

export const dynamic = "force-dynamic"

/** As often as a feed reader learns of an incident. */
const FRESH_SECONDS = 60

const serve = servePublicDocument(ATOM_TYPE, statusFeed, FRESH_SECONDS)

/** The incidents of the status page as a feed. */
export function GET(request: Request): Promise<Response> {
  return withProblemResponse(request, () => serve(request))
}
