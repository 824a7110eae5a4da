import { openapiText } from "@/api/openapi/text"
import { servePublicDocument } from "@/api/public-document"

export const dynamic = "force-dynamic"

/** The content of /v1/openapi.json, where tools look for it, and without a rate limit. */
export const GET = servePublicDocument("application/json", openapiText)
