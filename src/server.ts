import cluster from "node:cluster"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { type AddressInfo, createServer as createNetServer, Server as NetServer, type Socket } from "node:net"
import { setFlagsFromString } from "node:v8"
import next from "next"
import { v7 as uuidv7 } from "uuid"
import { type CompressedAssets, compressedAssets, serveCompressed } from "@/http/compressed-assets"
import { Connections } from "@/api/connections"
import { errorAnswer } from "@/api/error-answer"
import { hasValidHost } from "@/http/host-header"
import { malformedRequest } from "@/api/malformed-request"
import { headerOf, serveNode } from "@/http/node"
import { answerOverloaded, needsSlot, OVERLOADED_PAGE, pageAdmission, warnOfOverload } from "@/api/page-admission"
import { BROKEN_FORM_PAGE, hasReadableForm } from "@/api/page-form"
import { allowedMethods, isReadOnly, pageRefusal } from "@/api/page-refusal"
import { answerRest } from "@/api/rest"
import { checkSecret } from "@/oauth/secret-check"
import { answerOauth, answerPageMethod, ENDPOINTS, isPage, takesMethod } from "@/oauth/serve"
import { answerChecks } from "@/platform/cluster-check"
import { askForMetrics } from "@/platform/metrics/cluster-metrics"
import { closePool } from "@/platform/db/pool"
import { env } from "@/platform/env"
import { log } from "@/platform/log/log"
import { metricsAnswer, startMetrics } from "@/platform/metrics/metrics"
import { observeRequest, onRequest } from "@/platform/metrics/observe"
import { maxConnections } from "@/platform/open-files"
import { ownRequestId } from "@/http/request-id"
import { flushOauthLog } from "@/oauth/oauth-log"
import { flushRequestLog } from "@/platform/request-log/request-log"
import { stopStep } from "@/platform/shutdown/stop-step"
import { REQUESTS_STOP_MS, STOP_MS, WORK_STOP_MS } from "@/platform/shutdown/stop-times"
import { TRANSPORT_SECURITY } from "@/http/transport-security"
import { RETRY_SECONDS } from "@/platform/db/unavailable"
import { startWorker } from "@/worker/run"

// The production server: the API and the OAuth provider on the fast lane, every page through Next, and the worker beside them.

// V8 would let the heap grow to four times what is in use before it collects; what waits in an overload would then take twice the memory of a process.
setFlagsFromString("--heap-growing-percent=60")

/** How long an idle connection may still bring a request, whose answer then closes it. */
const LINGER_MS = 500

/** Connections that may wait to be accepted: past it a client's system tries again after a second. Linux allows no more than 4,096 by default. */
const BACKLOG = 4_096

// A program that writes the path in another way is told so in JSON.
const isApi = (url: string): boolean => /^\/v1(?:[/?;]|$)/i.test(url)

const pathOf = (url: string): string => url.split("?")[0] ?? ""

const isOauth = (url: string): boolean => Object.hasOwn(ENDPOINTS, pathOf(url))

const routeOf = (url: string): string => {
  const path = pathOf(url)
  if (Object.hasOwn(ENDPOINTS, path) || isPage(path)) return path
  return path.startsWith("/_next/") || path.startsWith("/api/") ? `/${path.split("/")[1] ?? ""}/*` : "page"
}

/** The API tells of its requests itself, by their operation; this is for everything else. */
const observeRest = (url: string, method: string | undefined, response: ServerResponse): void => {
  const startedAt = performance.now()
  response.once("close", () => {
    observeRequest(
      `${method ?? "GET"} ${routeOf(url)}`,
      response.statusCode,
      performance.now() - startedAt,
      String(response.getHeader("x-request-id") ?? ""),
    )
  })
}

/** Tells Next what it cannot find out by itself. */
function passOn(message: IncomingMessage, requestId: string): void {
  message.headers["x-request-id"] = requestId
  // Next believes this header; unless a proxy of ours wrote it, only the socket tells where a request comes from.
  if (env.trustedProxies === 0) message.headers["x-forwarded-for"] = message.socket.remoteAddress ?? ""
}

const METRICS_METHODS = ["GET", "HEAD"]

const serveMetrics = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
  response.setHeader("x-request-id", ownRequestId(headerOf(message)("x-request-id")) ?? uuidv7())
  if (env.metricsToken && !METRICS_METHODS.includes(message.method ?? "")) {
    response.writeHead(405, { allow: METRICS_METHODS.join(", ") }).end()
    return
  }
  const { status, body } = await metricsAnswer(headerOf(message)("authorization"))
  if (status === 401) response.setHeader("www-authenticate", "Bearer")
  if (status === 503) response.setHeader("retry-after", RETRY_SECONDS)
  response
    .writeHead(status, { "content-type": "text/plain; version=0.0.4; charset=utf-8", "cache-control": "no-store" })
    .end(body)
}

// RFC 9112, section 3.2.2: an address may name a host; whichever it names, it is ours that was asked.
const withoutHost = (url: string): string => {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, "")
  return path === url || path.startsWith("/") ? path : `/${path}`
}

/** A header of Next's own client, which asks for a page in another form. */
const NEXT_HEADER = /^(?:rsc|next-.*)$/
const NEXT_HEADERS = /(?:^|,\s*)(?:rsc|next-[\w-]+)(?=\s*(?:,|$))/gi

/**
 * Mends headers as Next sets them: it gives the type of a route's response as a list of one, which its own compression cannot read, and lets
 * all that it sends vary by the headers of its own client, which only pages read.
 */
function correctHeaders(response: ServerResponse, readOnly: boolean): void {
  const setHeader = response.setHeader.bind(response)
  response.setHeader = (name, value) => {
    const lower = name.toLowerCase()
    if (lower === "content-type") return setHeader(name, String(value))
    if (lower !== "vary" || !readOnly) return setHeader(name, value)
    const vary = String(value).replace(NEXT_HEADERS, "").replace(/^,\s*/, "")
    return vary === "" ? response : setHeader(name, vary)
  }
}

/** Everything that the server takes, as `OPTIONS *` asks (RFC 9110, section 9.3.7). */
const SERVER_METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"

const start = async (): Promise<void> => {
  // As it is before Next's instrumentation makes it wait for the log, which is written here in bounded time.
  const exit = process.exit.bind(process)
  // Next would answer what asks for another protocol in our place, or leave it open for ever: it hears of the server that it is given, which hears nothing.
  const app = next({
    dev: env.mode === "development",
    dir: process.cwd(),
    hostname: "localhost",
    port: env.port,
    ...(env.mode === "production" && { httpServer: createServer() }),
  })
  const serveNext = app.getRequestHandler()
  const assets: CompressedAssets = env.mode === "production" ? await compressedAssets(".next/static") : new Map()
  const refuseScript = serveNode(answerOverloaded)
  const renderPage = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = message.url ?? ""
    const isRoute = isReadOnly(url) || isPage(pathOf(url))
    // What a route renders is the same whichever of its client's headers Next is sent, and it fails on some that cannot be read.
    if (isRoute)
      for (const name of Object.keys(message.headers)) if (NEXT_HEADER.test(name)) delete message.headers[name]
    correctHeaders(response, isRoute)
    await serveNext(message, response)
  }
  /** Has Next answer with another page than was asked for, and without the form that came. */
  const renderInstead = (path: string, message: IncomingMessage, response: ServerResponse): Promise<void> => {
    Object.assign(message, { method: "GET", url: path })
    return renderPage(message, response)
  }
  const refuseOverload = (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    warnOfOverload()
    return message.url?.startsWith("/api/")
      ? refuseScript(message, response)
      : renderInstead(OVERLOADED_PAGE, message, response)
  }
  /** Renders a page once there is a slot for it. */
  const renderAdmitted = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const slot = pageAdmission().tryEnter() ?? (await pageAdmission().enter())
    if (!slot) return refuseOverload(message, response)
    try {
      // Whoever left while waiting costs nothing more.
      if (!message.socket.destroyed) await renderPage(message, response)
    } finally {
      pageAdmission().leave(slot)
    }
  }
  /** The provider's pages judge their requests themselves: forms of other sites begin an authorization or a sign-out. */
  const serveOauthPage = (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const requestId = ownRequestId(headerOf(message)("x-request-id")) ?? uuidv7()
    response.setHeader("x-request-id", requestId)
    passOn(message, requestId)
    return renderAdmitted(message, response)
  }
  const servePage = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const requestId = ownRequestId(headerOf(message)("x-request-id")) ?? uuidv7()
    const url = message.url ?? ""
    response.setHeader("x-request-id", requestId)
    for (const [name, value] of Object.entries(TRANSPORT_SECURITY)) response.setHeader(name, value)
    if (message.method === "OPTIONS" && url === "*") {
      response.writeHead(204, { allow: SERVER_METHODS }).end()
      return
    }
    const problem = pageRefusal(message)
    if (problem) {
      const { status, headers, body } = errorAnswer(problem, requestId)
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
    // A server may pass over Range (RFC 9110, section 14.2); Next fails where it cannot be met.
    if (!url.startsWith("/media/")) delete message.headers.range
    if (serveCompressed(assets, message, response)) return
    const readable = await hasReadableForm(message)
    if (readable === null) return
    passOn(message, requestId)
    if (!readable) return renderInstead(BROKEN_FORM_PAGE, message, response)
    return needsSlot(url) ? renderAdmitted(message, response) : renderPage(message, response)
  }
  const [api, oauth, oauthPageMethod] = [serveNode(answerRest), serveNode(answerOauth), serveNode(answerPageMethod)]
  const route = (
    url: string,
    method: string,
  ): ((message: IncomingMessage, response: ServerResponse) => Promise<void>) => {
    if (isApi(url)) return api
    if (isOauth(url)) return oauth
    if (isPage(pathOf(url))) return takesMethod(method) ? serveOauthPage : oauthPageMethod
    return url.split("?")[0] === "/metrics" ? serveMetrics : servePage
  }
  let stopping = false
  const serve = (message: IncomingMessage, response: ServerResponse): void => {
    if (stopping) response.setHeader("connection", "close")
    if (!hasValidHost(message))
      return malformedRequest(new Error("no Host header, several, or one that cannot be read"), message.socket)
    const url = withoutHost(message.url ?? "/")
    message.url = url
    if (!isApi(url)) observeRest(url, message.method, response)
    route(url, message.method ?? "")(message, response).catch((error: unknown) => {
      log.error({ err: error }, "a response could not be sent")
      response.destroy()
    })
  }

  const connections = new Connections(maxConnections(), serve)
  const handle = (message: IncomingMessage, response: ServerResponse): void => connections.handle(message, response)
  // Node's own refusals carry neither a body nor a request id.
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
  server.on("clientError", (error, socket) => connections.refuse(error, socket as Socket))
  server.on("connection", (socket) => connections.accept(socket))
  if (cluster.isWorker) answerChecks(server)
  await app.prepare()
  if (log.isLevelEnabled("debug")) onRequest((request) => log.debug(request, "request"))
  await checkSecret()
  startMetrics(cluster.isWorker ? askForMetrics : null)
  const worker = env.worker ? await startWorker() : null

  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    await Promise.all([
      stopStep("requests", () => finish(server, listeners, connections), REQUESTS_STOP_MS),
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

/** Listens where HOST says. A listener has one address, and "localhost" is two. @returns all that listen */
const listen = async (server: Server): Promise<NetServer[]> => {
  if (env.host !== "localhost") {
    await listenOn(server, env.port, env.host)
    return [server]
  }
  await listenOn(server, env.port, "127.0.0.1")
  // As http makes its own.
  const beside = createNetServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit("connection", socket))
  try {
    await listenOn(beside, (server.address() as AddressInfo).port, "::1")
    return [server, beside]
  } catch (error) {
    if (!hasNoIpv6(error)) throw error
    return [server]
  }
}

/**
 * Takes no new connections and waits until the requests in flight are answered. http's own close() would at once cut the connections that
 * are idle just now, and with them a request that is already on its way.
 */
const finish = async (server: Server, listeners: readonly NetServer[], connections: Connections): Promise<void> => {
  const late = setTimeout(() => server.closeAllConnections(), STOP_MS.requests)
  const lingering = setTimeout(() => {
    // Node takes a connection that has never sent anything for one with a request on its way.
    connections.closeSilent()
    idle = setInterval(() => server.closeIdleConnections(), 100)
  }, LINGER_MS)
  let idle: NodeJS.Timeout | undefined
  await Promise.all(
    listeners.map(
      (listener) => new Promise<void>((resolve) => NetServer.prototype.close.call(listener, () => resolve())),
    ),
  )
  for (const timer of [late, lingering, idle]) clearTimeout(timer)
}

start().catch((error: unknown) => {
  log.fatal({ err: error }, "the server could not start")
  process.exit(1)
})
