import type { ServerResponse } from "node:http"
import { EMPTY_PAGE } from "@/http/empty-page"
import { isPart, toBuffer } from "@/http/response-part"

// Next requests a page's scripts in its head. On a slow connection they compete with the style sheet and the font, and
// on a slow processor they run before the first paint. Here they are requested right after it.

const HEAD_END = "</head>"
const HEAD_SCRIPT = /<script src="([^"]+)" async="" nonce="([^"]*)"><\/script>/g
/** The script that starts the page: preloaded in the head, at the end of the body. */
const START_SCRIPT = /<link rel="preload" as="script" fetchPriority="low" nonce="[^"]*" href="([^"]+)"\/>/
const SCRIPT_END = "</script>"

/** How long to wait for the first paint, for browsers that do not report it. */
const PAINT_TIMEOUT_MS = 2_000

/**
 * Requests scripts after the page's first paint, or at once if the page is hidden and paints nothing. It is inlined as
 * source, so it must not refer to anything outside.
 */
function requestAfterPaint(urls: readonly string[], timeoutMs: number): void {
  const nonce = document.currentScript?.nonce
  const observer = new PerformanceObserver((paints) => {
    if (paints.getEntriesByName("first-contentful-paint").length > 0) request()
  })
  const timer = setTimeout(request, document.hidden ? 0 : timeoutMs)
  observer.observe({ type: "paint", buffered: true })
  function request(): void {
    observer.disconnect()
    clearTimeout(timer)
    // React finds a script that is already there by its async attribute.
    for (const src of urls)
      document.head.append(Object.assign(document.createElement("script"), { src, nonce, async: true }))
  }
}

/** How many bytes at the end of a text are the beginning of a token. */
function beginningAtEnd(text: Buffer, token: string): number {
  const end = text.toString("latin1", Math.max(0, text.length - token.length + 1))
  let length = end.length
  while (!end.endsWith(token.slice(0, length))) length--
  return length
}

/** Rewrites a page while it is written: its head as Latin-1, which keeps each byte. */
export class PageRewriter {
  #held: Buffer = Buffer.alloc(0)
  #inHead = true
  #startTag: string | null = null

  /** Takes the next part of the page, and returns what can be passed on. */
  write(part: Buffer): Buffer {
    if (!this.#inHead && this.#startTag === null) return part
    this.#held = Buffer.concat([this.#held, part])
    const head = this.#inHead ? this.#takeHead() : []
    return Buffer.concat(this.#inHead ? head : [...head, ...this.#takeBody()])
  }

  /** Returns what is left at the end of the page. */
  end(): Buffer {
    return this.#held
  }

  #takeHead(): Buffer[] {
    const end = this.#held.indexOf(HEAD_END)
    if (end < 0) return []
    const head = this.#held.toString("latin1", 0, end)
    this.#held = this.#held.subarray(end)
    this.#inHead = false
    const start = START_SCRIPT.exec(head)
    const scripts = [...head.matchAll(HEAD_SCRIPT)]
    const [first] = scripts
    // Without its scripts, an empty page paints nothing.
    if (!start || !first || head.includes(EMPTY_PAGE)) return [Buffer.from(head, "latin1")]
    this.#startTag = `<script src="${start[1]}"`
    const urls = JSON.stringify([start, ...scripts].map(([, url]) => url))
    const request = `<script nonce="${first[2]}">(${requestAfterPaint.toString()})(${urls},${PAINT_TIMEOUT_MS})</script>`
    return [Buffer.from(head.replace(START_SCRIPT, "").replace(HEAD_SCRIPT, "") + request, "latin1")]
  }

  /** The body up to what may become the start script's tag, and without that tag. */
  #takeBody(): Buffer[] {
    const [held, tag] = [this.#held, this.#startTag]
    const at = tag === null ? -1 : held.indexOf(tag)
    const end = at < 0 ? -1 : held.indexOf(SCRIPT_END, at)
    if (tag === null || end >= 0) {
      this.#startTag = null
      this.#held = Buffer.alloc(0)
      return end < 0 ? [held] : [held.subarray(0, at), held.subarray(end + SCRIPT_END.length)]
    }
    const taken = at >= 0 ? at : held.length - beginningAtEnd(held, tag)
    this.#held = held.subarray(taken)
    return [held.subarray(0, taken)]
  }
}

/** Makes a page that Next writes to this response request its scripts after the first paint. */
export function requestScriptsAfterPaint(response: ServerResponse): void {
  const [write, end] = [response.write.bind(response), response.end.bind(response)]
  let rewriter: PageRewriter | null | undefined
  const pass = (part: Buffer): boolean => part.length === 0 || write(part)
  response.write = (part: string | Uint8Array, ...rest: never[]) => {
    if (rewriter === undefined) {
      rewriter = String(response.getHeader("content-type")).startsWith("text/html") ? new PageRewriter() : null
      // Only a page in one part has a length, and its headers are not sent yet.
      if (rewriter && !response.headersSent) response.removeHeader("content-length")
    }
    return rewriter ? pass(rewriter.write(toBuffer(part))) : write(part, ...rest)
  }
  response.end = (...given: unknown[]) => {
    const [part, ...rest] = isPart(given[0]) ? given : [null, ...given]
    if (isPart(part)) response.write(part)
    if (rewriter) pass(rewriter.end())
    return end(...(rest as never[]))
  }
}
