import { type Mode, MODE_COOKIE, MODE_HEADER, parseMode } from "@/domain/mode"
import { Problem } from "@/domain/problem"
import { readCookie } from "@/http/cookies"

/**
 * Returns the mode that a portal request acts in: that of the document that sent it, which its header names, or else
 * the one that the browser was in last.
 * @throws Problem bad_request for a header with an unknown mode
 */
export function requestMode(headers: { get: (name: string) => string | null }): Mode {
  const named = headers.get(MODE_HEADER)
  if (named === null) return parseMode(readCookie(headers.get("cookie"), MODE_COOKIE)) ?? "live"
  const mode = parseMode(named)
  if (mode === null) throw new Problem("bad_request", { message: `${MODE_HEADER} must be live or sandbox.` })
  return mode
}
