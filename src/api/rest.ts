import { callTRPCProcedure } from "@trpc/server"
import { errorAnswer, foreseen } from "@/api/error-answer"
import { serveFetch } from "@/api/fetch"
import { commonHeaders, ownRequestId, preflightHeaders, rateLimitHeaders } from "@/api/http-headers"
import { acceptsJson } from "@/api/negotiate"
import { openapiText } from "@/api/openapi-text"
import { readQuery } from "@/api/query-string"
import { parseObject, readBody } from "@/api/read-body"
import { represent } from "@/api/representation"
import { type Match, routesAt } from "@/api/routes"
import { v1 } from "@/api/v1"
import { authenticate } from "@/auth/bearer"
import { limitSubject } from "@/auth/network"
import { type BearerCaller, credentialId } from "@/domain/caller"
import { invalid, Problem } from "@/domain/problem"
import { env } from "@/platform/env"
import type { HttpAnswer, HttpRequest } from "@/platform/http"
import type { Idempotency } from "@/platform/idempotency"
import { newUuid } from "@/platform/new-uuid"
import { observeRequest } from "@/platform/observe"
import { type Allowance, refusedFromLimit, takeFromLimit, takeFromLocalLimit } from "@/platform/rate-limit"
import { logRequest } from "@/platform/request-log"
import { sha256 } from "@/platform/secrets"
import { RETRY_SECONDS } from "@/platform/unavailable"
import type { Context } from "@/trpc/context"
import { ReadyAnswer } from "@/trpc/wire"

/** Requests per minute from one address to what needs no credential. */
const OPEN_LIMIT = 60
const DESCRIPTION_PATH = "/v1/openapi.json"
const IDEMPOTENCY_KEY_MAX = 255
const USER_AGENT_KEPT = 300

/** A request on its way through the pipeline, with what has been found out about it. */
interface Exchange {
  request: HttpRequest
  requestId: string
  /** Whether it is the client's own. */
  requestIdSent: boolean
  url: URL
  match: Match | null
  caller: BearerCaller | null
  /** The request's body, once it has been read. */
  sent: Buffer | null
  /** Of the response, whether it succeeds or not. */
  headers: Record<string, string>
}

/** Answers a request to /v1. It never throws: what goes wrong is an answer too. */
export const answerRest = async (request: HttpRequest): Promise<HttpAnswer> => {
  const startedAt = performance.now()
  const sentId = ownRequestId(request.header("x-request-id"))
  const requestId = sentId ?? newUuid()
  const url = URL.canParse(request.url) ? new URL(request.url) : null
  const exchange: Exchange = {
    request,
    requestId,
    requestIdSent: sentId !== null,
    url: url ?? new URL(env.appUrl),
    match: null,
    caller: null,
    sent: null,
    headers: commonHeaders(requestId),
  }
  let given: HttpAnswer
  let errorCode: string | null = null
  try {
    if (!url) throw new Problem("bad_request")
    given = await respond(exchange)
  } catch (error) {
    const problem = foreseen(error, requestId)
    errorCode = problem.code
    given = errorAnswer(problem, requestId, exchange.match?.route.meta.scope)
  }
  const represented = await represent(request, { ...given, headers: Object.assign(exchange.headers, given.headers) })
  observeRequest(
    exchange.match?.route.operation ?? "unknown",
    represented.status,
    performance.now() - startedAt,
    requestId,
  )
  if (exchange.caller)
    keep(exchange, exchange.caller, represented, given.body, errorCode, performance.now() - startedAt)
  return represented
}

/** The same for a Fetch API request. */
export const serveRest = serveFetch(answerRest)

const respond = async (exchange: Exchange): Promise<HttpAnswer> => {
  const { request, url } = exchange
  const described = url.pathname === DESCRIPTION_PATH
  const routes = described ? new Map<string, Match | null>([["GET", null]]) : routesAt(segmentsOf(url.pathname))
  if (routes.size === 0) throw new Problem("not_found")
  const allow = (): string => [...routes.keys(), ...(routes.has("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ")
  if (request.method === "OPTIONS") return { status: 204, headers: preflightHeaders(allow()), body: null }
  const method = request.method === "HEAD" ? "GET" : request.method
  if (!routes.has(method)) {
    exchange.headers.allow = allow()
    throw new Problem("method_not_allowed")
  }
  if (!acceptsJson(request.header("accept"))) throw new Problem("not_acceptable")
  const match = (exchange.match = routes.get(method) ?? null)
  const { counted } = await admit(exchange)
  const perform = async (): Promise<HttpAnswer> =>
    match ? call(exchange, match) : { status: 200, headers: {}, body: openapiText() }
  // What only reads may begin while it is being counted: nobody sees it before it has been allowed.
  const begun = match?.route.type === "query" ? perform() : null
  begun?.catch(() => undefined)
  count(exchange, await counted)
  return begun ?? perform()
}

/** The decoded segments below /v1. */
const segmentsOf = (pathname: string): string[] => {
  // Dots in the address can have led out of it.
  if (!pathname.startsWith("/v1/")) throw new Problem("not_found")
  try {
    return pathname.split("/").slice(2).map(decodeURIComponent)
  } catch {
    throw new Problem("not_found", { message: "The percent-encoding of this address is not valid UTF-8." })
  }
}

/** Credential first, then the limit: a refused credential costs its owner nothing of it. The allowance is being counted when this is done. */
const admit = async (exchange: Exchange): Promise<{ counted: Promise<Allowance> }> => {
  const { request, match } = exchange
  if (match?.route.meta.scope) {
    const { caller, refusal } = await authenticate(request.header("authorization"), request.address)
    exchange.caller = caller
    if (refusal) throw refusal
    const subject = `credential:${credentialId(caller)}`
    const refused = refusedFromLimit(subject, caller.rateLimit)
    if (refused) count(exchange, refused)
    return { counted: takeFromLimit(subject, caller.rateLimit) }
  }
  const subject = `open:${limitSubject(request.address)}`
  return {
    counted: match?.route.meta.rest.standsAlone
      ? Promise.resolve(takeFromLocalLimit(subject, OPEN_LIMIT))
      : takeFromLimit(subject, OPEN_LIMIT),
  }
}

const count = ({ headers }: Exchange, allowance: Allowance): void => {
  Object.assign(headers, rateLimitHeaders(allowance, Date.now()))
  if (!allowance.allowed) throw new Problem("rate_limit_exceeded", { retryAfter: allowance.resetSeconds })
}

const call = async (exchange: Exchange, { route, pathParameters }: Match): Promise<HttpAnswer> => {
  const { request, url, headers } = exchange
  let bytes: Promise<Buffer> | undefined
  const body = (): Promise<Buffer> => (bytes ??= readBody(request).then((read) => (exchange.sent = read)))
  let status: number = route.meta.rest.status ?? 200
  const linkTo = (page: number): string => {
    const search = new URLSearchParams(url.search)
    search.set("page", String(page))
    return `${env.appUrl}${url.pathname}?${search.toString()}`
  }
  const ctx: Context = {
    caller: exchange.caller,
    requestId: exchange.requestId,
    address: request.address,
    userAgent: request.header("user-agent"),
    linkTo,
    takesText: true,
    idempotency: () => idempotencyOf(exchange, body),
    degraded: () => {
      status = 503
      headers["retry-after"] = String(RETRY_SECONDS)
    },
  }
  // Read only when the procedure asks for it, after its scope and other rights have been checked.
  const getRawInput = async (): Promise<unknown> => {
    if (!route.input) return undefined
    const sent = route.hasBody ? parseObject(await body()) : readQuery(url.search, route)
    return { ...sent, ...pathParameters }
  }
  const output = (await callTRPCProcedure({
    router: v1,
    path: route.procedure,
    type: route.type,
    ctx,
    getRawInput,
    signal: undefined,
    batchIndex: 0,
  })) as Output
  if (status === 204) return { status, headers: {}, body: null }
  if (status === 201) headers.location = `${env.appUrl}${url.pathname}/${(output.data as { id: string }).id}`
  const link = linkHeader(output)
  return {
    status,
    headers: link ? { link } : {},
    body: output instanceof ReadyAnswer ? output.body : JSON.stringify(output),
  }
}

interface Output {
  data?: unknown
  links?: { next: string | null; prev: string | null }
}

// RFC 8288
const linkHeader = ({ links }: Output): string =>
  (["next", "prev"] as const).flatMap((rel) => (links?.[rel] ? [`<${links[rel]}>; rel="${rel}"`] : [])).join(", ")

const idempotencyOf = async (
  { request, url, match, caller, headers }: Exchange,
  body: () => Promise<Buffer>,
): Promise<Idempotency | null> => {
  const key = request.header("idempotency-key")
  if (key === null || !match?.route.meta.rest.idempotent || !caller) return null
  if (key === "" || key.length > IDEMPOTENCY_KEY_MAX)
    throw invalid("Idempotency-Key", "invalid_length", "Send 1 to 255 characters.")
  return {
    key,
    accountId: caller.accountId,
    // What a live key has done is no result for a test key.
    fingerprint: sha256(
      Buffer.concat([
        Buffer.from(`${request.method} ${url.pathname}${caller.livemode ? "" : " test"}\n`),
        ...(match.route.hasBody ? [await body()] : []),
      ]),
    ),
    replayed: () => {
      headers["idempotent-replayed"] = "true"
    },
  }
}

const keep = (
  { request, requestId, requestIdSent, url, match, sent }: Exchange,
  caller: BearerCaller,
  { status, headers }: HttpAnswer,
  answered: HttpAnswer["body"],
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
    userAgent: request.header("user-agent")?.slice(0, USER_AGENT_KEPT) ?? null,
    createdAt: new Date(),
    header: request.header,
    search: url.search,
    sent,
    responseHeaders: headers,
    answered,
  })
}
