import type { IncomingMessage, ServerResponse } from "node:http"
import { v7 as uuidv7 } from "uuid"
import { readMessage } from "@/api/node"
import { clientAddress } from "@/auth/network"
import { env } from "@/platform/env"

/** In bytes; a form that is longer than this is none of ours. */
const BODY_MAX = 128 * 1024

const toRequest = async (message: IncomingMessage): Promise<Request | null> => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(message.headers)) {
    for (const each of Array.isArray(value) ? value : [value]) if (each !== undefined) headers.append(name, each)
  }
  const address = clientAddress(message.socket.remoteAddress, headers.get("x-forwarded-for"), env.trustedProxies)
  if (address === null) headers.delete("x-forwarded-for")
  else headers.set("x-forwarded-for", address)
  const method = message.method ?? "GET"
  const body = method === "GET" || method === "HEAD" ? null : await readMessage(message, BODY_MAX)
  if (body === null && method !== "GET" && method !== "HEAD") return null
  return new Request(new URL(env.appUrl).origin + (message.url ?? "/"), { method, headers, body: body === null ? null : new Uint8Array(body) })
}

// The Fetch API cannot express these.
const UNFETCHABLE = new Set(["TRACE", "TRACK", "CONNECT"])

const notAllowed = (): Response =>
  Response.json({ error: "invalid_request", error_description: "This address does not answer to this method." }, { status: 405, headers: { allow: "GET, HEAD, POST, OPTIONS", "x-request-id": uuidv7() } })

const tooLarge = (): Response =>
  Response.json({ error: "invalid_request", error_description: "The body is too large." }, { status: 413, headers: { "cache-control": "no-store", "x-request-id": uuidv7() } })

const answerOf = async (handler: (request: Request) => Promise<Response>, message: IncomingMessage): Promise<Response> => {
  if (UNFETCHABLE.has(message.method ?? "")) return notAllowed()
  const request = await toRequest(message)
  return request ? handler(request) : tooLarge()
}

/** Lets a Fetch API handler answer a node:http request. */
export const serveFetch = async (handler: (request: Request) => Promise<Response>, message: IncomingMessage, response: ServerResponse): Promise<void> => {
  const answer = await answerOf(handler, message)
  response.statusCode = answer.status
  answer.headers.forEach((value, name) => {
    if (name !== "set-cookie") response.setHeader(name, value)
  })
  const cookies = answer.headers.getSetCookie()
  if (cookies.length > 0) response.setHeader("set-cookie", cookies)
  response.end(message.method === "HEAD" ? undefined : Buffer.from(await answer.arrayBuffer()))
}
