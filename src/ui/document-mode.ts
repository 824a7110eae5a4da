import { type Mode, MODE_HEADER } from "@/domain/mode"

// A document stays in the mode that its frame was first rendered in, whatever other tabs do with the cookie: each
// request that it sends names this mode, so that no page of the other one can appear in its frame.

let current: Mode | null = null

/** The mode of this document; null before it has shown a page of the portal. */
export function documentMode(): Mode | null {
  return current
}

/** Binds this document to a mode, from now on. Next's router has no option for headers, so `fetch` is extended. */
export function bindDocument(mode: Mode): void {
  if (typeof window === "undefined" || current !== null) return
  current = mode
  const send = window.fetch.bind(window)
  window.fetch = (input, init) => {
    const { origin } = new URL(input instanceof Request ? input.url : input, location.href)
    if (origin !== location.origin) return send(input, init)
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))
    if (!headers.has(MODE_HEADER)) headers.set(MODE_HEADER, mode)
    return send(input, { ...init, headers })
  }
}
