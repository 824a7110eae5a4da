import { fetchRequestHandler } from "@trpc/server/adapters/fetch"
import { toLoggedProblem } from "@/api/error-response"
import { faultProblems } from "@/api/operation-problems"
import { sampleOf } from "@/api/openapi/webhook-payloads"
import { problemResponse } from "@/api/problem-response"
import { SERVED } from "@/api/served"
import { v1 } from "@/api/v1"
import { appCaller } from "@/auth/app-caller"
import { requestMode } from "@/auth/request-mode"
import { isCrossOrigin } from "@/http/cross-origin"
import { clientIp } from "@/http/client-ip"
import { SESSION_COOKIE, sessionCaller } from "@/auth/session"
import { APP_HEADER } from "@/domain/app-header"
import { Problem } from "@/domain/problem"
import { RESPONDED_AT_HEADER } from "@/domain/responded-at-header"
import { staffDeprecations } from "@/features/deprecations/router"
import { accounts } from "@/features/accounts/router"
import { portalKeys } from "@/features/api-keys/router"
import { appReviews } from "@/features/oauth-apps/reviews/router"
import { auditLog } from "@/features/audit-log/router"
import { connectedApps } from "@/features/connected-apps/router"
import { mailbox } from "@/features/mailbox/router"
import { oauthApps } from "@/features/oauth-apps/router"
import { portalOrders } from "@/features/orders/router"
import { platformApps } from "@/features/platform-apps/router"
import { staffSearch } from "@/features/products/router"
import { profile } from "@/features/profile/router"
import { requestLog } from "@/features/requests/router"
import { security } from "@/features/security/router"
import { storeOrders } from "@/features/seller-orders/router"
import { storeOffers } from "@/features/seller-products/router"
import { sandboxStore } from "@/features/seller-orders/sandbox/router"
import { sessions } from "@/features/sessions/router"
import { staffAccounts } from "@/features/staff-accounts/router"
import { staffIncidents } from "@/features/status/incidents/router"
import { staffStores } from "@/features/staff-stores/router"
import { staffSynonyms } from "@/features/staff-synonyms/router"
import { staffOrders } from "@/features/staff-orders/router"
import { stores } from "@/features/stores/router"
import { usage } from "@/features/usage/router"
import { portalWebhookDeliveries } from "@/webhooks/deliveries/router"
import { portalWebhookEndpoints } from "@/webhooks/endpoints/router"
import { oauth } from "@/oauth/router"
import { hasMailboxAccess } from "@/features/mailbox/mailbox-cookie"
import { readCookie } from "@/http/cookies"
import { env } from "@/platform/env"
import { consumeOrThrow } from "@/platform/rate-limit/rate-limit"
import { requestIdFrom } from "@/http/request-id"
import type { Context } from "@/trpc/context"
import { createCaller, mergeRouters, router } from "@/trpc/procedures"

/** All procedures of the portal: those of the API, and those for account holders only. */
export const portalRouter = mergeRouters(
  v1,
  router({
    accounts,
    appReviews,
    auditLog,
    connectedApps,
    mailbox,
    oauth,
    oauthApps,
    platformApps,
    portalKeys,
    portalOrders,
    portalWebhookDeliveries,
    portalWebhookEndpoints,
    profile,
    requestLog,
    sandboxStore,
    security,
    sessions,
    staffAccounts,
    staffDeprecations,
    staffIncidents,
    staffOrders,
    staffSearch,
    staffStores,
    staffSynonyms,
    storeOffers,
    storeOrders,
    stores,
    usage,
  }),
)

export type PortalRouter = typeof portalRouter

interface Headers {
  get: (name: string) => string | null
}

/**
 * Builds the context of a request with this session cookie. Bearer credentials are ignored here.
 * @throws Problem bad_request for an unknown mode
 */
export async function portalContext(
  headers: Headers,
  cookie: string | undefined,
  setCookie: Context["setCookie"],
  requestId = requestIdFrom(headers.get("x-request-id")),
): Promise<Context> {
  return {
    caller: await sessionCaller(cookie, requestMode(headers)),
    requestId,
    ip: clientIp(null, headers.get("x-forwarded-for"), Math.max(1, env.trustedProxies)),
    userAgent: headers.get("user-agent"),
    cookies: headers.get("cookie"),
    hasMailboxAccess: () => hasMailboxAccess(headers.get("cookie")),
    readIdempotency: () => Promise.resolve(null),
    countFurther: () => Promise.resolve(),
    readPrecondition: () => null,
    faultProblems,
    sampleOf,
    lastEventId: null,
    reauthenticate: null,
    readRateLimit: () => Promise.resolve(null),
    deprecations: SERVED.deprecations,
    apiVersions: SERVED.versionDates,
    setCookie,
  }
}

/**
 * The same context, for procedures about the endpoints and events of an app itself.
 * @param app the app's client ID
 * @throws Problem not_found for an app that is not the account's
 */
export async function contextOfApp(context: Context, app: string): Promise<Context> {
  const { caller } = context
  return caller?.kind === "session" ? { ...context, caller: await appCaller(caller, app) } : context
}

/** Calls portal procedures on the server. */
export const callerIn = createCaller(portalRouter)

/** Calls portal procedures for forms posted without JavaScript, whose responses can set cookies. */
export async function portalCaller(
  headers: Headers,
  cookie: string | undefined,
  setCookie: Context["setCookie"] = () => undefined,
) {
  return callerIn(await portalContext(headers, cookie, setCookie))
}

/** Returns the request's session cookie. */
export function readSessionCookie(request: Request): string | undefined {
  return readCookie(request.headers.get("cookie"), SESSION_COOKIE) ?? undefined
}

/** Requests per minute and account, more than pages need. Applications use the API. */
const PER_MINUTE = 600

/** @throws Problem rate_limit_exceeded */
async function rateLimitedContext(
  request: Request,
  setCookie: Context["setCookie"],
  requestId: string,
): Promise<Context> {
  const app = request.headers.get(APP_HEADER)
  const session = await portalContext(request.headers, readSessionCookie(request), setCookie, requestId)
  const context = app === null ? session : await contextOfApp(session, app)
  if (!context.caller) return context
  await consumeOrThrow(`portal:${context.caller.accountId}`, PER_MINUTE)
  return context
}

/** Serves /api/trpc. */
export async function servePortal(request: Request): Promise<Response> {
  if (request.method !== "GET" && isCrossOrigin((name) => request.headers.get(name)))
    return problemResponse(request, new Problem("bad_request", { message: "Cross-site requests are rejected." }))
  const requestId = requestIdFrom(request.headers.get("x-request-id"))
  const cookies: string[] = []
  const response = await fetchRequestHandler({
    endpoint: "/api/trpc",
    // Our pages send one call per request; a batch would let one request do the work of thousands.
    allowBatching: false,
    req: request,
    router: portalRouter,
    createContext: () => rateLimitedContext(request, (header) => cookies.push(header), requestId),
    onError: ({ error }) => void toLoggedProblem(error, requestId),
  })
  for (const header of cookies) response.headers.append("set-cookie", header)
  response.headers.set("x-request-id", requestId)
  response.headers.set(RESPONDED_AT_HEADER, String(Date.now()))
  response.headers.set("cache-control", "no-store")
  return response
}
