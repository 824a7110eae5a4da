import { PassThrough } from "node:stream"
import { clientIp } from "@/http/client-ip"
import { BodyBuffer } from "@/platform/body-buffer"
import { env } from "@/platform/env"
import type { BodyStream, HttpResponse, HttpRequest } from "@/http/message"

/** Adapts a handler to Fetch API requests. The server in front passes the client's IP address in X-Forwarded-For. */
export function serveFetch(handler: (request: HttpRequest) => Promise<HttpResponse>) {
  return async (request: Request): Promise<Response> => {
    const {
      status,
      headers,
      cookies = [],
      body,
      stream,
    } = await handler({
      method: request.method,
      url: request.url,
      header: (name) => request.headers.get(name),
      ip: clientIp(null, request.headers.get("x-forwarded-for"), Math.max(1, env.trustedProxies)),
      // Next removes Content-Encoding from a route's response and compresses it itself.
      compress: false,
      body: (limit) => readStream(request.body, limit),
    })
    const content = stream ? webStream(stream) : body === null ? null : new Uint8Array(Buffer.from(body))
    const response = new Response(content, { status, headers })
    for (const cookie of cookies) response.headers.append("set-cookie", cookie)
    return response
  }
}

/** A stream of the Fetch API; the reader's pace reaches the writer. */
function webStream(body: BodyStream): ReadableStream<Uint8Array> {
  const pipe = new PassThrough()
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      pipe.on("data", (chunk: Buffer) => {
        controller.enqueue(new Uint8Array(chunk))
        if ((controller.desiredSize ?? 0) <= 0) pipe.pause()
      })
      pipe.once("end", () => controller.close())
      body.start(pipe)
    },
    pull: () => void pipe.resume(),
    cancel: () => void pipe.destroy(),
  })
}

/**
 * Reads up to limit bytes; null if there are more. The rest is discarded as it arrives, so that the connection can be
 * reused.
 */
function readStream(stream: ReadableStream<Uint8Array> | null, limit: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    let body: BodyBuffer | null = new BodyBuffer(limit)
    const read = async (): Promise<void> => {
      for await (const chunk of stream ?? []) {
        if (body?.add(chunk) !== false) continue
        body = null
        resolve(null)
      }
      resolve(body && body.bytes)
    }
    read().catch(reject)
  })
}
