import type { IncomingMessage, ServerResponse } from "node:http"
import { clientIp } from "@/http/client-ip"
import { Problem } from "@/domain/problem"
import { BodyBuffer } from "@/platform/body-buffer"
import { env } from "@/platform/env"
import type { HeaderReader, HttpResponse, HttpRequest } from "@/http/message"

/** Returns a reader of a message's headers by lower-case name. */
export function headerReader(message: IncomingMessage): HeaderReader {
  return (name) => {
    const value = message.headers[name]
    return value === undefined ? null : Array.isArray(value) ? value.join(", ") : value
  }
}

function bodyTruncated(): Problem {
  return new Problem("bad_request", { message: "The request body is incomplete." })
}

/** Reads up to limit bytes; null if there are more, which Node then discards as they arrive. */
export function readMessageBody(message: IncomingMessage, limit: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    let body: BodyBuffer | null = new BodyBuffer(limit)
    message.on("data", (chunk: Buffer) => {
      if (body?.add(chunk) !== false) return
      body = null
      resolve(null)
    })
    message.on("end", () => resolve(body && body.bytes))
    // The client has disconnected: neither our failure nor the database's. A message destroyed earlier emits no event.
    message.on("error", () => reject(bodyTruncated()))
    if (message.destroyed) reject(bodyTruncated())
  })
}

/** Adapts a handler to node:http requests, without the cost of Fetch API objects. */
export function serveNode(handler: (request: HttpRequest) => Promise<HttpResponse>) {
  return async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const header = headerReader(message)
    const { status, headers, cookies, body, stream } = await handler({
      method: message.method ?? "GET",
      // In origin form a path may start with two slashes, which must not be parsed as a host.
      url: message.url?.startsWith("/") ? `http://haat${message.url}` : (message.url ?? ""),
      header,
      ip: clientIp(message.socket.remoteAddress, header("x-forwarded-for"), env.trustedProxies),
      compress: true,
      body: (limit) => readMessageBody(message, limit),
    })
    if (stream && (response.closed || message.socket.destroyed)) return stream.cancel()
    response.writeHead(status, cookies ? { ...headers, "set-cookie": [...cookies] } : headers)
    if (!stream) return void response.end(body)
    response.flushHeaders()
    stream.start(response)
  }
}
