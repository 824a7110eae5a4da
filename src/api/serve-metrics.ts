import type { IncomingMessage, ServerResponse } from "node:http"
import { headerReader } from "@/http/node"
import { requestIdFrom } from "@/http/request-id"
import { RETRY_SECONDS } from "@/platform/db/unavailable"
import { env } from "@/platform/env"
import { metricsResponse } from "@/platform/metrics/metrics"

const METRICS_METHODS = ["GET", "HEAD"]

/** Serves GET /metrics. */
export async function serveMetrics(message: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader("x-request-id", requestIdFrom(headerReader(message)("x-request-id")))
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
