import { servePublicDocument } from "@/api/public-document"
import { ATOM_TYPE, changelogFeed } from "@/docs/changelog-feed"

export const dynamic = "force-dynamic"

/** The changelog's feed; /docs/changelog.atom is rewritten to here (next.config.mjs). */
export const GET = servePublicDocument(ATOM_TYPE, changelogFeed)
