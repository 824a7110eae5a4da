import cluster from "node:cluster"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { Server as NetServer, type Socket } from "node:net"
import next from "next"
import { v7 as uuidv7 } from "uuid"
import { type CompressedAssets, compressedAssets, serveCompressed } from "@/api/compressed-assets"
import { errorAnswer } from "@/api/error-answer"
import { ownRequestId } from "@/api/http-headers"
import { malformedRequest } from "@/api/malformed-request"
import { headerOf, serveNode } from "@/api/node"
import { answerBrokenForm, hasReadableForm } from "@/api/page-form"
import { PAGE_METHODS, pageRefusal } from "@/api/page-refusal"
import { answerRest } from "@/api/rest"
import { checkSecret } from "@/oauth/secret-check"
import { answerOauth, ENDPOINTS } from "@/oauth/serve"
import { askForMetrics } from "@/platform/cluster-metrics"
import { closePool } from "@/platform/db"
import { env } from "@/platform/env"
import { log } from "@/platform/log"
import { metricsAnswer, startMetrics } from "@/platform/metrics"
import { observeRequest, onRequest } from "@/platform/observe"
import { flushRequestLog } from "@/platform/request-log"
import { stopStep } from "@/platform/stop-step"
import { REQUESTS_STOP_MS, STOP_MS, WORK_STOP_MS } from "@/platform/stop-times"
import { RETRY_SECONDS } from "@/platform/unavailable"
import { startWorker } from "@/worker/run"

// The production server: the API and the OAuth provider on the fast lane, every page through Next, and the worker beside them.

/** How long an idle connection may still bring a request, whose answer then closes it. */
const LINGER_MS = 500

const isApi = (url: string): boolean => /^\/v1(?:[/?]|$)/.test(url)

const isOauth = (url: string): boolean => Object.hasOwn(ENDPOINTS, url.split("?")[0] ?? "")

const routeOf = (url: string): string => {
  const path = url.split("?")[0] ?? ""
  if (Object.hasOwn(ENDPOINTS, path)) return path
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

// RFC 9112, section 3.2
const lacksHost = ({ httpVersion, headers }: IncomingMessage): boolean =>
  httpVersion === "1.1" && headers.host === undefined

// Next sets the type of a route's answer as a list of one, which its own compression cannot read and so sends the answer as it is.
const takeTypeAsText = (response: ServerResponse): void => {
  const setHeader = response.setHeader.bind(response)
  response.setHeader = (name, value) => setHeader(name, name.toLowerCase() === "content-type" ? String(value) : value)
}

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
  const refuseForm = serveNode(answerBrokenForm)
  const servePage = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const requestId = ownRequestId(headerOf(message)("x-request-id")) ?? uuidv7()
    response.setHeader("x-request-id", requestId)
    const problem = pageRefusal(message)
    if (problem) {
      const { status, headers, body } = errorAnswer(problem, requestId)
      response
        .writeHead(status, {
          "content-type": "application/json; charset=utf-8",
          allow: PAGE_METHODS.join(", "),
          ...headers,
        })
        .end(body)
      return
    }
    if (serveCompressed(assets, message, response)) return
    const readable = await hasReadableForm(message)
    if (readable === null) return
    if (!readable) return refuseForm(message, response)
    message.headers["x-request-id"] = requestId
    // Next believes this header; unless a proxy of ours wrote it, only the socket tells where a request comes from.
    if (env.trustedProxies === 0) message.headers["x-forwarded-for"] = message.socket.remoteAddress ?? ""
    takeTypeAsText(response)
    await serveNext(message, response)
  }
  const [api, oauth] = [serveNode(answerRest), serveNode(answerOauth)]
  const route = (url: string): ((message: IncomingMessage, response: ServerResponse) => Promise<void>) => {
    if (isApi(url)) return api
    if (isOauth(url)) return oauth
    return url.split("?")[0] === "/metrics" ? serveMetrics : servePage
  }
  let stopping = false
  const serve = (message: IncomingMessage, response: ServerResponse): void => {
    if (stopping) response.setHeader("connection", "close")
    if (lacksHost(message)) return malformedRequest(new Error("no Host header"), message.socket)
    const url = withoutHost(message.url ?? "/")
    message.url = url
    if (!isApi(url)) observeRest(url, message.method, response)
    route(url)(message, response).catch((error: unknown) => {
      log.error({ err: error }, "a response could not be sent")
      response.destroy()
    })
  }

  // Node's own refusals carry neither a body nor a request id.
  const server = createServer(
    { requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 65_000, requireHostHeader: false },
    serve,
  )
  server.on("checkExpectation", serve)
  server.on("clientError", malformedRequest)
  const sockets = new Set<Socket>()
  server.on("connection", (socket: Socket) => {
    sockets.add(socket)
    socket.once("close", () => sockets.delete(socket))
  })
  await app.prepare()
  if (log.isLevelEnabled("debug")) onRequest((request) => log.debug(request, "request"))
  await checkSecret()
  startMetrics(cluster.isWorker ? askForMetrics : null)
  const worker = env.worker ? await startWorker() : null

  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    await Promise.all([
      stopStep("requests", () => finish(server, sockets), REQUESTS_STOP_MS),
      stopStep("worker", () => worker?.stop(), WORK_STOP_MS),
    ])
    await stopStep("request log", flushRequestLog, STOP_MS.requestLog)
    await stopStep("pages", () => app.close(), STOP_MS.pages)
    await stopStep("pool", closePool, STOP_MS.pool)
    exit(0)
  }
  for (const signal of ["SIGTERM", "SIGINT", "disconnect"] as const) process.on(signal, () => void stop())

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(env.port, resolve)
  })
  if (process.send) process.send({ type: "ready" })
  else log.info({ port: env.port, url: env.appUrl }, "ready")
}

/**
 * Takes no new connections and waits until the requests in flight are answered. http's own close() would at once cut the connections that
 * are idle just now, and with them a request that is already on its way.
 */
const finish = async (server: Server, sockets: ReadonlySet<Socket>): Promise<void> => {
  const late = setTimeout(() => server.closeAllConnections(), STOP_MS.requests)
  const lingering = setTimeout(() => {
    // Node takes a connection that has never sent anything for one with a request on its way.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    idle = setInterval(() => server.closeIdleConnections(), 100)
  }, LINGER_MS)
  let idle: NodeJS.Timeout | undefined
  await new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
  for (const timer of [late, lingering, idle]) clearTimeout(timer)
}

start().catch((error: unknown) => {
  log.fatal({ err: error }, "the server could not start")
  process.exit(1)
})
