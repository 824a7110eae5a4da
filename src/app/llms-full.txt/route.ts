import { servePublicDocument } from "@/api/public-document"
import { llmsFullText } from "@/docs/llms-full"

export const dynamic = "force-dynamic"

export const GET = servePublicDocument("text/plain", llmsFullText)
