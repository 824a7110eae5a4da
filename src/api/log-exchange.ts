import type { Exchange } from "@/api/exchange"
import { type BearerCaller, credentialId, type OperatorCaller } from "@/domain/caller"
import type { HttpResponse } from "@/http/message"
import { logRequest } from "@/platform/request-log/request-log"

const USER_AGENT_MAX = 300
const NO_PARAMETERS: ReadonlySet<string> = new Set()

/** Adds a request of a known credential to the log. */
export function logExchange(
  { request, requestId, requestIdSent, url, match, requestBody, deprecated }: Exchange,
  caller: Exclude<BearerCaller, OperatorCaller>,
  { status, headers }: HttpResponse,
  responseBody: HttpResponse["body"],
  errorCode: string | null,
  durationMs: number,
): void {
  logRequest({
    requestId,
    requestIdSent,
    accountId: caller.accountId,
    credentialKind: caller.kind === "api_key" ? "api_key" : "oauth",
    credentialId: credentialId(caller),
    livemode: caller.livemode,
    method: request.method,
    path: url.pathname,
    operation: match?.route.operation ?? "unknown",
    scope: match?.route.meta.scope ?? null,
    status,
    errorCode,
    durationMs,
    ip: request.ip,
    userAgent: request.header("user-agent")?.slice(0, USER_AGENT_MAX) ?? null,
    createdAt: new Date(Date.now() - durationMs),
    header: request.header,
    search: url.search,
    queryParameters: match?.route.queryParameters ?? NO_PARAMETERS,
    requestBody,
    responseHeaders: headers,
    responseBody,
    ...(deprecated.length > 0 && { deprecated }),
  })
}
