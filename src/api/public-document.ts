import { serveFetch } from "@/http/fetch"
import { DOCUMENT_SECONDS, publicCacheHeaders } from "@/api/http-headers"
import { finalizeResponse } from "@/http/representation"

/**
 * Serves a text that is the same for every client, with an ETag for conditional requests (RFC 9110, section 13.1.2).
 * @param seconds how long shared caches may store it
 */
export function servePublicDocument(
  type: string,
  text: (url: URL) => string | Promise<string>,
  seconds: number = DOCUMENT_SECONDS,
): (request: Request) => Promise<Response> {
  return serveFetch(async (request) =>
    finalizeResponse(request, {
      status: 200,
      headers: {
        ...publicCacheHeaders(seconds),
        "content-type": `${type}; charset=utf-8`,
        "access-control-allow-origin": "*",
      },
      body: await text(new URL(request.url)),
    }),
  )
}
