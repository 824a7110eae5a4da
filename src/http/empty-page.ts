import { IncomingMessage, type ServerResponse } from "node:http"
import { isPart, toBuffer } from "@/http/response-part"

/** How a page begins for which Next renders nothing, because its object does not exist or it failed: scripts fill it. */
export const EMPTY_PAGE = '<html id="__next_error__"'

function isEmptyPage(response: ServerResponse, part: string | Uint8Array): boolean {
  return (
    String(response.getHeader("content-type")).startsWith("text/html") &&
    toBuffer(part).subarray(0, 200).includes(EMPTY_PAGE)
  )
}

/** A request like the one that has been handled, with the headers that it had before, as a GET without a body. */
export function repeatRequest(message: IncomingMessage, headers: IncomingMessage["headers"]): IncomingMessage {
  const repeated = new IncomingMessage(message.socket)
  const { httpVersion, httpVersionMajor, httpVersionMinor, url } = message
  Object.assign(repeated, { method: "GET", url, headers, httpVersion, httpVersionMajor, httpVersionMinor })
  repeated.push(null)
  return repeated
}

/**
 * Renders another page to this response in the place of an empty one, with status 404.
 * @param render writes that page to the response
 */
export function replaceEmptyPage(response: ServerResponse, render: () => Promise<void>): void {
  const before = response.getHeaders()
  const [write, end, flushHeaders] = [
    response.write.bind(response),
    response.end.bind(response),
    response.flushHeaders.bind(response),
  ]
  let state: "undecided" | "dropped" | "replaced" | "passed" = "undecided"
  const decide = (part: string | Uint8Array): void => {
    if (state === "undecided") state = response.statusCode === 404 && isEmptyPage(response, part) ? "dropped" : "passed"
    if (state === "replaced" && response.statusCode === 200 && !response.headersSent) response.statusCode = 404
  }
  // The first part decides on a 404, and sets the status of the other page, so the headers wait for it.
  response.flushHeaders = () => {
    const decided = state === "passed" || (state === "undecided" && response.statusCode !== 404)
    if (decided) flushHeaders()
  }
  response.write = (part: string | Uint8Array, ...rest: never[]) => {
    decide(part)
    return state === "dropped" || write(part, ...rest)
  }
  response.end = (...given: unknown[]) => {
    const [part] = given
    if (isPart(part)) decide(part)
    if (state !== "dropped") return end(...(given as never[]))
    state = "replaced"
    for (const name of response.getHeaderNames()) if (!(name in before)) response.removeHeader(name)
    for (const [name, value] of Object.entries(before)) if (value !== undefined) response.setHeader(name, value)
    response.statusCode = 200
    // Each rendering adds its own.
    response.setMaxListeners(2 * response.getMaxListeners())
    render().catch((error: unknown) => response.destroy(error instanceof Error ? error : new Error(String(error))))
    return response
  }
}
