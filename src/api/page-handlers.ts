import type { IncomingMessage, ServerResponse } from "node:http"
import { constants } from "node:zlib"
import compression from "compression"
import { errorResponse } from "@/api/error-response"
import { needsAdmission, OVERLOADED_PAGE, overloadedResponse, pageAdmission, warnOverload } from "@/api/page-admission"
import { BROKEN_FORM_PAGE, hasReadableForm } from "@/api/page-form"
import { allowedMethods, checkPageRequest, isReadOnly } from "@/api/page-request-check"
import { clientIp, networkSubject, rateLimitSubject } from "@/http/client-ip"
import { type CompressedAssets, serveCompressed } from "@/http/compressed-assets"
import { repeatRequest, replaceEmptyPage } from "@/http/empty-page"
import { MISSING_HEADER } from "@/http/missing-header"
import { headerReader, serveNode } from "@/http/node"
import { requestIdFrom } from "@/http/request-id"
import { requestScriptsAfterPaint } from "@/http/scripts-after-paint"
import { TRANSPORT_SECURITY } from "@/http/transport-security"
import { isOauthPage } from "@/oauth/serve"
import { env } from "@/platform/env"

// Pages are served by Next. What it would respond to with 500, or read without limit, does not reach it.

type NodeHandler = (message: IncomingMessage, response: ServerResponse) => Promise<void>

/** All methods of the server, for `OPTIONS *` (RFC 9110, section 9.3.7). */
const SERVER_METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"

/** Adds the headers that Next needs from the server. */
function setForwardedHeaders(message: IncomingMessage, requestId: string): void {
  message.headers["x-request-id"] = requestId
  delete message.headers[MISSING_HEADER]
  // Next trusts this header. Without a trusted proxy, only the socket's address is reliable.
  if (env.trustedProxies === 0) message.headers["x-forwarded-for"] = message.socket.remoteAddress ?? ""
}

/** The networks of a request's client, each containing the next. */
function networksOf(message: IncomingMessage): string[] {
  const forwarded = headerReader(message)("x-forwarded-for")
  const ip = clientIp(message.socket.remoteAddress, forwarded, env.trustedProxies)
  return [networkSubject(ip), rateLimitSubject(ip)]
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

/**
 * Returns the handlers of pages, and of the OAuth provider's pages.
 * @param serveNext Next's request handler
 * @param assets Next's static files, compressed
 */
export function createPageHandlers(
  serveNext: NodeHandler,
  assets: CompressedAssets,
): { servePage: NodeHandler; serveOauthPage: NodeHandler } {
  // At this quality Brotli takes no longer than gzip, and saves a fifth.
  const compress = compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } } })
  const overloadedApi = serveNode(overloadedResponse)
  const renderPage = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = message.url ?? ""
    const isRoute = isReadOnly(url) || isOauthPage(url.split("?")[0] ?? "")
    // A route's response does not depend on these headers, and Next fails on invalid ones.
    if (isRoute)
      for (const name of Object.keys(message.headers)) if (NEXT_HEADER.test(name)) delete message.headers[name]
    rewriteHeaders(response, isRoute)
    compress(message, response, () => undefined)
    if (env.mode === "production") requestScriptsAfterPaint(response)
    if (message.method === "GET" && !isRoute) {
      const headers = { ...message.headers }
      replaceEmptyPage(response, () =>
        serveNext(repeatRequest(message, { ...headers, [MISSING_HEADER]: "1" }), response),
      )
    }
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
    const requestId = requestIdFrom(headerReader(message)("x-request-id"))
    response.setHeader("x-request-id", requestId)
    setForwardedHeaders(message, requestId)
    return renderWithSlot(message, response)
  }
  const servePage = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const requestId = requestIdFrom(headerReader(message)("x-request-id"))
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
  return { servePage, serveOauthPage }
}
