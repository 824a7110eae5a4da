import { serveFetch } from "@/http/fetch"
import { DOCUMENT_SECONDS, publicCacheHeaders } from "@/api/http-headers"
import { finalizeResponse } from "@/http/representation"

/**
 * Serves a text that is the same for every client, with an ETag for conditional requests (RFC 9110, section 13.1.2).
 */
export const servePublicDocument = (type: string, text: () => string): ((request: Request) => Promise<Response>) =>
  serveFetch((request) =>
    finalizeResponse(request, {
      status: 200,
      headers: {
        ...publicCacheHeaders(DOCUMENT_SECONDS),
        "content-type": `${type}; charset=utf-8`,
        "access-control-allow-origin": "*",
      },
      body: text(),
    }),
  )
