import type { ReactNode } from "react"

/** A string that may be a name, or a number, or a word of JSON (RFC 8259). */
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\b(?:true|false|null)\b/g

/** The same colours as in the documentation. */
const NAME = "text-link"
const STRING = "text-neem-ink"
const CONSTANT = "text-marigold-ink"

/** Beyond this length the elements cost more than the colours help. */
const COLOURED_MAX = 20_000

/** JSON with names, strings and constants in colours; other text as it is. */
export function JsonCode({ text }: { text: string }) {
  if (text.length > COLOURED_MAX || !/^\s*[[{]/.test(text)) return text
  const parts: ReactNode[] = []
  let end = 0
  for (const match of text.matchAll(TOKEN)) {
    const [whole, string, colon = ""] = match
    const token = string ?? whole
    parts.push(
      text.slice(end, match.index),
      <span key={match.index} className={string === undefined ? CONSTANT : colon === "" ? STRING : NAME}>
        {token}
      </span>,
      colon,
    )
    end = match.index + whole.length
  }
  parts.push(text.slice(end))
  return parts
}
