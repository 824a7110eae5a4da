import { callTRPCProcedure } from "@trpc/server"
import { countFurther } from "@/api/authenticate-and-rate-limit"
import type { Exchange } from "@/api/exchange"
import { sampleOf } from "@/api/openapi/webhook-payloads"
import { faultProblems } from "@/api/operation-problems"
import { parseQuery } from "@/api/query-string"
import { reauthenticate } from "@/api/reauthenticate"
import { idempotencyOf } from "@/api/request-idempotency"
import type { Match } from "@/api/routes"
import { type Output, toHttpResponse } from "@/api/to-http-response"
import {
  changesSince,
  downgradeResponse,
  isVersioned,
  upgradeInput,
  withFormerParameters,
} from "@/api/versions/versions"
import type { HttpResponse } from "@/http/message"
import { readPrecondition } from "@/http/precondition"
import { parseJsonObject, readBody } from "@/http/read-body"
import type { Context } from "@/trpc/context"

/** Calls the procedure of an operation, and makes its output the response. */
export async function callProcedure(exchange: Exchange, { route, pathParameters }: Match): Promise<HttpResponse> {
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
    ip: request.ip,
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
