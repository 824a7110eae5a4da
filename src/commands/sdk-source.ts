import { eventsIn, type Operation, operationsIn } from "@/docs/operations"
import { type JsonSchema, nameOf, type OpenapiDocument, resolve } from "@/docs/openapi-document"

const WRITTEN = "// Written by `npm run sdk` from openapi.json; changes belong there.\n"

/**
 * Generates the client's files from the API's description.
 * @returns their contents by path in the repository
 */
export function sdkSource(document: OpenapiDocument): Record<string, string> {
  return { "src/sdk/schemas.ts": schemas(document), "src/sdk/operations.ts": operations(document) }
}

function schemas(document: OpenapiDocument): string {
  const codes = document.components.schemas.Error?.properties?.error?.properties?.code?.enum ?? []
  const events = eventsIn(document)
  // The client has its own error class, and JavaScript has an Error as well.
  const { Error: _error, ...rest } = document.components.schemas
  const named = Object.entries(rest).map(
    ([name, schema]) => `${comment(schema.description)}export ${declaration(name, schema)}\n`,
  )
  const queries = operationsIn(document).flatMap((operation) => {
    const fields = queryOf(operation)
    if (fields.length === 0) return []
    const lines = fields.map(
      ({ name, description, required, schema }) =>
        `${comment(described(description, schema), "  ")}  ${name}${required ? "" : "?"}: ${typeOf(schema)}\n`,
    )
    return [
      `/** What \`${operation.id}\` can be asked for. */\nexport interface ${queryName(operation)} {\n${lines.join("")}}\n`,
    ]
  })
  return [
    WRITTEN,
    `/** The version that this client was written for. */\nexport const API_VERSION = ${JSON.stringify(document.info.version)}\n`,
    `/** Every code that an error can carry. */\nexport type ErrorCode =\n${codes.map((code) => `  | ${JSON.stringify(code)}`).join("\n")}\n`,
    ...named,
    ...queries,
    webhookEvent(document, events),
  ].join("\n")
}

function webhookEvent(document: OpenapiDocument, events: ReturnType<typeof eventsIn>): string {
  if (events.length === 0) {
    return `/** What a webhook brings. */
export interface WebhookPayload {
  id: string
  type: string
  timestamp: string
  api_version: string
  livemode: boolean
  data: unknown
}
`
  }
  const kinds = [...new Set(events.map(({ schema }) => nameOf(schema) ?? typeOf(schema)))]
  return `/** What a webhook brings; its \`type\` tells which of these. */\nexport type WebhookPayload = ${kinds.join(" | ")}\n`
}

function operations(document: OpenapiDocument): string {
  // The client reads streams with code of its own (src/sdk/events.ts).
  const found = operationsIn(document).filter(({ stream }) => !stream)
  const methods = found.map((operation) => method(document, operation))
  const imported = new Set(methods.flatMap(({ types }) => types))
  const idempotent = found.some((operation) => operation.idempotent)
  const lists = found.some(({ list }) => list)
  return `${WRITTEN}
${lists ? 'import type { Pages } from "./pages"\n' : ""}import type { ${[...imported].sort().join(", ")} } from "./schemas"
import type { ApiResponse, ${idempotent ? "IdempotentRequestOptions, " : ""}RequestOptions, Transport } from "./transport"

/** One method for each operation of the API. */
export class Operations {
  constructor(private readonly transport: Transport) {}

${methods.map(({ text }) => text).join("\n")}}
`
}

function method(document: OpenapiDocument, operation: Operation): { text: string; types: string[] } {
  const { id, body, idempotent, list, path, success } = operation
  const inPath = operation.parameters.filter((parameter) => parameter.in === "path")
  const query = queryOf(operation)
  const optionsType = idempotent ? "IdempotentRequestOptions" : "RequestOptions"
  // An operation on one resource may get a query later: that must not move the options of existing calls.
  const queryInOptions = inPath.length > 0 && query.length > 0 && query.every(({ required }) => !required)
  const bodyType = body ? (nameOf(body.schema) ?? typeOf(body.schema)) : null
  const given = [
    ...inPath.map(({ name }) => `${name}: string`),
    ...(bodyType ? [`body: ${bodyType}${body?.required ? "" : " = {}"}`] : []),
    ...(query.length > 0 && !queryInOptions
      ? [`query: ${queryName(operation)}${query.some(({ required }) => required) ? "" : " = {}"}`]
      : []),
    queryInOptions
      ? `{ query = {}, ...options }: ${optionsType} & { query?: ${queryName(operation)} } = {}`
      : `options: ${optionsType} = {}`,
  ]
  const call = [
    `method: ${JSON.stringify(operation.method)}`,
    `path: ${JSON.stringify(path)}`,
    ...(inPath.length > 0 ? [`pathParameters: { ${inPath.map(({ name }) => name).join(", ")} }`] : []),
    ...(query.length > 0 ? ["query"] : []),
    ...(body ? ["body"] : []),
    ...(idempotent ? ["idempotent: true"] : []),
  ]
  const response = success.schema ? (nameOf(success.schema) ?? typeOf(success.schema)) : null
  const item = success.schema && list ? itemOf(document, success.schema) : null
  const returned =
    item !== null
      ? `Pages<${item}>`
      : response === null
        ? "Promise<ApiResponse<object>>"
        : `Promise<ApiResponse<${response}>>`
  const words = [
    operation.summary,
    operation.description,
    `\`${operation.method} ${path}\`${operation.scope ? `, scope \`${operation.scope}\`` : ", no credential needed"}${operation.live ? ", live keys only" : ""}${operation.sandbox ? ", test keys only" : ""}`,
  ]
  return {
    text: `${comment(
      words
        .filter((line) => line !== null)
        .map(sentence)
        .join("\n"),
      "  ",
    )}  ${id}(${given.join(", ")}): ${returned} {
    return this.transport.${item === null ? "send" : "pages"}({ ${call.join(", ")} }, options)
  }
`,
    types: [
      ...[item ?? response ?? []].flat(),
      ...(bodyType ? [bodyType] : []),
      ...(query.length > 0 ? [queryName(operation)] : []),
    ].filter((name) => name in document.components.schemas || name === queryName(operation)),
  }
}

function itemOf(document: OpenapiDocument, schema: JsonSchema): string {
  return typeOf(resolve(document, schema).properties?.data?.items ?? {})
}

function queryOf({ parameters }: Operation): Operation["parameters"] {
  return parameters.filter((parameter) => parameter.in === "query")
}

function queryName({ id }: Operation): string {
  return `${id.charAt(0).toUpperCase()}${id.slice(1)}Query`
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

/** A parameter's description with its limits, which TypeScript cannot express. */
function described(
  description: string | undefined,
  { minimum, maximum, maxLength, default: fallback }: JsonSchema,
): string | undefined {
  const rules = [
    ...(minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
      ? [`${minimum} to ${maximum}.`]
      : []),
    ...(maxLength === undefined ? [] : [`At most ${maxLength} characters.`]),
    ...(fallback === undefined ? [] : [`Default: ${JSON.stringify(fallback)}.`]),
  ]
  const words = [...(description === undefined ? [] : [description]), ...rules]
  return words.length === 0 ? undefined : words.join(" ")
}

function declaration(name: string, schema: JsonSchema): string {
  return schema.properties ? `interface ${name} ${members(schema, "")}` : `type ${name} = ${typeOf(schema)}`
}

function members({ properties = {}, required = [] }: JsonSchema, indent: string): string {
  const lines = Object.entries(properties).map(
    ([name, inner]) =>
      `${comment(inner.description, `${indent}  `)}${indent}  ${name}${required.includes(name) ? "" : "?"}: ${typeOf(inner, `${indent}  `)}\n`,
  )
  return lines.length === 0 ? "Record<string, unknown>" : `{\n${lines.join("")}${indent}}`
}

const PRIMITIVES: Record<string, string> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
}

function typeOf(schema: JsonSchema, indent = ""): string {
  const name = nameOf(schema)
  if (name !== null) return name
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ")
  if (schema.allOf) return schema.allOf.map((part) => typeOf(part, indent)).join(" & ")
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map((choice) => typeOf(choice, indent)).join(" | ")
  return [schema.type ?? "unknown"]
    .flat()
    .map((type) => {
      if (type === "array") return arrayOf(typeOf(schema.items ?? {}, indent))
      if (type !== "object") return PRIMITIVES[type] ?? "unknown"
      if (schema.properties) return members(schema, indent)
      return `Record<string, ${typeof schema.additionalProperties === "object" ? typeOf(schema.additionalProperties, indent) : "unknown"}>`
    })
    .join(" | ")
}

function arrayOf(type: string): string {
  return / [|&] /.test(type.replace(/\{[\s\S]*\}/, "")) ? `(${type})[]` : `${type}[]`
}

function comment(text: string | undefined, indent = ""): string {
  if (text === undefined || text === "") return ""
  const lines = text.replaceAll("*/", "*\\/").split("\n")
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join("")}${indent} */\n`
}
