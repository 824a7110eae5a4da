import { servePublicDocument } from "@/api/public-document"
import { changelogFeed } from "@/docs/changelog-feed"
import { ATOM_TYPE } from "@/http/atom"

export const dynamic = "force-dynamic"

/** The changelog's feed; /docs/changelog.atom is rewritten to here (next.config.mjs). */
export const GET = servePublicDocument(ATOM_TYPE, changelogFeed)
