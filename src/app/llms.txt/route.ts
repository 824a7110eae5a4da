import { servePublicDocument } from "@/api/public-document"
import { llmsText } from "@/docs/pages"

export const dynamic = "force-dynamic"

export const GET = servePublicDocument("text/plain", llmsText)
