import { authenticateAndRateLimit, enforceRateLimit } from "@/api/authenticate-and-rate-limit"
import { callProcedure } from "@/api/call-procedure"
import { withDeprecation } from "@/api/deprecations"
import { errorResponse, toLoggedProblem } from "@/api/error-response"
import type { AdmissionSlot, CountedRequest, Exchange } from "@/api/exchange"
import { serveFetch } from "@/http/fetch"
import { commonHeaders, DOCUMENT_SECONDS, preflightHeaders, publicCacheHeaders } from "@/api/http-headers"
import { logExchange } from "@/api/log-exchange"
import { acceptsEventStream, acceptsJson, prefersCsv } from "@/http/negotiate"
import { internalOpenapiText, openapiText } from "@/api/openapi/text"
import { INTERNAL_PREFIX, requireInternalNetwork } from "@/api/internal-network"
import { OVERLOADED } from "@/api/overloaded"
import { finalizeResponse } from "@/http/representation"
import { FAULT_HEADER, injectFault, mayHaveFault } from "@/api/sandbox-fault"
import { findRoutes, type Match, type Route } from "@/api/routes"
import { SERVED, type ServedApi } from "@/api/served"
import { versionFor } from "@/api/versions/versions"
import { Problem } from "@/domain/problem"
import { admission, type Slot } from "@/platform/concurrency/admission"
import { env } from "@/platform/env"
import { createFloodWarning } from "@/platform/log/flood-warning"
import type { HttpResponse, HttpRequest } from "@/http/message"
import { newUuid } from "@/platform/new-uuid"
import { observeRequest } from "@/platform/metrics/observe"
import { requestIdFrom, validRequestId } from "@/http/request-id"

const DESCRIPTIONS = new Map([
  ["/v1/openapi.json", openapiText],
  [`${INTERNAL_PREFIX}openapi.json`, internalOpenapiText],
])

/** Returns a handler that serves requests to /v1. It never throws: every error becomes a response. */
export function createRestHandler(api: ServedApi): (request: HttpRequest) => Promise<HttpResponse> {
  return (request) => {
    const startedAt = performance.now()
    const slot = admission().tryAcquire()
    return slot || isDatabaseIndependent(api, request.url)
      ? handleAdmitted(api, request, startedAt, slot)
      : handleQueued(api, request, startedAt)
  }
}

/** Serves a request to /v1. */
export const handleRest = createRestHandler(SERVED)

/** Serves /v1 for a Fetch API request. */
export const serveRest = serveFetch(handleRest)

/** Whether a request is a health check, which must be served under any load. */
function isDatabaseIndependent({ databaseIndependentPaths }: ServedApi, url: string): boolean {
  return URL.canParse(url) && databaseIndependentPaths.has(new URL(url).pathname)
}

const warnOverload = createFloodWarning("requests were refused: more arrived than can be processed")

async function handleQueued(api: ServedApi, request: HttpRequest, startedAt: number): Promise<HttpResponse> {
  const slot = await admission().acquire()
  if (slot) return handleAdmitted(api, request, startedAt, slot)
  warnOverload()
  const requestId = requestIdFrom(request.header("x-request-id"))
  const { status, headers, body } = errorResponse(OVERLOADED, requestId)
  observeRequest("overload", status, performance.now() - startedAt, requestId)
  return finalizeResponse(request, { status, headers: { ...commonHeaders(requestId), ...headers }, body })
}

async function handleAdmitted(
  api: ServedApi,
  request: HttpRequest,
  startedAt: number,
  slot: Slot | null,
): Promise<HttpResponse> {
  const admitted: AdmissionSlot = { slot }
  try {
    return await handleExchange(api, request, startedAt, admitted)
  } finally {
    if (admitted.slot) admission().release(admitted.slot)
  }
}

async function handleExchange(
  api: ServedApi,
  request: HttpRequest,
  startedAt: number,
  admitted: AdmissionSlot,
): Promise<HttpResponse> {
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

/** Finds the operation or the description of the API that a request names, and responds with its result. */
async function dispatch(exchange: Exchange): Promise<HttpResponse> {
  const { request, url } = exchange
  if (url.pathname.startsWith(INTERNAL_PREFIX)) requireInternalNetwork(request)
  const description = DESCRIPTIONS.get(url.pathname)
  const routes = description
    ? new Map<string, Match | null>([["GET", null]])
    : findRoutes(exchange.api.routes, pathSegments(url.pathname))
  if (routes.size === 0) throw new Problem("not_found")
  const allow = [...routes.keys(), ...(routes.has("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ")
  if (request.method === "OPTIONS") return { status: 204, headers: preflightHeaders(allow), body: null }
  const method = request.method === "HEAD" ? "GET" : request.method
  if (!routes.has(method)) {
    exchange.headers.allow = allow
    throw new Problem("method_not_allowed")
  }
  const match = (exchange.match = routes.get(method) ?? null)
  requireAcceptable(match?.route, request.header("accept"))
  const { counted } = await authenticateAndRateLimit(exchange)
  exchange.rateLimit = counted
  if (match) return execute(exchange, match, counted)
  enforceRateLimit(exchange, await counted)
  return { status: 200, headers: publicCacheHeaders(DOCUMENT_SECONDS), body: description?.() ?? "" }
}

/** @throws Problem not_acceptable if the client accepts no format of the response (RFC 9110, section 12.5.1) */
function requireAcceptable(route: Route | undefined, accept: string | null): void {
  if (acceptsJson(accept)) return
  if (route?.csvColumns && prefersCsv(accept)) return
  if (route?.meta.openapi.stream && acceptsEventStream(accept)) return
  throw new Problem("not_acceptable")
}

/**
 * Executes an operation. A read may start while the request is counted: its result is sent only if the limit allows it.
 */
async function execute(exchange: Exchange, match: Match, counted: Promise<CountedRequest>): Promise<HttpResponse> {
  const startsEarly = match.route.type === "query" && !match.route.meta.openapi.stream
  const speculative = startsEarly ? callProcedure(exchange, match) : null
  speculative?.catch(() => undefined)
  const faulty = mayHaveFault(exchange)
  faulty?.catch(() => undefined)
  enforceRateLimit(exchange, await counted)
  if (faulty && (await faulty) && (await injectFault(exchange))) return callProcedure(exchange, match)
  return speculative ?? callProcedure(exchange, match)
}

/** Returns the decoded path segments after /v1. */
function pathSegments(pathname: string): string[] {
  // Dot segments in the URL can leave /v1.
  if (!pathname.startsWith("/v1/")) throw new Problem("not_found")
  try {
    return pathname.split("/").slice(2).map(decodeURIComponent)
  } catch {
    throw new Problem("not_found", { message: "The percent-encoding of this URL is not valid UTF-8." })
  }
}
