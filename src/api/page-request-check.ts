import type { IncomingMessage } from "node:http"
import { headerReader } from "@/http/node"
import { isCrossOrigin } from "@/http/cross-origin"
import { Problem } from "@/domain/problem"

// Requests that Next would respond to with 500, or read without limit, are refused before they reach it.

const PAGE_METHODS = ["GET", "HEAD", "POST", "OPTIONS"]
const READ_METHODS = ["GET", "HEAD", "OPTIONS"]

/** Paths that are only read: pictures and machine-readable documents. */
const READ_ONLY =
  /^\/(?:media\/|pictures\/|_next\/static\/|static\/|fonts\/|(?:openapi|postman)\.json$|llms(?:-full)?\.txt$|robots\.txt$|sitemap\.xml$|favicon\.ico$|icon\.svg$|apple-icon\.png$|manifest\.webmanifest$|status\/feed\.atom$|\.well-known\/)/

/** Whether a path is not a page. Next's own request headers do not change its response. */
export function isReadOnly(url: string): boolean {
  return READ_ONLY.test(url.split("?")[0] ?? "")
}

/** Returns the Allow header for a path outside the API (RFC 9110, section 10.2.1). */
export function allowedMethods(url: string): string {
  return (isReadOnly(url) ? READ_METHODS : PAGE_METHODS).join(", ")
}

/** In bytes. No page or portal procedure takes more, and Next would buffer the whole body in memory. */
const BODY_LIMIT = 1024 * 1024

function isTooLong({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > BODY_LIMIT
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split("?")[0] ?? "")
    return true
  } catch {
    return false
  }
}

// Next's client sends its router state as JSON in a header, and Next does not validate it.
function hasValidRouterState({ headers }: IncomingMessage): boolean {
  const state = headers["next-router-state-tree"]
  if (state === undefined) return true
  try {
    return Array.isArray(JSON.parse(decodeURIComponent(String(state))))
  } catch {
    return false
  }
}

function isCrossOriginPost(message: IncomingMessage): boolean {
  return message.method === "POST" && !message.url?.startsWith("/api/") && isCrossOrigin(headerReader(message))
}

/** Next accepts a form only if Origin matches the host, and fails otherwise. */
function isMisdirectedForm({ method, url, headers }: IncomingMessage): boolean {
  const { origin, host } = headers
  if (method !== "POST" || url?.startsWith("/api/") || origin === undefined || origin === "null") return false
  const requestedHost = String(headers["x-forwarded-host"] ?? host ?? "")
    .split(",")[0]
    ?.trim()
  return !URL.canParse(origin) || new URL(origin).host !== requestedHost
}

/** Returns why a page request is not passed on to Next; null if it is. */
export function checkPageRequest(message: IncomingMessage): Problem | null {
  if (!message.url?.startsWith("/")) return new Problem("bad_request")
  if (isTooLong(message))
    return new Problem("payload_too_large", { message: "Send at most 1 MB, with its Content-Length." })
  if (!isDecodable(message.url))
    return new Problem("bad_request", { message: "The percent-encoding of this URL is not valid UTF-8." })
  if (!hasValidRouterState(message))
    return new Problem("bad_request", { message: "The header Next-Router-State-Tree is not readable." })
  if (isCrossOriginPost(message) || isMisdirectedForm(message))
    return new Problem("bad_request", { message: "Forms from other sites are not accepted." })
  return allowedMethods(message.url)
    .split(", ")
    .includes(message.method ?? "")
    ? null
    : new Problem("method_not_allowed")
}
