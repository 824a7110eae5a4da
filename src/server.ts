import cluster from "node:cluster"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { type AddressInfo, createServer as createNetServer, Server as NetServer, type Socket } from "node:net"
import { setFlagsFromString } from "node:v8"
import next from "next"
import { type CompressedAssets, compressedAssets } from "@/http/compressed-assets"
import { Connections } from "@/api/connections"
import { hasValidHost } from "@/http/host-header"
import { respondToMalformedRequest } from "@/api/malformed-request"
import { serveNode } from "@/http/node"
import { createPageHandlers } from "@/api/page-handlers"
import { handleRest } from "@/api/rest"
import { serveMetrics } from "@/api/serve-metrics"
import { SERVED } from "@/api/served"
import { verifySecret } from "@/oauth/secret-check"
import { handleOauth, rejectPageMethod, ENDPOINTS, isOauthPage, isPageMethod } from "@/oauth/serve"
import { respondToHealthChecks } from "@/platform/cluster-health"
import { requestClusterMetrics } from "@/platform/metrics/cluster-metrics"
import { closePool } from "@/platform/db/pool"
import { env } from "@/platform/env"
import { log } from "@/platform/log/log"
import { startMetrics } from "@/platform/metrics/metrics"
import { observeRequest, onRequest } from "@/platform/metrics/observe"
import { maxConnections } from "@/platform/open-files"
import { flushOauthLog } from "@/oauth/oauth-log"
import { flushRequestLog } from "@/platform/request-log/request-log"
import { stopStep } from "@/platform/shutdown/stop-step"
import { REQUESTS_STOP_MS, STOP_MS, WORK_STOP_MS } from "@/platform/shutdown/stop-times"
import { startWorker } from "@/worker/run"

// The production server: the API and the OAuth provider on the fast lane, every page through Next, and the worker in
// the same process.

// By default V8 lets the heap grow to four times the live data before it collects. In an overload, the waiting requests
// would then double the memory of a process.
setFlagsFromString("--heap-growing-percent=60")

/** How long an idle connection is kept open for one more request, whose response then closes it. */
const LINGER_MS = 500

/**
 * Connections that may wait to be accepted; beyond it a client's system retries after a second. Linux allows at most
 * 4,096 by default.
 */
const BACKLOG = 4_096

// Other spellings of the path get a 404 in JSON, not a page.
function isApi(url: string): boolean {
  return /^\/v1(?:[/?;]|$)/i.test(url)
}

function pathOf(url: string): string {
  return url.split("?")[0] ?? ""
}

function isOauth(url: string): boolean {
  return Object.hasOwn(ENDPOINTS, pathOf(url))
}

function routeLabel(url: string): string {
  const path = pathOf(url)
  if (Object.hasOwn(ENDPOINTS, path) || isOauthPage(path)) return path
  return path.startsWith("/_next/") || path.startsWith("/api/") ? `/${path.split("/")[1] ?? ""}/*` : "page"
}

/** Metrics of all requests except the API's, which reports its own by operation. */
function observeDuration(url: string, method: string | undefined, response: ServerResponse): void {
  const startedAt = performance.now()
  response.once("close", () => {
    observeRequest(
      `${method ?? "GET"} ${routeLabel(url)}`,
      response.statusCode,
      performance.now() - startedAt,
      String(response.getHeader("x-request-id") ?? ""),
    )
  })
}

// RFC 9112, section 3.2.2: a request target may be an absolute URL. Its host is ignored.
function stripOrigin(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, "")
  return path === url || path.startsWith("/") ? path : `/${path}`
}

async function start(): Promise<void> {
  // The original, before Next's instrumentation makes it wait for the log, which is written here in bounded time.
  const exit = process.exit.bind(process)
  // Next would handle upgrade requests itself, or leave them open for ever. It gets a server of its own to listen on,
  // which receives nothing.
  const app = next({
    dev: env.mode === "development",
    dir: process.cwd(),
    hostname: "localhost",
    port: env.port,
    ...(env.mode === "production" && { httpServer: createServer() }),
  })
  const assets: CompressedAssets = env.mode === "production" ? await compressedAssets(".next/static") : new Map()
  const { servePage, serveOauthPage } = createPageHandlers(app.getRequestHandler(), assets)
  const [api, oauth, oauthPageMethod] = [serveNode(handleRest), serveNode(handleOauth), serveNode(rejectPageMethod)]
  const route = (
    url: string,
    method: string,
  ): ((message: IncomingMessage, response: ServerResponse) => Promise<void>) => {
    if (isApi(url)) return api
    if (isOauth(url)) return oauth
    if (isOauthPage(pathOf(url))) return isPageMethod(method) ? serveOauthPage : oauthPageMethod
    return pathOf(url) === "/metrics" ? serveMetrics : servePage
  }
  let stopping = false
  const serve = (message: IncomingMessage, response: ServerResponse): void => {
    if (stopping) response.setHeader("connection", "close")
    if (!hasValidHost(message))
      return respondToMalformedRequest(new Error("no Host header, several, or one that cannot be read"), message.socket)
    const url = stripOrigin(message.url ?? "/")
    message.url = url
    if (!isApi(url)) observeDuration(url, message.method, response)
    route(url, message.method ?? "")(message, response).catch((error: unknown) => {
      log.error({ err: error }, "a response could not be sent")
      response.destroy()
    })
  }

  const connections = new Connections(maxConnections(), serve)
  const handle = (message: IncomingMessage, response: ServerResponse): void => connections.handle(message, response)
  // Node's own error responses have neither a body nor a request id.
  const server = createServer(
    {
      requestTimeout: 30_000,
      headersTimeout: 15_000,
      connectionsCheckingInterval: 5_000,
      keepAliveTimeout: 65_000,
      requireHostHeader: false,
    },
    handle,
  )
  let listeners: NetServer[] = [server]
  server.on("checkExpectation", handle)
  server.on("clientError", (error, socket) => connections.rejectMalformed(error, socket as Socket))
  server.on("connection", (socket) => connections.accept(socket))
  if (cluster.isWorker) respondToHealthChecks(server)
  await app.prepare()
  if (log.isLevelEnabled("debug")) onRequest((request) => log.debug(request, "request"))
  await verifySecret()
  startMetrics(cluster.isWorker ? requestClusterMetrics : null)
  const worker = env.worker ? await startWorker(SERVED.deprecations) : null

  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    await Promise.all([
      stopStep("requests", () => drainConnections(server, listeners, connections), REQUESTS_STOP_MS),
      stopStep("worker", () => worker?.stop(), WORK_STOP_MS),
    ])
    await stopStep("request log", () => Promise.all([flushRequestLog(), flushOauthLog()]), STOP_MS.requestLog)
    await stopStep("pages", () => app.close(), STOP_MS.pages)
    await stopStep("pool", closePool, STOP_MS.pool)
    exit(0)
  }
  for (const signal of ["SIGTERM", "SIGINT", "disconnect"] as const) process.on(signal, () => void stop())

  listeners = await listen(server)
  if (process.send) process.send({ type: "ready" })
  else log.info({ port: env.port, url: env.appUrl }, "ready")
}

function listenOn(listener: NetServer, port: number, host: string | null): Promise<void> {
  return new Promise((resolve, reject) => {
    listener.once("error", reject)
    listener.listen({ port, backlog: BACKLOG, ...(host !== null && { host }) }, resolve)
  })
}

function hasNoIpv6(error: unknown): boolean {
  return ["EADDRNOTAVAIL", "EAFNOSUPPORT"].includes((error as NodeJS.ErrnoException).code ?? "")
}

/** Listens on HOST. A listener has one address, and "localhost" has two. @returns all listeners */
async function listen(server: Server): Promise<NetServer[]> {
  if (env.host !== "localhost") {
    await listenOn(server, env.port, env.host)
    return [server]
  }
  await listenOn(server, env.port, "127.0.0.1")
  // The options of http's own listener.
  const ipv6Server = createNetServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    server.emit("connection", socket),
  )
  try {
    await listenOn(ipv6Server, (server.address() as AddressInfo).port, "::1")
    return [server, ipv6Server]
  } catch (error) {
    if (!hasNoIpv6(error)) throw error
    return [server]
  }
}

/**
 * Stops accepting connections and waits until requests in flight have their response. http's own close() would
 * immediately close idle connections, and with them a request that is already on its way.
 */
async function drainConnections(
  server: Server,
  listeners: readonly NetServer[],
  connections: Connections,
): Promise<void> {
  const forceTimer = setTimeout(() => server.closeAllConnections(), STOP_MS.requests)
  const lingerTimer = setTimeout(() => {
    // Node treats a connection that never sent anything as one with a pending request.
    connections.closeUnused()
    idle = setInterval(() => server.closeIdleConnections(), 100)
  }, LINGER_MS)
  let idle: NodeJS.Timeout | undefined
  await Promise.all(
    listeners.map(
      (listener) => new Promise<void>((resolve) => NetServer.prototype.close.call(listener, () => resolve())),
    ),
  )
  for (const timer of [forceTimer, lingerTimer, idle]) clearTimeout(timer)
}

start().catch((error: unknown) => {
  log.fatal({ err: error }, "the server could not start")
  process.exit(1)
})
