import cluster from "node:cluster"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { type AddressInfo, createServer as createNetServer, Server as NetServer, type Socket } from "node:net"
import { setFlagsFromString } from "node:v8"
import { constants } from "node:zlib"
import compression from "compression"
import next from "next"
import { v7 as uuidv7 } from "uuid"
import { type CompressedAssets, compressedAssets, serveCompressed } from "@/http/compressed-assets"
import { clientAddress, rateLimitSubject, networkSubject } from "@/http/client-address"
import { Connections } from "@/api/connections"
import { errorResponse } from "@/api/error-response"
import { hasValidHost } from "@/http/host-header"
import { respondToMalformedRequest } from "@/api/malformed-request"
import { headerReader, serveNode } from "@/http/node"
import { overloadedResponse, needsAdmission, OVERLOADED_PAGE, pageAdmission, warnOverload } from "@/api/page-admission"
import { BROKEN_FORM_PAGE, hasReadableForm } from "@/api/page-form"
import { allowedMethods, isReadOnly, checkPageRequest } from "@/api/page-request-check"
import { handleRest } from "@/api/rest"
import { SERVED } from "@/api/served"
import { verifySecret } from "@/oauth/secret-check"
import { handleOauth, rejectPageMethod, ENDPOINTS, isOauthPage, isPageMethod } from "@/oauth/serve"
import { answerHealthChecks } from "@/platform/worker-health"
import { requestClusterMetrics } from "@/platform/metrics/cluster-metrics"
import { closePool } from "@/platform/db/pool"
import { env } from "@/platform/env"
import { log } from "@/platform/log/log"
import { metricsResponse, startMetrics } from "@/platform/metrics/metrics"
import { observeRequest, onRequest } from "@/platform/metrics/observe"
import { maxConnections } from "@/platform/open-files"
import { validRequestId } from "@/http/request-id"
import { requestScriptsAfterPaint } from "@/http/scripts-after-paint"
import { flushOauthLog } from "@/oauth/oauth-log"
import { flushRequestLog } from "@/platform/request-log/request-log"
import { stopStep } from "@/platform/shutdown/stop-step"
import { REQUESTS_STOP_MS, STOP_MS, WORK_STOP_MS } from "@/platform/shutdown/stop-times"
import { TRANSPORT_SECURITY } from "@/http/transport-security"
import { RETRY_SECONDS } from "@/platform/db/unavailable"
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
const isApi = (url: string): boolean => /^\/v1(?:[/?;]|$)/i.test(url)

const pathOf = (url: string): string => url.split("?")[0] ?? ""

const isOauth = (url: string): boolean => Object.hasOwn(ENDPOINTS, pathOf(url))

const routeLabel = (url: string): string => {
  const path = pathOf(url)
  if (Object.hasOwn(ENDPOINTS, path) || isOauthPage(path)) return path
  return path.startsWith("/_next/") || path.startsWith("/api/") ? `/${path.split("/")[1] ?? ""}/*` : "page"
}

/** Metrics of all requests except the API's, which reports its own by operation. */
const observeDuration = (url: string, method: string | undefined, response: ServerResponse): void => {
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

/** Adds the headers that Next needs from the server. */
function setForwardedHeaders(message: IncomingMessage, requestId: string): void {
  message.headers["x-request-id"] = requestId
  // Next trusts this header. Without a trusted proxy, only the socket's address is reliable.
  if (env.trustedProxies === 0) message.headers["x-forwarded-for"] = message.socket.remoteAddress ?? ""
}

/** The networks of a request's client, each containing the next. */
function networksOf(message: IncomingMessage): string[] {
  const forwarded = headerReader(message)("x-forwarded-for")
  const address = clientAddress(message.socket.remoteAddress, forwarded, env.trustedProxies)
  return [networkSubject(address), rateLimitSubject(address)]
}

const METRICS_METHODS = ["GET", "HEAD"]

const serveMetrics = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
  response.setHeader("x-request-id", validRequestId(headerReader(message)("x-request-id")) ?? uuidv7())
  if (env.metricsToken && !METRICS_METHODS.includes(message.method ?? "")) {
    response.writeHead(405, { allow: METRICS_METHODS.join(", ") }).end()
    return
  }
  const { status, body } = await metricsResponse(headerReader(message)("authorization"))
  if (status === 401) response.setHeader("www-authenticate", "Bearer")
  if (status === 503) response.setHeader("retry-after", RETRY_SECONDS)
  response
    .writeHead(status, { "content-type": "text/plain; version=0.0.4; charset=utf-8", "cache-control": "no-store" })
    .end(body)
}

// RFC 9112, section 3.2.2: a request target may be an absolute URL. Its host is ignored.
const stripOrigin = (url: string): string => {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, "")
  return path === url || path.startsWith("/") ? path : `/${path}`
}

/** A header with which Next's own client requests a page in another format. */
const NEXT_HEADER = /^(?:rsc|next-.*)$/
const NEXT_HEADERS = /(?:^|,\s*)(?:rsc|next-[\w-]+)(?=\s*(?:,|$))/gi

/**
 * Corrects headers that Next sets: a route's Content-Type is a list of one, which `compression` cannot read, and every
 * response has a Vary on headers that matter only to pages.
 */
function rewriteHeaders(response: ServerResponse, readOnly: boolean): void {
  const setHeader = response.setHeader.bind(response)
  response.setHeader = (name, value) => {
    const lower = name.toLowerCase()
    if (lower === "content-type") return setHeader(name, String(value))
    if (lower !== "vary" || !readOnly) return setHeader(name, value)
    const vary = String(value).replace(NEXT_HEADERS, "").replace(/^,\s*/, "")
    return vary === "" ? response : setHeader(name, vary)
  }
}

/** All methods of the server, for `OPTIONS *` (RFC 9110, section 9.3.7). */
const SERVER_METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"

const start = async (): Promise<void> => {
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
  const serveNext = app.getRequestHandler()
  const assets: CompressedAssets = env.mode === "production" ? await compressedAssets(".next/static") : new Map()
  // At this quality Brotli takes no longer than gzip, and saves a fifth.
  const compress = compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } } })
  const overloadedApi = serveNode(overloadedResponse)
  const renderPage = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = message.url ?? ""
    const isRoute = isReadOnly(url) || isOauthPage(pathOf(url))
    // A route's response does not depend on these headers, and Next fails on invalid ones.
    if (isRoute)
      for (const name of Object.keys(message.headers)) if (NEXT_HEADER.test(name)) delete message.headers[name]
    rewriteHeaders(response, isRoute)
    compress(message, response, () => undefined)
    if (env.mode === "production") requestScriptsAfterPaint(response)
    await serveNext(message, response)
  }
  /** Has Next render another page than the requested one, without the form's body. */
  const renderPath = (path: string, message: IncomingMessage, response: ServerResponse): Promise<void> => {
    Object.assign(message, { method: "GET", url: path })
    return renderPage(message, response)
  }
  const handleOverload = (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    warnOverload()
    return message.url?.startsWith("/api/")
      ? overloadedApi(message, response)
      : renderPath(OVERLOADED_PAGE, message, response)
  }
  /** Renders a page once there is a slot for it. */
  const renderWithSlot = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const slot = pageAdmission().tryAcquire() ?? (await pageAdmission().acquire(networksOf(message)))
    if (!slot) return handleOverload(message, response)
    try {
      // A client that disconnected while waiting must cost nothing more.
      if (!message.socket.destroyed) await renderPage(message, response)
    } finally {
      pageAdmission().release(slot)
    }
  }
  /**
   * The provider's pages check their requests themselves, because forms of other sites may start an authorization or a
   * sign-out.
   */
  const serveOauthPage = (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const requestId = validRequestId(headerReader(message)("x-request-id")) ?? uuidv7()
    response.setHeader("x-request-id", requestId)
    setForwardedHeaders(message, requestId)
    return renderWithSlot(message, response)
  }
  const servePage = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const requestId = validRequestId(headerReader(message)("x-request-id")) ?? uuidv7()
    const url = message.url ?? ""
    response.setHeader("x-request-id", requestId)
    for (const [name, value] of Object.entries(TRANSPORT_SECURITY)) response.setHeader(name, value)
    if (message.method === "OPTIONS" && url === "*") {
      response.writeHead(204, { allow: SERVER_METHODS }).end()
      return
    }
    const problem = checkPageRequest(message)
    if (problem) {
      const { status, headers, body } = errorResponse(problem, requestId)
      response
        .writeHead(status, {
          "content-type": "application/json; charset=utf-8",
          allow: allowedMethods(url),
          ...headers,
        })
        .end(body)
      return
    }
    if (message.method === "OPTIONS") {
      response.writeHead(204, { allow: allowedMethods(url) }).end()
      return
    }
    // A server may ignore Range (RFC 9110, section 14.2); Next fails on a range that it cannot satisfy.
    if (!url.startsWith("/media/")) delete message.headers.range
    if (serveCompressed(assets, message, response)) return
    const readable = await hasReadableForm(message)
    if (readable === null) return
    setForwardedHeaders(message, requestId)
    if (!readable) return renderPath(BROKEN_FORM_PAGE, message, response)
    return needsAdmission(url) ? renderWithSlot(message, response) : renderPage(message, response)
  }
  const [api, oauth, oauthPageMethod] = [serveNode(handleRest), serveNode(handleOauth), serveNode(rejectPageMethod)]
  const route = (
    url: string,
    method: string,
  ): ((message: IncomingMessage, response: ServerResponse) => Promise<void>) => {
    if (isApi(url)) return api
    if (isOauth(url)) return oauth
    if (isOauthPage(pathOf(url))) return isPageMethod(method) ? serveOauthPage : oauthPageMethod
    return url.split("?")[0] === "/metrics" ? serveMetrics : servePage
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
  if (cluster.isWorker) answerHealthChecks(server)
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

const listenOn = (listener: NetServer, port: number, host: string | null): Promise<void> =>
  new Promise((resolve, reject) => {
    listener.once("error", reject)
    listener.listen({ port, backlog: BACKLOG, ...(host !== null && { host }) }, resolve)
  })

const hasNoIpv6 = (error: unknown): boolean =>
  ["EADDRNOTAVAIL", "EAFNOSUPPORT"].includes((error as NodeJS.ErrnoException).code ?? "")

/** Listens on HOST. A listener has one address, and "localhost" has two. @returns all listeners */
const listen = async (server: Server): Promise<NetServer[]> => {
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
const drainConnections = async (
  server: Server,
  listeners: readonly NetServer[],
  connections: Connections,
): Promise<void> => {
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
