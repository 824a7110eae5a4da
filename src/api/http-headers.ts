import { API_VERSION } from "@/domain/api-version"
import type { CountedRequest } from "@/api/exchange"
import { TRANSPORT_SECURITY } from "@/http/transport-security"

const EXPOSED = [
  "X-Request-Id",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "ETag",
  "Link",
  "Location",
  "Api-Version",
  "Deprecation",
  "Sunset",
  "Idempotent-Replayed",
  "Haat-Sandbox-Fault",
  "WWW-Authenticate",
].join(", ")

const ALLOWED =
  "Authorization, Content-Type, Accept, Idempotency-Key, If-Match, If-None-Match, If-Unmodified-Since, Last-Event-ID, X-Request-Id, Api-Version"

/** Headers of every API response. @param version that the request is served in */
export function commonHeaders(requestId: string, version: string = API_VERSION): Record<string, string> {
  return {
    "x-request-id": requestId,
    "api-version": version,
    "access-control-allow-origin": "*",
    "access-control-expose-headers": EXPOSED,
    "x-content-type-options": "nosniff",
    "cache-control": "private, no-cache",
    vary: "Authorization, Accept-Encoding",
    ...TRANSPORT_SECURITY,
  }
}

/** Headers of a response that is the same for every client, so that shared caches may store it. */
export function publicCacheHeaders(seconds: number): Record<string, string> {
  return {
    "cache-control": `public, max-age=${seconds}`,
    vary: "Accept-Encoding",
  }
}

/** Cache lifetime of the API description and of documents generated from it. They change only with a release. */
export const DOCUMENT_SECONDS = 300

/** Headers of the response to OPTIONS, whether or not it is a CORS preflight. */
export function preflightHeaders(allow: string): Record<string, string> {
  return {
    allow,
    "access-control-allow-methods": allow,
    "access-control-allow-headers": ALLOWED,
    "access-control-max-age": "86400",
  }
}

/**
 * X-RateLimit headers (API-SPEC, Limits), the reset in epoch seconds, and those of
 * draft-ietf-httpapi-ratelimit-headers.
 */
export function rateLimitHeaders({ limit, remaining, resetSeconds, resetAt }: CountedRequest): Record<string, string> {
  return {
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": String(resetAt),
    "ratelimit-policy": `"default";q=${limit};w=60`,
    ratelimit: `"default";r=${remaining};t=${resetSeconds}`,
  }
}
