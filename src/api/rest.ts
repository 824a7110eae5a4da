import { callTRPCProcedure } from "@trpc/server"
import { errorResponse, toLoggedProblem } from "@/api/error-response"
import { serveFetch } from "@/http/fetch"
import {
  commonHeaders,
  DOCUMENT_SECONDS,
  preflightHeaders,
  publicCacheHeaders,
  rateLimitHeaders,
} from "@/api/http-headers"
import { acceptsJson, prefersCsv } from "@/http/negotiate"
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
import { type Match, ROUTES, findRoutes } from "@/api/routes"
import { served } from "@/api/served"
import { type Output, toHttpResponse } from "@/api/to-http-response"
import { authenticate } from "@/auth/bearer"
import { rateLimitSubject } from "@/http/client-address"
import { type BearerCaller, credentialId, type OperatorCaller } from "@/domain/caller"
import { invalid, Problem } from "@/domain/problem"
import { noteLimitPressure } from "@/features/limits/note-limit-pressure"
import { admission, type Slot } from "@/platform/concurrency/admission"
import { env } from "@/platform/env"
import { createFloodWarning } from "@/platform/log/flood-warning"
import type { HttpResponse, HttpRequest } from "@/http/message"
import { type Idempotency, storedKey } from "@/platform/idempotency"
import { newUuid } from "@/platform/new-uuid"
import { observeRequest } from "@/platform/metrics/observe"
import { type RateLimitResult, cachedRefusal, consume, consumeLocally } from "@/platform/rate-limit/rate-limit"
import { validRequestId } from "@/http/request-id"
import { logRequest } from "@/platform/request-log/request-log"
import { sha256 } from "@/platform/secrets"
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
const IDEMPOTENCY_KEY_MAX = 255
const USER_AGENT_MAX = 300

/** A request in the pipeline, with everything determined about it so far. */
interface Exchange {
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
}

/** Serves a request to /v1. It never throws: every error becomes a response. */
export const handleRest = (request: HttpRequest): Promise<HttpResponse> => {
  const startedAt = performance.now()
  const slot = admission().tryAcquire()
  return slot || isDatabaseIndependent(request.url)
    ? handleAdmitted(request, startedAt, slot)
    : handleQueued(request, startedAt)
}

/** Serves /v1 for a Fetch API request. */
export const serveRest = serveFetch(handleRest)

const DATABASE_INDEPENDENT_PATHS = new Set(
  ROUTES.filter(({ meta }) => meta.openapi.databaseIndependent).map(({ meta }) => `/v1${meta.openapi.path}`),
)

/** Whether a request is a health check, which must be served under any load. */
const isDatabaseIndependent = (url: string): boolean =>
  URL.canParse(url) && DATABASE_INDEPENDENT_PATHS.has(new URL(url).pathname)

const warnOverload = createFloodWarning("requests were refused: more came than can be worked on")

const handleQueued = async (request: HttpRequest, startedAt: number): Promise<HttpResponse> => {
  const slot = await admission().acquire()
  if (slot) return handleAdmitted(request, startedAt, slot)
  warnOverload()
  const requestId = validRequestId(request.header("x-request-id")) ?? newUuid()
  const { status, headers, body } = errorResponse(OVERLOADED, requestId)
  observeRequest("overload", status, performance.now() - startedAt, requestId)
  return finalizeResponse(request, { status, headers: { ...commonHeaders(requestId), ...headers }, body })
}

const handleAdmitted = async (request: HttpRequest, startedAt: number, slot: Slot | null): Promise<HttpResponse> => {
  const admitted: Admitted = { slot }
  try {
    return await handleExchange(request, startedAt, admitted)
  } finally {
    if (admitted.slot) admission().release(admitted.slot)
  }
}

const handleExchange = async (request: HttpRequest, startedAt: number, admitted: Admitted): Promise<HttpResponse> => {
  const clientRequestId = validRequestId(request.header("x-request-id"))
  const requestId = clientRequestId ?? newUuid()
  const url = URL.canParse(request.url) ? new URL(request.url) : null
  const exchange: Exchange = {
    request,
    requestId,
    requestIdSent: clientRequestId !== null,
    url: url ?? new URL(env.appUrl),
    match: null,
    caller: null,
    requestBody: null,
    headers: commonHeaders(requestId),
    admitted,
    rateLimit: null,
    injected: null,
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
  const routes = description ? new Map<string, Match | null>([["GET", null]]) : findRoutes(pathSegments(url.pathname))
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
  if (!acceptsJson(accept) && !(match?.route.csvColumns && prefersCsv(accept))) throw new Problem("not_acceptable")
  const { rateLimit } = await authenticateAndRateLimit(exchange)
  const counted = (exchange.rateLimit = rateLimit.then(withResetTime))
  counted.catch(() => undefined)
  const execute = async (): Promise<HttpResponse> =>
    match
      ? callProcedure(exchange, match)
      : { status: 200, headers: publicCacheHeaders(DOCUMENT_SECONDS), body: description?.() ?? "" }
  // A read may start while the rate limit is checked: its result is sent only if the limit allows it.
  const speculative = match?.route.type === "query" ? execute() : null
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
  const { request, url } = exchange
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
    readRateLimit: () => exchange.rateLimit ?? Promise.resolve(null),
  }
  // Read only when the procedure asks for it, after the scope and other permissions have been checked.
  const getRawInput = async (): Promise<unknown> => {
    if (!route.input) return undefined
    if (!route.hasBody) return { ...parseQuery(url.search, route), ...pathParameters }
    const bytes = await body()
    return { ...(route.bodyOptional && bytes.length === 0 ? {} : parseJsonObject(bytes)), ...pathParameters }
  }
  const output = (await callTRPCProcedure({
    router: served,
    path: route.procedure,
    type: route.type,
    ctx,
    getRawInput,
    signal: undefined,
    batchIndex: 0,
  })) as Output
  return toHttpResponse(exchange, route, output)
}

const idempotencyOf = async (
  { request, url, match, caller, headers }: Exchange,
  body: () => Promise<Buffer>,
): Promise<Idempotency | null> => {
  const key = request.header("idempotency-key")
  if (key === null || !match?.route.meta.openapi.idempotent || !caller) return null
  if (key === "" || key.length > IDEMPOTENCY_KEY_MAX)
    throw invalid("Idempotency-Key", "invalid_length", "Send 1 to 255 characters.")
  return {
    key: storedKey(key, caller.livemode),
    accountId: caller.accountId,
    // A test key must not receive the stored result of a live key.
    fingerprint: sha256(
      Buffer.concat([
        Buffer.from(`${request.method} ${url.pathname}${caller.livemode ? "" : " test"}\n`),
        ...(match.route.hasBody ? [await body()] : []),
      ]),
    ),
    onReplay: () => {
      headers["idempotent-replayed"] = "true"
    },
  }
}

const logExchange = (
  { request, requestId, requestIdSent, url, match, requestBody }: Exchange,
  caller: Exclude<BearerCaller, OperatorCaller>,
  { status, headers }: HttpResponse,
  responseBody: HttpResponse["body"],
  errorCode: string | null,
  durationMs: number,
): void => {
  logRequest({
    requestId,
    requestIdSent,
    accountId: caller.accountId,
    credentialKind: caller.kind,
    credentialId: credentialId(caller),
    livemode: caller.livemode,
    method: request.method,
    path: url.pathname,
    operation: match?.route.operation ?? "unknown",
    scope: match?.route.meta.scope ?? null,
    status,
    errorCode,
    durationMs,
    ip: request.address,
    userAgent: request.header("user-agent")?.slice(0, USER_AGENT_MAX) ?? null,
    createdAt: new Date(Date.now() - durationMs),
    header: request.header,
    search: url.search,
    requestBody,
    responseHeaders: headers,
    responseBody,
  })
}
