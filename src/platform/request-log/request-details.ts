import { redactBody, redactQuery, redactText, truncate } from "@/domain/redaction"

/** The parts of a request and its response to log; everything is redacted before it is stored. */
export interface RequestDetails {
  header: (name: string) => string | null
  /** The query string including its question mark, or "". */
  search: string
  /** The query parameters that the operation declares; of others nothing is stored. */
  queryParameters: { has: (name: string) => boolean }
  /** The request's body, if it was read. */
  requestBody: Buffer | null
  responseHeaders: Readonly<Record<string, string>>
  /** The response body before content coding. */
  responseBody: string | Buffer | null
}

interface StoredDetails {
  query: string | null
  requestHeaders: Record<string, string>
  requestBody: string | null
  responseHeaders: Record<string, string> | null
  responseBody: string | null
}

// Neither Authorization nor Cookie, nor unknown headers, which may contain anything.
const REQUEST_HEADERS = [
  "accept",
  "accept-encoding",
  "accept-language",
  "api-version",
  "content-length",
  "content-type",
  "idempotency-key",
  "if-match",
  "if-none-match",
  "if-unmodified-since",
  "origin",
]
const RESPONSE_HEADERS = [
  "content-type",
  "content-length",
  "content-encoding",
  "etag",
  "allow",
  "retry-after",
  "www-authenticate",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "idempotent-replayed",
  "deprecation",
  "sunset",
]

/** Maximum length of each header, in characters. */
const HEADER_MAX = 300
const QUERY_MAX = 2_000
const BODY_MAX = 8_000

/** The query without its question mark; null if nothing is left of it. */
function storedQuery({ search, queryParameters }: Pick<RequestDetails, "search" | "queryParameters">): string | null {
  const query = search.length > 1 ? redactQuery(search.slice(1), queryParameters) : ""
  return query === "" ? null : truncate(query, QUERY_MAX)
}

function loggedRequestHeaders(header: RequestDetails["header"]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const name of REQUEST_HEADERS) {
    const value = header(name)
    if (value) headers[name] = truncate(redactText(value), HEADER_MAX)
  }
  return headers
}

// We write their values ourselves.
function loggedResponseHeaders(headers: RequestDetails["responseHeaders"]): Record<string, string> {
  return Object.fromEntries(
    RESPONSE_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  )
}

const decoder = new TextDecoder()

// PostgreSQL text cannot contain NUL.
function storedBody(body: string | Buffer | null): string | null {
  if (body === null || body.length === 0) return null
  const text = typeof body === "string" ? body : decoder.decode(body)
  return truncate(redactBody(text), BODY_MAX).replaceAll("\0", "\ufffd")
}

/**
 * Returns what is stored of a request. Successful reads keep only the request's headers and query; errors and changes
 * also keep the bodies and the response's headers.
 */
export function toStoredDetails(
  { header, search, queryParameters, requestBody, ...response }: RequestDetails,
  method: string,
  status: number,
): StoredDetails {
  const withBodies = status >= 400 || (method !== "GET" && method !== "HEAD")
  return {
    query: storedQuery({ search, queryParameters }),
    requestHeaders: loggedRequestHeaders(header),
    requestBody: withBodies ? storedBody(requestBody) : null,
    responseHeaders: withBodies ? loggedResponseHeaders(response.responseHeaders) : null,
    responseBody: withBodies ? storedBody(response.responseBody) : null,
  }
}
