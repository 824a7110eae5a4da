import { LIVE_WORLD } from "@/domain/world"
import { withProblemResponse } from "@/api/problem-response"
import { Problem } from "@/domain/problem"
import { SuggestionQuery } from "@/features/products/suggestions/schema"
import { suggest } from "@/features/products/suggestions/suggest"
import { clientIp, rateLimitSubject } from "@/http/client-ip"
import { env } from "@/platform/env"
import { consumeLocally } from "@/platform/rate-limit/rate-limit"

/** Requests per minute and IP address: people who share one type slower together. */
const PER_MINUTE = 600
const CACHE_SECONDS = 60

/**
 * Serves GET /api/suggestions: `GET /v1/suggestions` for the search box of the public pages, which have no credential.
 */
export function serveSiteSuggestions(request: Request): Promise<Response> {
  return withProblemResponse(request, async () => {
    const ip = clientIp(null, request.headers.get("x-forwarded-for"), Math.max(1, env.trustedProxies))
    const { allowed, resetSeconds } = consumeLocally(`suggestions:${rateLimitSubject(ip)}`, PER_MINUTE)
    if (!allowed) throw new Problem("rate_limit_exceeded", { retryAfter: resetSeconds })
    const { searchParams } = new URL(request.url)
    const input = SuggestionQuery.safeParse({
      q: searchParams.get("q"),
      locale: searchParams.get("locale") ?? undefined,
    })
    if (!input.success) throw new Problem("validation_failed")
    return Response.json(
      { data: await suggest(LIVE_WORLD, input.data) },
      { headers: { "cache-control": `public, max-age=${CACHE_SECONDS}` } },
    )
  })
}
