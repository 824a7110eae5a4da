import type { CountedRequest, Exchange } from "@/api/exchange"
import { rateLimitHeaders } from "@/api/http-headers"
import { versionFor } from "@/api/versions/versions"
import { authenticate } from "@/auth/bearer"
import { type BearerCaller, credentialId } from "@/domain/caller"
import { Problem } from "@/domain/problem"
import { recordLimitPressure } from "@/features/limits/record-limit-pressure"
import { rateLimitSubject } from "@/http/client-ip"
import { type RateLimitResult, cachedRefusal, consume, consumeLocally } from "@/platform/rate-limit/rate-limit"

/** Requests per minute and IP address to operations without a credential. */
const ANONYMOUS_LIMIT = 60
/**
 * Limit for responses from memory. It exceeds all probes of a load balancer, since a refused probe takes the machine
 * out.
 */
const DATABASE_INDEPENDENT_LIMIT = 6_000

/**
 * Authenticates, then begins to count against the rate limit, so a refused credential does not use up its owner's
 * limit.
 * @returns the pending count, for enforceRateLimit(), in an object because a bare promise would be awaited
 * @throws Problem for a refused credential, and rate_limit_exceeded for one that is known to be over its limit
 */
export async function authenticateAndRateLimit(exchange: Exchange): Promise<{ counted: Promise<CountedRequest> }> {
  await authenticateExchange(exchange)
  const counted = countRequest(exchange).then(withResetTime)
  // The caller may fail before it awaits the count.
  counted.catch(() => undefined)
  return { counted }
}

/** Sets the caller of a request whose operation requires a scope. */
async function authenticateExchange(exchange: Exchange): Promise<void> {
  const { request, match } = exchange
  if (!match?.route.meta.scope) return
  const { caller, problem } = await authenticate(request.header("authorization"), request.ip)
  exchange.caller = caller
  if (caller.kind === "api_key" && caller.apiVersion !== null) pinVersion(exchange, caller.apiVersion)
  if (problem) throw problem
  const exhausted = cachedRefusal(subjectOf(caller), caller.rateLimit)
  if (exhausted) enforceRateLimit(exchange, withResetTime(exhausted))
}

async function countRequest({ request, match, caller }: Exchange): Promise<RateLimitResult> {
  if (caller) return countRequests(caller, 1)
  const subject = `open:${rateLimitSubject(request.ip)}`
  return match?.route.meta.openapi.databaseIndependent
    ? consumeLocally(subject, DATABASE_INDEPENDENT_LIMIT)
    : consume(subject, ANONYMOUS_LIMIT)
}

function subjectOf(caller: BearerCaller): string {
  return `credential:${credentialId(caller)}`
}

async function countRequests(caller: BearerCaller, requests: number): Promise<RateLimitResult> {
  const result = await consume(subjectOf(caller), caller.rateLimit, 60, requests)
  recordLimitPressure(caller, result, requests)
  return result
}

function pinVersion({ api, request, headers }: Exchange, pinned: string): void {
  headers["api-version"] = versionFor(api.versions, request.header("api-version"), pinned)
}

function withResetTime(result: RateLimitResult): CountedRequest {
  return {
    ...result,
    resetAt: Math.ceil(Date.now() / 1000) + result.resetSeconds,
  }
}

/** Sets the headers of the rate limit. @throws Problem rate_limit_exceeded */
export function enforceRateLimit({ headers }: Exchange, result: CountedRequest): void {
  Object.assign(headers, rateLimitHeaders(result))
  if (!result.allowed) throw new Problem("rate_limit_exceeded", { retryAfter: result.resetSeconds })
}

/** Counts further requests of a batch. @throws Problem rate_limit_exceeded */
export async function countFurther(exchange: Exchange, requests: number): Promise<void> {
  if (!exchange.caller) return
  enforceRateLimit(exchange, withResetTime(await countRequests(exchange.caller, requests)))
}
