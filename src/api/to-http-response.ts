import { publicCacheHeaders } from "@/api/http-headers"
import { linkHeader, type PageLinks, pageLinks } from "@/api/page-links"
import type { Route } from "@/api/routes"
import { JsonText } from "@/domain/json-text"
import type { PageMeta } from "@/domain/page"
import { versionOf } from "@/domain/precondition"
import { toCsv } from "@/http/csv"
import type { BodyStream, HttpRequest, HttpResponse } from "@/http/message"
import { prefersCsv } from "@/http/negotiate"
import { strongEtag } from "@/http/precondition"
import { RETRY_SECONDS } from "@/platform/db/unavailable"
import { env } from "@/platform/env"

const CSV_TYPE = "text/csv; charset=utf-8; header=present"

/** Of server-sent events: neither compressed nor buffered by a proxy. */
const EVENT_STREAM = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
}

/**
 * Turns a procedure's output into a response, with the headers that its operation declares.
 * @param headers of the response, to which those of the resource are added
 */
export function toHttpResponse(
  { request, url, headers }: { request: Pick<HttpRequest, "header">; url: URL; headers: Record<string, string> },
  route: Route,
  output: Output,
): HttpResponse {
  const { status = 200, databaseIndependent, versioned, publicSeconds, privateSeconds } = route.meta.openapi
  if (status === 204) return { status, headers: {}, body: null }
  if (output.stream) return { status, headers: EVENT_STREAM, body: null, stream: output.stream }
  if (status === 201) headers.location = `${env.appUrl}${url.pathname}/${(output.data as { id: string }).id}`
  if (versioned) Object.assign(headers, versionHeaders(output, route.type))
  if (publicSeconds !== undefined) Object.assign(headers, publicCacheHeaders(publicSeconds))
  if (privateSeconds !== undefined) headers["cache-control"] = `private, max-age=${privateSeconds}`
  if (databaseIndependent && isDegraded(output)) {
    headers["retry-after"] = String(RETRY_SECONDS)
    return { status: 503, headers: {}, body: serializeBody(output) }
  }
  if (route.csvColumns) headers.vary = headers.vary ? `${headers.vary}, Accept` : "Accept"
  if (route.csvColumns && prefersCsv(request.header("accept")) && Array.isArray(output.data))
    return { status, headers: { "content-type": CSV_TYPE }, body: toCsv(route.csvColumns, output.data) }
  if (!route.paged) return { status, headers: {}, body: serializeBody(output) }
  const links = pageLinks(output.meta as PageMeta, url)
  const link = linkHeader(links)
  return { status, headers: link ? { link } : {}, body: serializeBody({ ...output, links }) }
}

/** What procedures of the API return. */
export interface Output {
  data?: unknown
  meta?: unknown
  links?: PageLinks
  stream?: BodyStream
}

function serializeBody(output: Output): string {
  const { data, ...rest } = output
  if (!(data instanceof JsonText)) return JSON.stringify(output)
  const others = JSON.stringify(rest).slice(1)
  return others === "}" ? `{"data":${data.text}}` : `{"data":${data.text},${others}`
}

function isDegraded({ data }: Output): boolean {
  return typeof data === "object" && data !== null && "status" in data && data.status === "degraded"
}

// A strong ETag identifies exact bytes, so a GET response with one is sent without content coding (RFC 9110, section
// 8.8.1).
function versionHeaders(output: Output, type: "query" | "mutation"): Record<string, string> {
  const version = output.data instanceof JsonText ? output.data.version : undefined
  const etag = strongEtag(version === undefined ? versionOf(output.data) : String(version))
  return type === "query" ? { etag, "cache-control": "private, no-cache, no-transform" } : { etag }
}
