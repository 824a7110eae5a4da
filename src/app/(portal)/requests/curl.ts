import { REDACTED } from "@/domain/redaction"

interface LoggedCall {
  method: string
  path: string
  query: string | null
  request_headers: Record<string, string> | null
  request_body: string | null
}

/** Headers that a client adds by itself, or that would spoil the copy. */
const OMITTED_HEADERS = new Set(["accept-encoding", "content-length", "if-none-match", "origin"])

/** Quotes a word for a shell. */
function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function copiedHeaders({ request_headers }: LoggedCall): [string, string][] {
  return Object.entries(request_headers ?? {}).filter(([name, value]) => !OMITTED_HEADERS.has(name) && value !== "*/*")
}

/** What the log did not store of the request: redacted values, or the end of a long text. */
export function missingParts(call: LoggedCall): ("redacted" | "cut")[] {
  const parts = [
    call.path,
    ...[...new URLSearchParams(call.query ?? "")].flat(),
    call.request_body ?? "",
    ...copiedHeaders(call).map(([, value]) => value),
  ]
  return [
    ...(parts.some((text) => text.includes(REDACTED)) ? (["redacted"] as const) : []),
    ...(parts.some((text) => text.endsWith("…")) ? (["cut"] as const) : []),
  ]
}

/** A request as a curl command. The secret is a variable, because only its hash is stored. */
export function toCurl(call: LoggedCall, baseUrl: string): string {
  const { method, path, query, request_body } = call
  const address = `${baseUrl}${path}${query === null ? "" : `?${query}`}`
  return [
    `curl ${method === "GET" ? "" : method === "HEAD" ? "--head " : `-X ${method} `}${shellQuote(address)}`,
    `  -H "Authorization: Bearer $HAAT_KEY"`,
    ...copiedHeaders(call).map(([name, value]) => `  -H ${shellQuote(`${name}: ${value}`)}`),
    ...(request_body === null ? [] : [`  --data-raw ${shellQuote(request_body)}`]),
  ].join(" \\\n")
}
