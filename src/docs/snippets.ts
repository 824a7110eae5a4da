import { goSnippet, goStreamSnippet } from "@/docs/go-snippet"
import { type Operation, operations } from "@/docs/operations"

export const LANGUAGES = ["curl", "sdk", "python", "go", "javascript"] as const
export type SnippetLanguage = (typeof LANGUAGES)[number]

/** How each language is called, and by which word Markdown knows it. */
export const LANGUAGE_NAMES: Record<SnippetLanguage, { label: string; fence: string }> = {
  curl: { label: "curl", fence: "bash" },
  sdk: { label: "TypeScript", fence: "ts" },
  python: { label: "Python", fence: "python" },
  go: { label: "Go", fence: "go" },
  javascript: { label: "JavaScript", fence: "js" },
}

// What an example asks a search for; other optional parameters stay out of it.
const SAMPLE_QUERY: Record<string, string> = { q: "makhana", per_page: "3" }

interface SampleCall {
  /** With the path parameters filled in and the query. */
  address: string
  pathValues: string[]
  query: [string, string][]
  body: unknown
}

/** A call of an operation with the values of its own examples. */
export function sampleCall(operation: Operation): SampleCall {
  const { parameters, path, body } = operation
  const pathValues: string[] = []
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = exampleValue(operation, name)
    pathValues.push(value)
    return encodeURIComponent(value)
  })
  const query = parameters.flatMap(({ name, in: location }): [string, string][] =>
    location === "query" && SAMPLE_QUERY[name] !== undefined ? [[name, SAMPLE_QUERY[name]]] : [],
  )
  const search = new URLSearchParams(query).toString()
  return { address: `${filled}${search === "" ? "" : `?${search}`}`, pathValues, query, body: body?.example }
}

/** A path parameter's value: as the operation's own example has it, else as one about the same resource does. */
function exampleValue(operation: Operation, name: string): string {
  const resource = operation.path.slice(0, operation.path.indexOf(`{${name}}`) + name.length + 2)
  for (const { success } of [operation, ...operations().filter(({ path }) => path.startsWith(resource))]) {
    const { data } = (success.example ?? {}) as { data?: unknown }
    const value = ((Array.isArray(data) ? data[0] : data) as Record<string, unknown> | undefined)?.[name]
    if (typeof value === "string" || typeof value === "number") return String(value)
  }
  throw new Error(`no example in openapi.json has a ${name} for ${operation.path}`)
}

/**
 * The same call in each language; the credential comes from the environment variable HAAT_KEY.
 * @param call the values of its parameters, by default those of the operation's own examples
 */
export function snippetsOf(
  operation: Operation,
  baseUrl: string,
  call: SampleCall = sampleCall(operation),
): Record<SnippetLanguage, string> {
  if (operation.stream) return streamSnippets(`${baseUrl}${call.address}`, operation.id, baseUrl)
  return {
    curl: curl(operation, call, baseUrl),
    javascript: javascript(operation, call, baseUrl),
    python: python(operation, call, baseUrl),
    go: goSnippet(operation, `${baseUrl}${call.address}`, call.body),
    sdk: sdk(operation, call, baseUrl),
  }
}

/** Reading server-sent events. */
function streamSnippets(url: string, id: string, baseUrl: string): Record<SnippetLanguage, string> {
  return {
    curl: `curl -N "${url}" \\\n  -H "Authorization: Bearer $HAAT_KEY"`,
    javascript: `const response = await fetch("${url}", {
  headers: { Authorization: \`Bearer \${process.env.HAAT_KEY}\` },
})
const decoder = new TextDecoder()
for await (const chunk of response.body) console.log(decoder.decode(chunk, { stream: true }))`,
    python: `import os
import urllib.request

request = urllib.request.Request(
    "${url}",
    headers={
        "Authorization": "Bearer " + os.environ["HAAT_KEY"],
    },
)
with urllib.request.urlopen(request) as response:
    for line in response:
        print(line.decode(), end="")`,
    go: goStreamSnippet(url),
    sdk: `import { Haat } from "haat-client"

const haat = new Haat({
  baseUrl: "${baseUrl}",
  credential: process.env.HAAT_KEY,
})
for await (const { event } of haat.${id}()) console.log(event.type, event.id)`,
  }
}

function curl({ method, scope, idempotent }: Operation, { address: url, body }: SampleCall, baseUrl: string): string {
  return [
    `curl${method === "GET" ? "" : ` -X ${method}`} "${baseUrl}${url}"`,
    ...(scope ? ['-H "Authorization: Bearer $HAAT_KEY"'] : []),
    ...(idempotent ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body, null, 2)}'`]),
  ].join(" \\\n  ")
}

function javascript(
  { method, scope, idempotent, list, success }: Operation,
  { address: url, body }: SampleCall,
  baseUrl: string,
): string {
  const headers = [
    ...(scope ? ["Authorization: `Bearer ${process.env.HAAT_KEY}`"] : []),
    ...(idempotent ? ['"Idempotency-Key": crypto.randomUUID()'] : []),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
  ]
  const init = [
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    ...(headers.length > 0 ? ["  headers: {", ...headers.map((header) => `    ${header},`), "  },"] : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(literal(body), "  ")}),`]),
  ]
  return `const url = "${baseUrl}${url}"
const response = await fetch(url${init.length > 0 ? `, {\n${init.join("\n")}\n}` : ""})
${
  success.schema
    ? `const { data${list ? ", meta" : ""}, error } = await response.json()
if (error) throw new Error(\`\${error.code} (\${error.request_id})\`)
console.log(data${list ? ", meta.total" : ""})`
    : "console.log(response.status)"
}`
}

function python(
  { method, scope, idempotent, success }: Operation,
  { address: url, body }: SampleCall,
  baseUrl: string,
): string {
  const headers = [
    ...(scope ? ['"Authorization": "Bearer " + os.environ["HAAT_KEY"]'] : []),
    ...(idempotent ? ['"Idempotency-Key": str(uuid.uuid4())'] : []),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
  ]
  const modules = [
    ...(success.schema || body !== undefined ? ["json"] : []),
    ...(scope ? ["os"] : []),
    "urllib.request",
    ...(idempotent ? ["uuid"] : []),
  ]
  return `import ${modules.join(", ")}

request = urllib.request.Request(
    "${baseUrl}${url}",${method === "GET" ? "" : `\n    method="${method}",`}${headers.length > 0 ? `\n    headers={\n${headers.map((header) => `        ${header},\n`).join("")}    },` : ""}${body === undefined ? "" : `\n    data=json.dumps(${indented(pythonLiteral(body), "    ")}).encode(),`}
)
with urllib.request.urlopen(request) as response:
    print(${success.schema ? 'json.load(response)["data"]' : "response.status"})`
}

function sdk(
  { id, scope, list, success }: Operation,
  { pathValues, query, body }: SampleCall,
  baseUrl: string,
): string {
  const given = [
    ...pathValues.map((value) => JSON.stringify(value)),
    ...(body === undefined ? [] : [literal(body)]),
    ...(query.length > 0
      ? [
          `{ ${query.map(([name, value]) => `${name}: ${/^\d+$/.test(value) ? value : JSON.stringify(value)}`).join(", ")} }`,
        ]
      : []),
  ]
  const call = `haat.${id}(${given.join(", ")})`
  return `import { Haat } from "haat-client"

const haat = new Haat({
  baseUrl: "${baseUrl}",${scope ? "\n  credential: process.env.HAAT_KEY," : ""}
})
${list ? `for await (const each of ${call}) {\n  console.log(each)\n}` : success.schema ? `const { data } = await ${call}\nconsole.log(data)` : `await ${call}`}`
}

function indented(text: string, indent: string): string {
  return text.replaceAll("\n", `\n${indent}`)
}

/** As JavaScript writes it: names without quotes where they need none. */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/"([A-Za-z_]\w*)":/g, "$1:")
}

function pythonLiteral(value: unknown): string {
  return JSON.stringify(value, null, 4).replace(
    /: (true|false|null)(?=,?\n)/g,
    (_, word: string) => `: ${{ true: "True", false: "False", null: "None" }[word] ?? word}`,
  )
}
