import type { IncomingMessage } from "node:http"

const HOST = /^(?:\[[\da-f:.]+\]|[\w.~%!$&'()*+,;=-]*)(?::\d{0,5})?$/i

const HOST_LENGTH = "host".length

/**
 * Whether a request has exactly one valid Host header, as HTTP/1.1 requires (RFC 9112, section 3.2). HTTP/1.0 may omit
 * it.
 */
export function hasValidHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  let host: string | undefined
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ""
    if (name.length !== HOST_LENGTH || name.toLowerCase() !== "host") continue
    if (host !== undefined) return false
    host = rawHeaders[index + 1] ?? ""
  }
  return host === undefined ? httpVersion !== "1.1" : HOST.test(host)
}
