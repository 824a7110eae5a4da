import { servePublicDocument } from "@/api/public-document"
import { postmanCollection } from "@/docs/postman"

export const dynamic = "force-dynamic"

export const GET = servePublicDocument("application/json", () => JSON.stringify(postmanCollection()))
