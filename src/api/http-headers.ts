import { API_VERSION } from "@/domain/api-version"
import type { Allowance } from "@/platform/rate-limit"

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

const ALLOWED = "Authorization, Content-Type, Accept, Idempotency-Key, If-None-Match, X-Request-Id, Api-Version"

/** What every response of the API carries. */
export const commonHeaders = (requestId: string): Record<string, string> => ({
  "x-request-id": requestId,
  "api-version": API_VERSION,
  "access-control-allow-origin": "*",
  "access-control-expose-headers": EXPOSED,
  "x-content-type-options": "nosniff",
  "cache-control": "private, no-cache",
  vary: "Authorization, Accept-Encoding",
})

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

const REQUEST_ID = /^[A-Za-z0-9_-]{8,128}$/

/** A client's own request id, if it is one that can be kept. */
export const ownRequestId = (header: string | null): string | null =>
  header !== null && REQUEST_ID.test(header) ? header : null
