import { readFile } from "node:fs/promises"
import { resolve } from "node:path"
import { DOCUMENT_SECONDS, publicCacheHeaders } from "@/api/http-headers"
import { serveFetch } from "@/http/fetch"
import { finalizeResponse } from "@/http/representation"

export const dynamic = "force-dynamic"

/** The TypeScript client as an npm package, which the build writes. */
export const GET = serveFetch(async (request) =>
  finalizeResponse(request, {
    status: 200,
    headers: { ...publicCacheHeaders(DOCUMENT_SECONDS), "content-type": "application/gzip" },
    body: await readFile(resolve("dist/haat-client.tgz")),
  }),
)
