interface Called {
  method: string
  path: string
  query: string | null
  request_headers: Record<string, string> | null
  request_body: string | null
}

/** What a client adds by itself, or what the copy is better without. */
const LEFT_OUT = new Set(["accept-encoding", "content-length", "if-none-match", "origin"])

/** A word that no shell changes. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** A request as a curl command. The secret is a variable: it is not known any more. */
export const curlOf = ({ method, path, query, request_headers, request_body }: Called, baseUrl: string): string => {
  const address = `${baseUrl}${path}${query === null ? "" : `?${query}`}`
  const headers = Object.entries(request_headers ?? {}).filter(([name, value]) => !LEFT_OUT.has(name) && value !== "*/*")
  return [
    `curl ${method === "GET" ? "" : method === "HEAD" ? "--head " : `-X ${method} `}${quoted(address)}`,
    `  -H "Authorization: Bearer $HAAT_KEY"`,
    ...headers.map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)}`),
    ...(request_body === null ? [] : [`  --data-raw ${quoted(request_body)}`]),
  ].join(" \\\n")
}
