import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import next from "next"
import { malformedRequest } from "@/api/malformed-request"
import { serveNode } from "@/api/node"
import { pool } from "@/platform/db"
import { env } from "@/platform/env"
import { log } from "@/platform/log"
import { flushRequestLog } from "@/platform/request-log"
import { startWorker } from "@/worker/run"

// The production server: the API on the fast lane, every page through Next, and the worker beside them.

/** How long requests in flight may take to finish once the server has been told to stop. */
const FINISH_SECONDS = 30

const isApi = (url: string): boolean => /^\/v1(?:[/?]|$)/.test(url)

const start = async (): Promise<void> => {
  const app = next({ dev: env.mode === "development", dir: process.cwd(), hostname: "localhost", port: env.port })
  const serveNext = app.getRequestHandler()
  const serve = (message: IncomingMessage, response: ServerResponse): void => {
    const handled = isApi(message.url ?? "/") ? serveNode(message, response) : servePage(message, response)
    handled.catch((error: unknown) => {
      log.error({ err: error }, "a response could not be sent")
      response.destroy()
    })
  }
  const servePage = (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    // Next believes this header; unless a proxy of ours wrote it, only the socket tells where a request comes from.
    if (env.trustedProxies === 0) message.headers["x-forwarded-for"] = message.socket.remoteAddress ?? ""
    return serveNext(message, response)
  }

  const server = createServer({ requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 65_000 }, serve)
  server.on("clientError", malformedRequest)
  await app.prepare()
  const worker = env.worker ? await startWorker() : null
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(env.port, resolve)
  })
  process.send?.({ type: "ready" })
  log.info({ port: env.port, url: env.appUrl }, "ready")

  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    const late = setTimeout(() => server.closeAllConnections(), FINISH_SECONDS * 1000)
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeIdleConnections()
    })
    clearTimeout(late)
    await worker?.stop()
    await flushRequestLog()
    await app.close()
    await pool().end()
    process.exit(0)
  }
  for (const signal of ["SIGTERM", "SIGINT", "disconnect"] as const) process.on(signal, () => void stop())
}

start().catch((error: unknown) => {
  log.fatal({ err: error }, "the server could not start")
  process.exit(1)
})
