import { REDACTED } from "@/domain/redaction"

interface Called {
  method: string
  path: string
  query: string | null
  request_headers: Record<string, string> | null
  request_body: string | null
}

/** Headers that a client adds by itself, or that would spoil the copy. */
const LEFT_OUT = new Set(["accept-encoding", "content-length", "if-none-match", "origin"])

/** Quotes a word for a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const keptHeaders = ({ request_headers }: Called): [string, string][] =>
  Object.entries(request_headers ?? {}).filter(([name, value]) => !LEFT_OUT.has(name) && value !== "*/*")

/** What the log did not store of the request: redacted values, or the end of a long text. */
export const lacking = (called: Called): ("redacted" | "cut")[] => {
  const sent = [
    called.path,
    ...[...new URLSearchParams(called.query ?? "")].flat(),
    called.request_body ?? "",
    ...keptHeaders(called).map(([, value]) => value),
  ]
  return [
    ...(sent.some((text) => text.includes(REDACTED)) ? (["redacted"] as const) : []),
    ...(sent.some((text) => text.endsWith("…")) ? (["cut"] as const) : []),
  ]
}

/** A request as a curl command. The secret is a variable, because only its hash is stored. */
export const curlOf = (called: Called, baseUrl: string): string => {
  const { method, path, query, request_body } = called
  const address = `${baseUrl}${path}${query === null ? "" : `?${query}`}`
  return [
    `curl ${method === "GET" ? "" : method === "HEAD" ? "--head " : `-X ${method} `}${quoted(address)}`,
    `  -H "Authorization: Bearer $HAAT_KEY"`,
    ...keptHeaders(called).map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)}`),
    ...(request_body === null ? [] : [`  --data-raw ${quoted(request_body)}`]),
  ].join(" \\\n")
}
