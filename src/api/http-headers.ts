import { API_VERSION } from "@/domain/api-version"
import type { Allowance } from "@/platform/rate-limit/rate-limit"
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
  "Idempotent-Replayed",
  "WWW-Authenticate",
].join(", ")

const ALLOWED =
  "Authorization, Content-Type, Accept, Idempotency-Key, If-Match, If-None-Match, If-Unmodified-Since, X-Request-Id, Api-Version"

/** What every response of the API carries. */
export const commonHeaders = (requestId: string): Record<string, string> => ({
  "x-request-id": requestId,
  "api-version": API_VERSION,
  "access-control-allow-origin": "*",
  "access-control-expose-headers": EXPOSED,
  "x-content-type-options": "nosniff",
  "cache-control": "private, no-cache",
  vary: "Authorization, Accept-Encoding",
  ...TRANSPORT_SECURITY,
})

/** For a response that is the same for every client: any cache may keep it for so long. */
export const publicCacheHeaders = (seconds: number): Record<string, string> => ({
  "cache-control": `public, max-age=${seconds}`,
  vary: "Accept-Encoding",
})

/** How long caches may keep the API's description and what is made of it; it changes with a release. */
export const DOCUMENT_SECONDS = 300

/** The answer to an OPTIONS request, a CORS preflight or not. */
export const preflightHeaders = (allow: string): Record<string, string> => ({
  allow,
  "access-control-allow-methods": allow,
  "access-control-allow-headers": ALLOWED,
  "access-control-max-age": "86400",
})

/** API-SPEC's headers, with the reset in epoch seconds, and those of the IETF draft (draft-ietf-httpapi-ratelimit-headers). */
export const rateLimitHeaders = (
  { limit, remaining, resetSeconds }: Allowance,
  now: number,
): Record<string, string> => ({
  "x-ratelimit-limit": String(limit),
  "x-ratelimit-remaining": String(remaining),
  "x-ratelimit-reset": String(Math.ceil(now / 1000) + resetSeconds),
  "ratelimit-policy": `"default";q=${limit};w=60`,
  ratelimit: `"default";r=${remaining};t=${resetSeconds}`,
})
