import { Problem, type ProblemDetail } from "@/domain/problem"
import type { Route } from "@/api/routes"

const REPLACEMENT = "\ufffd"

// Next passes on invalid encodings as replacement characters, so both the direct and the Next path reject a text that
// has one.
function decode(text: string): string | null {
  try {
    const decoded = decodeURIComponent(text.replaceAll("+", " "))
    return decoded.includes(REPLACEMENT) ? null : decoded
  } catch {
    return null
  }
}

const INTEGER = /^-?\d{1,16}$/

/**
 * Converts exactly: digits to an integer, "true" and "false" to a boolean. Other text is kept, for the schema to
 * reject.
 */
function parseValue(text: string, type: "integer" | "boolean" | "string"): unknown {
  if (type === "integer" && INTEGER.test(text)) return Number(text)
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true"
  return text
}

/**
 * Reads the known parameters of a query string and ignores unknown ones.
 * @throws Problem validation_failed if a known parameter is repeated or its percent-encoding is invalid.
 */
export function parseQuery(
  search: string,
  { queryParameters }: Pick<Route, "queryParameters">,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  const details: ProblemDetail[] = []
  for (const pair of search.replace(/^\?/, "").split("&")) {
    const [encodedName = "", ...rest] = pair.split("=")
    const name = decode(encodedName)
    const type = name === null ? undefined : queryParameters.get(name)
    if (name === null || type === undefined) continue
    const value = decode(rest.join("="))
    if (name in values) details.push({ param: name, code: "repeated", message: "Send this parameter once." })
    else if (value === null)
      details.push({ param: name, code: "invalid_encoding", message: "The percent-encoding is not valid UTF-8." })
    else values[name] = parseValue(value, type)
  }
  if (details.length > 0) throw new Problem("validation_failed", { details })
  return values
}
