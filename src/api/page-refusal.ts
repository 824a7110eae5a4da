import type { IncomingMessage } from "node:http"
import { headerOf } from "@/api/node"
import { isForeign } from "@/auth/foreign-origin"
import { Problem } from "@/domain/problem"

// What Next would answer with a 500, or read without end, is refused before it gets there.

export const PAGE_METHODS = ["GET", "HEAD", "POST", "OPTIONS"]

/** In bytes; no page or procedure of the portal takes more, and Next would hold all of it in memory. */
const BODY_LIMIT = 1024 * 1024

const isTooLong = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > BODY_LIMIT

const isReadable = (url: string): boolean => {
  try {
    decodeURIComponent(url.split("?")[0] ?? "")
    return true
  } catch {
    return false
  }
}

// Next's client sends where it is as JSON in a header, and Next trusts that it is.
const hasReadableState = ({ headers }: IncomingMessage): boolean => {
  const state = headers["next-router-state-tree"]
  if (state === undefined) return true
  try {
    return Array.isArray(JSON.parse(decodeURIComponent(String(state))))
  } catch {
    return false
  }
}

const isForeignPost = (message: IncomingMessage): boolean =>
  message.method === "POST" && !message.url?.startsWith("/api/") && isForeign(headerOf(message))

/** Why a request for a page is not passed on to Next; null when it is. */
export const pageRefusal = (message: IncomingMessage): Problem | null => {
  if (!message.url?.startsWith("/")) return new Problem("bad_request")
  if (isTooLong(message))
    return new Problem("payload_too_large", { message: "Send at most 1 MB, with its Content-Length." })
  if (!isReadable(message.url))
    return new Problem("bad_request", { message: "The percent-encoding of this address is not valid UTF-8." })
  if (!hasReadableState(message))
    return new Problem("bad_request", { message: "The header Next-Router-State-Tree is not readable." })
  if (isForeignPost(message)) return new Problem("bad_request", { message: "Forms of other sites are not taken." })
  return PAGE_METHODS.includes(message.method ?? "") ? null : new Problem("method_not_allowed")
}
