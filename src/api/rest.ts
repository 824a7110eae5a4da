import { callTRPCProcedure } from "@trpc/server"
import { withDeprecation } from "@/api/deprecations"
import { errorResponse, toLoggedProblem } from "@/api/error-response"
import { serveFetch } from "@/http/fetch"
import {
  commonHeaders,
  DOCUMENT_SECONDS,
  preflightHeaders,
  publicCacheHeaders,
  rateLimitHeaders,
} from "@/api/http-headers"
import { logExchange } from "@/api/log-exchange"
import { acceptsEventStream, acceptsJson, prefersCsv } from "@/http/negotiate"
import { internalOpenapiText, openapiText } from "@/api/openapi/text"
import { INTERNAL_PREFIX, requireInternalNetwork } from "@/api/internal-network"
import { readPrecondition } from "@/http/precondition"
import { faultProblems } from "@/api/operation-problems"
import { sampleOf } from "@/api/openapi/webhook-payloads"
import { OVERLOADED } from "@/api/overloaded"
import { parseQuery } from "@/api/query-string"
import { parseJsonObject, readBody } from "@/http/read-body"
import { finalizeResponse } from "@/http/representation"
import { type Admitted, FAULT_HEADER, injectFault, mayHaveFault } from "@/api/sandbox-fault"
import { reauthenticate } from "@/api/reauthenticate"
import { idempotencyOf } from "@/api/request-idempotency"
import { findRoutes, type Match } from "@/api/routes"
import { SERVED, type ServedApi } from "@/api/served"
import { type Output, toHttpResponse } from "@/api/to-http-response"
import {
  changesSince,
  downgradeResponse,
  isVersioned,
  upgradeInput,
  versionFor,
  withFormerParameters,
} from "@/api/versions/versions"
import { authenticate } from "@/auth/bearer"
import { rateLimitSubject } from "@/http/client-address"
import { type BearerCaller, credentialId } from "@/domain/caller"
import { Problem } from "@/domain/problem"
import { noteLimitPressure } from "@/features/limits/note-limit-pressure"
import { admission, type Slot } from "@/platform/concurrency/admission"
import { env } from "@/platform/env"
import { createFloodWarning } from "@/platform/log/flood-warning"
import type { HttpResponse, HttpRequest } from "@/http/message"
import { newUuid } from "@/platform/new-uuid"
import { observeRequest } from "@/platform/metrics/observe"
import { type RateLimitResult, cachedRefusal, consume, consumeLocally } from "@/platform/rate-limit/rate-limit"
import { validRequestId } from "@/http/request-id"
import type { Context } from "@/trpc/context"
import type { CountedRateLimit } from "@/domain/counted-rate-limit"

/** Requests per minute and IP address to operations without a credential. */
const ANONYMOUS_LIMIT = 60
/**
 * Limit for responses from memory. It exceeds all probes of a load balancer, since a refused probe takes the machine
 * out.
 */
const DATABASE_INDEPENDENT_LIMIT = 6_000
const DESCRIPTIONS = new Map([
  ["/v1/openapi.json", openapiText],
  [`${INTERNAL_PREFIX}openapi.json`, internalOpenapiText],
])

/** What a server serves, with what is looked up in it for each request. */
interface Served extends ServedApi {
  /** The paths of health checks. */
  databaseIndependentPaths: ReadonlySet<string>
  versionDates: readonly string[]
}

/** A request in the pipeline, with everything determined about it so far. */
interface Exchange {
  api: Served
  request: HttpRequest
  requestId: string
  /** Whether the client sent the request id. */
  requestIdSent: boolean
  url: URL
  match: Match | null
  caller: BearerCaller | null
  /** The request's body; null until it is read. */
  requestBody: Buffer | null
  /** Headers of the response, successful or not. */
  headers: Record<string, string>
  admitted: Admitted
  /** The count of the request; null until it is begun. */
  rateLimit: Promise<RateLimitResult & CountedRateLimit> | null
  /** The error that a fault of the sandbox asks for; null if there is none. */
  injected: Problem | null
  /** The ids of what it used that is deprecated. */
  deprecated: readonly string[]
}

/** Returns a handler that serves requests to /v1. It never throws: every error becomes a response. */
export function restOf(served: ServedApi): (request: HttpRequest) => Promise<HttpResponse> {
  const databaseIndependent = served.routes.filter(({ meta }) => meta.openapi.databaseIndependent)
  const api: Served = {
    ...served,
    databaseIndependentPaths: new Set(databaseIndependent.map(({ meta }) => `/v1${meta.openapi.path}`)),
    versionDates: served.versions.map(({ date }) => date),
  }
  return (request) => {
    const startedAt = performance.now()
    const slot = admission().tryAcquire()
    return slot || isDatabaseIndependent(api, request.url)
      ? handleAdmitted(api, request, startedAt, slot)
      : handleQueued(api, request, startedAt)
  }
}

/** Serves a request to /v1. */
export const handleRest = restOf(SERVED)

/** Serves /v1 for a Fetch API request. */
export const serveRest = serveFetch(handleRest)

/** Whether a request is a health check, which must be served under any load. */
const isDatabaseIndependent = ({ databaseIndependentPaths }: Served, url: string): boolean =>
  URL.canParse(url) && databaseIndependentPaths.has(new URL(url).pathname)

const warnOverload = createFloodWarning("requests were refused: more came than can be worked on")

const handleQueued = async (api: Served, request: HttpRequest, startedAt: number): Promise<HttpResponse> => {
  const slot = await admission().acquire()
  if (slot) return handleAdmitted(api, request, startedAt, slot)
  warnOverload()
  const requestId = validRequestId(request.header("x-request-id")) ?? newUuid()
  const { status, headers, body } = errorResponse(OVERLOADED, requestId)
  observeRequest("overload", status, performance.now() - startedAt, requestId)
  return finalizeResponse(request, { status, headers: { ...commonHeaders(requestId), ...headers }, body })
}

const handleAdmitted = async (
  api: Served,
  request: HttpRequest,
  startedAt: number,
  slot: Slot | null,
): Promise<HttpResponse> => {
  const admitted: Admitted = { slot }
  try {
    return await handleExchange(api, request, startedAt, admitted)
  } finally {
    if (admitted.slot) admission().release(admitted.slot)
  }
}

const handleExchange = async (
  api: Served,
  request: HttpRequest,
  startedAt: number,
  admitted: Admitted,
): Promise<HttpResponse> => {
  const clientRequestId = validRequestId(request.header("x-request-id"))
  const requestId = clientRequestId ?? newUuid()
  const url = URL.canParse(request.url) ? new URL(request.url) : null
  const exchange: Exchange = {
    api,
    request,
    requestId,
    requestIdSent: clientRequestId !== null,
    url: url ?? new URL(env.appUrl),
    match: null,
    caller: null,
    requestBody: null,
    headers: commonHeaders(requestId, versionFor(api.versions, request.header("api-version"), null)),
    admitted,
    rateLimit: null,
    injected: null,
    deprecated: [],
  }
  let handled: HttpResponse
  let errorCode: string | null = null
  try {
    if (!url) throw new Problem("bad_request")
    handled = await dispatch(exchange)
  } catch (error) {
    const problem = exchange.injected ?? toLoggedProblem(error, requestId)
    errorCode = problem.code
    handled = errorResponse(problem, requestId, exchange.match?.route.meta.scope)
  }
  if (exchange.match && exchange.match.route.deprecations.length > 0)
    handled = withDeprecation(exchange, exchange.match, handled)
  const response = await finalizeResponse(request, {
    ...handled,
    headers: Object.assign(exchange.headers, handled.headers),
  })
  observeRequest(
    FAULT_HEADER in exchange.headers ? "sandbox fault" : (exchange.match?.route.operation ?? "unknown"),
    response.status,
    performance.now() - startedAt,
    requestId,
  )
  // The shop's requests are counted in the metrics; a log of them would hold its buyers' addresses.
  if (exchange.caller && exchange.caller.kind !== "operator")
    logExchange(exchange, exchange.caller, response, handled.body, errorCode, performance.now() - startedAt)
  return response
}

const dispatch = async (exchange: Exchange): Promise<HttpResponse> => {
  const { request, url } = exchange
  if (url.pathname.startsWith(INTERNAL_PREFIX)) requireInternalNetwork(request)
  const description = DESCRIPTIONS.get(url.pathname)
  const routes = description
    ? new Map<string, Match | null>([["GET", null]])
    : findRoutes(exchange.api.routes, pathSegments(url.pathname))
  if (routes.size === 0) throw new Problem("not_found")
  const allow = (): string => [...routes.keys(), ...(routes.has("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ")
  if (request.method === "OPTIONS") return { status: 204, headers: preflightHeaders(allow()), body: null }
  const method = request.method === "HEAD" ? "GET" : request.method
  if (!routes.has(method)) {
    exchange.headers.allow = allow()
    throw new Problem("method_not_allowed")
  }
  const match = (exchange.match = routes.get(method) ?? null)
  const accept = request.header("accept")
  const streams = match?.route.meta.openapi.stream === true
  if (
    !acceptsJson(accept) &&
    !(match?.route.csvColumns && prefersCsv(accept)) &&
    !(streams && acceptsEventStream(accept))
  )
    throw new Problem("not_acceptable")
  const { rateLimit } = await authenticateAndRateLimit(exchange)
  const counted = (exchange.rateLimit = rateLimit.then(withResetTime))
  counted.catch(() => undefined)
  const execute = async (): Promise<HttpResponse> =>
    match
      ? callProcedure(exchange, match)
      : { status: 200, headers: publicCacheHeaders(DOCUMENT_SECONDS), body: description?.() ?? "" }
  // A read may start while the rate limit is checked: its result is sent only if the limit allows it.
  const speculative = match?.route.type === "query" && !streams ? execute() : null
  speculative?.catch(() => undefined)
  const faulty = mayHaveFault(exchange)
  faulty?.catch(() => undefined)
  enforceRateLimit(exchange, await counted)
  if (faulty && (await faulty) && (await injectFault(exchange))) return execute()
  return speculative ?? execute()
}

/** Returns the decoded path segments after /v1. */
const pathSegments = (pathname: string): string[] => {
  // Dot segments in the URL can leave /v1.
  if (!pathname.startsWith("/v1/")) throw new Problem("not_found")
  try {
    return pathname.split("/").slice(2).map(decodeURIComponent)
  } catch {
    throw new Problem("not_found", { message: "The percent-encoding of this address is not valid UTF-8." })
  }
}

/**
 * Authenticates, then counts against the rate limit, so a refused credential does not use up its owner's limit. The
 * returned promise holds the pending count.
 */
const authenticateAndRateLimit = async (exchange: Exchange): Promise<{ rateLimit: Promise<RateLimitResult> }> => {
  const { request, match } = exchange
  if (match?.route.meta.scope) {
    const { caller, problem: refusal } = await authenticate(request.header("authorization"), request.address)
    exchange.caller = caller
    if (caller.kind === "api_key" && caller.apiVersion !== null) pinVersion(exchange, caller.apiVersion)
    if (refusal) throw refusal
    const subject = `credential:${credentialId(caller)}`
    const exhausted = cachedRefusal(subject, caller.rateLimit)
    if (exhausted) enforceRateLimit(exchange, withResetTime(exhausted))
    return { rateLimit: countRequests(caller, 1) }
  }
  const subject = `open:${rateLimitSubject(request.address)}`
  return {
    rateLimit: match?.route.meta.openapi.databaseIndependent
      ? Promise.resolve(consumeLocally(subject, DATABASE_INDEPENDENT_LIMIT))
      : consume(subject, ANONYMOUS_LIMIT),
  }
}

async function countRequests(caller: BearerCaller, requests: number): Promise<RateLimitResult> {
  const result = await consume(`credential:${credentialId(caller)}`, caller.rateLimit, 60, requests)
  noteLimitPressure(caller, result, requests)
  return result
}

const pinVersion = ({ api, request, headers }: Exchange, pinned: string): void => {
  headers["api-version"] = versionFor(api.versions, request.header("api-version"), pinned)
}

const withResetTime = (result: RateLimitResult): RateLimitResult & CountedRateLimit => ({
  ...result,
  resetAt: Math.ceil(Date.now() / 1000) + result.resetSeconds,
})

const enforceRateLimit = ({ headers }: Exchange, result: RateLimitResult & CountedRateLimit): void => {
  Object.assign(headers, rateLimitHeaders(result))
  if (!result.allowed) throw new Problem("rate_limit_exceeded", { retryAfter: result.resetSeconds })
}

async function countFurther(exchange: Exchange, requests: number): Promise<void> {
  if (!exchange.caller) return
  enforceRateLimit(exchange, withResetTime(await countRequests(exchange.caller, requests)))
}

const callProcedure = async (exchange: Exchange, { route, pathParameters }: Match): Promise<HttpResponse> => {
  const { api, request, url, headers } = exchange
  const changes = changesSince(api.versions, headers["api-version"] ?? "", route)
  let bodyBytes: Promise<Buffer> | undefined
  const body = (): Promise<Buffer> =>
    (bodyBytes ??= readBody(request, { optional: route.bodyOptional, limit: route.meta.openapi.bodyLimit }).then(
      (read) => (exchange.requestBody = read),
    ))
  const ctx: Context = {
    caller: exchange.caller,
    requestId: exchange.requestId,
    address: request.address,
    userAgent: request.header("user-agent"),
    cookies: null,
    hasMailboxAccess: () => false,
    setCookie: () => undefined,
    readIdempotency: () => idempotencyOf(exchange, body),
    countFurther: (requests) => countFurther(exchange, requests),
    readPrecondition: () => readPrecondition(request.header),
    faultProblems,
    sampleOf,
    lastEventId: request.header("last-event-id"),
    reauthenticate: () => reauthenticate(request),
    readRateLimit: () => exchange.rateLimit ?? Promise.resolve(null),
    deprecations: api.deprecations,
    apiVersions: api.versionDates,
  }
  // Read only when the procedure asks for it, after the scope and other permissions have been checked.
  const getRawInput = async (): Promise<unknown> => {
    if (!route.input) return undefined
    if (!route.hasBody)
      return upgradeInput(changes, {
        ...parseQuery(url.search, withFormerParameters(route, changes)),
        ...pathParameters,
      })
    const bytes = await body()
    const sent = route.bodyOptional && bytes.length === 0 ? {} : parseJsonObject(bytes)
    return upgradeInput(changes, { ...sent, ...pathParameters })
  }
  const output = (await callTRPCProcedure({
    router: api.router,
    path: route.procedure,
    type: route.type,
    ctx,
    getRawInput,
    signal: undefined,
    batchIndex: 0,
  })) as Output
  const response = toHttpResponse(exchange, route, output)
  if (isVersioned(api.versions, route)) headers.vary = `${headers.vary}, Api-Version`
  return changes.length > 0 ? downgradeResponse(changes, response) : response
}
