import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import next from "next"
import { v7 as uuidv7 } from "uuid"
import { errorAnswer } from "@/api/error-answer"
import { ownRequestId } from "@/api/http-headers"
import { malformedRequest } from "@/api/malformed-request"
import { headerOf, serveNode } from "@/api/node"
import { PAGE_METHODS, pageRefusal } from "@/api/page-refusal"
import { serveFetch } from "@/api/node-fetch"
import { ENDPOINTS, serveOauth } from "@/oauth/serve"
import { pool } from "@/platform/db"
import { env } from "@/platform/env"
import { log } from "@/platform/log"
import { flushRequestLog } from "@/platform/request-log"
import { startWorker } from "@/worker/run"

// The production server: the API and the OAuth provider on the fast lane, every page through Next, and the worker beside them.

/** How long requests in flight may take to finish once the server has been told to stop. */
const FINISH_SECONDS = 30

const isApi = (url: string): boolean => /^\/v1(?:[/?]|$)/.test(url)

const isOauth = (url: string): boolean => Object.hasOwn(ENDPOINTS, url.split("?")[0] ?? "")

// RFC 9112, section 3.2.2: an address may name a host; whichever it names, it is ours that was asked.
const withoutHost = (url: string): string => {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, "")
  return path === url || path.startsWith("/") ? path : `/${path}`
}

// RFC 9112, section 3.2
const lacksHost = ({ httpVersion, headers }: IncomingMessage): boolean => httpVersion === "1.1" && headers.host === undefined

const start = async (): Promise<void> => {
  const app = next({ dev: env.mode === "development", dir: process.cwd(), hostname: "localhost", port: env.port })
  const serveNext = app.getRequestHandler()
  const servePage = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const requestId = ownRequestId(headerOf(message)("x-request-id")) ?? uuidv7()
    response.setHeader("x-request-id", requestId)
    const problem = pageRefusal(message)
    if (problem) {
      const { status, headers, body } = errorAnswer(problem, requestId)
      response.writeHead(status, { "content-type": "application/json; charset=utf-8", allow: PAGE_METHODS.join(", "), ...headers }).end(body)
      return
    }
    message.headers["x-request-id"] = requestId
    // Next believes this header; unless a proxy of ours wrote it, only the socket tells where a request comes from.
    if (env.trustedProxies === 0) message.headers["x-forwarded-for"] = message.socket.remoteAddress ?? ""
    await serveNext(message, response)
  }
  const serve = (message: IncomingMessage, response: ServerResponse): void => {
    if (lacksHost(message)) return malformedRequest(new Error("no Host header"), message.socket)
    const url = withoutHost(message.url ?? "/")
    message.url = url
    const served = isApi(url) ? serveNode(message, response) : isOauth(url) ? serveFetch(serveOauth, message, response) : servePage(message, response)
    served.catch((error: unknown) => {
      log.error({ err: error }, "a response could not be sent")
      response.destroy()
    })
  }

  // Node's own refusals carry neither a body nor a request id.
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 65_000, requireHostHeader: false }, serve)
  server.on("checkExpectation", serve)
  server.on("clientError", malformedRequest)
  await app.prepare()
  const worker = env.worker ? await startWorker() : null

  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    await finish(server)
    await worker?.stop()
    await flushRequestLog()
    await app.close()
    await pool().end()
    process.exit(0)
  }
  for (const signal of ["SIGTERM", "SIGINT", "disconnect"] as const) process.on(signal, () => void stop())

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(env.port, resolve)
  })
  if (process.send) process.send({ type: "ready" })
  else log.info({ port: env.port, url: env.appUrl }, "ready")
}

/** Takes no new connections and waits until the requests in flight are answered. */
const finish = async (server: Server): Promise<void> => {
  const late = setTimeout(() => server.closeAllConnections(), FINISH_SECONDS * 1000)
  const idle = setInterval(() => server.closeIdleConnections(), 100)
  await new Promise<void>((resolve) => server.close(() => resolve()))
  clearInterval(idle)
  clearTimeout(late)
}

start().catch((error: unknown) => {
  log.fatal({ err: error }, "the server could not start")
  process.exit(1)
})
