import { withProblemResponse } from "@/api/problem-response"
import { plainText, QUERY_MAX, searchDocs } from "@/docs/search"
import { DEFAULT_LOCALE, isLocale } from "@/domain/locale"
import { Problem } from "@/domain/problem"
import { clientIp, rateLimitSubject } from "@/http/client-ip"
import { env } from "@/platform/env"
import { consumeLocally } from "@/platform/rate-limit/rate-limit"

// The rate limit depends on the address.
export const dynamic = "force-dynamic"

/** Requests per minute and IP address. */
const PER_MINUTE = 600
const CACHE_SECONDS = 60
const RESULTS_MAX = 7

/** Serves the best results of the documentation's search while a reader types. */
export function GET(request: Request): Promise<Response> {
  return withProblemResponse(request, () => {
    const ip = clientIp(null, request.headers.get("x-forwarded-for"), Math.max(1, env.trustedProxies))
    const { allowed, resetSeconds } = consumeLocally(`docs-suggestions:${rateLimitSubject(ip)}`, PER_MINUTE)
    if (!allowed) throw new Problem("rate_limit_exceeded", { retryAfter: resetSeconds })
    const { searchParams } = new URL(request.url)
    const query = searchParams.get("q") ?? ""
    const locale = searchParams.get("locale")
    if (query.length > QUERY_MAX) throw new Problem("validation_failed")
    const data = searchDocs(query, isLocale(locale) ? locale : DEFAULT_LOCALE)
      .slice(0, RESULTS_MAX)
      .map(({ href, section, language, title }) => ({ href, section, language, title: plainText(title) }))
    const headers = { "cache-control": `public, max-age=${CACHE_SECONDS}` }
    return Promise.resolve(Response.json({ data }, { headers }))
  })
}
