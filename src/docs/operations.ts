import { exampleOf } from "@/docs/example"
import {
  type JsonSchema,
  type OpenapiDocument,
  openapiDocument,
  type OpenapiOperation,
  type OpenapiParameter,
  resolve,
} from "@/docs/openapi-document"
import { processSingleton } from "@/platform/process-singleton"

/** One operation of the API, as the reference, the snippets and the client need it. */
export interface Operation {
  /** Such as "listProducts"; also the last part of its page's address. */
  id: string
  method: string
  /** Below /v1, parameters in braces. */
  path: string
  tag: string
  summary: string
  description: string | null
  /** What the credential must carry; null when none is needed. */
  scope: string | null
  parameters: OpenapiParameter[]
  body: { schema: JsonSchema; example: unknown; required: boolean } | null
  /** The schema is null if the response has no body. */
  success: {
    status: number
    schema: JsonSchema | null
    example: unknown
    headers: { name: string; description: string }[]
  }
  errors: OperationError[]
  /** Answers `{ data: [...], links }`, page by page. */
  list: boolean
  /** Takes an Idempotency-Key. */
  idempotent: boolean
  /** Refuses test keys. */
  live: boolean
  /** Acts in the sandbox, so it refuses live credentials. */
  sandbox: boolean
  deprecated: boolean
  /** Answers with server-sent events. */
  stream: boolean
}

interface OperationError {
  status: number
  description: string
  codes: string[]
  /** A response for each code. */
  examples: { code: string; body: unknown }[]
}

const METHODS = new Set(["get", "post", "put", "patch", "delete"])

/** Every operation of a description, in its order. */
export function operationsIn(document: OpenapiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => METHODS.has(method))
      .map(([method, operation]) => toOperation(document, path, method, operation)),
  )
}

/** The API's operations. */
export function operations(): Operation[] {
  return processSingleton("docs-operations", () => operationsIn(openapiDocument()))
}

/** The tags that operations have, each with them, in the description's order. */
export function operationsByTag(): { name: string; description: string; operations: Operation[] }[] {
  return openapiDocument()
    .tags.map(({ name, description }) => ({
      name,
      description,
      operations: operations().filter(({ tag }) => tag === name),
    }))
    .filter((group) => group.operations.length > 0)
}

function toOperation(document: OpenapiDocument, path: string, method: string, given: OpenapiOperation): Operation {
  const { status, response: success } = successOf(given)
  const content = success?.content?.["application/json"]
  const stream = success?.content?.["text/event-stream"]
  const schema = content?.schema ?? null
  const body = given.requestBody?.content["application/json"]?.schema
  const errors = errorsOf(given)
  const parameters = given.parameters ?? []
  return {
    id: given.operationId ?? `${method}${path}`,
    method: method.toUpperCase(),
    path,
    tag: given.tags?.[0] ?? "",
    summary: given.summary ?? path,
    description: given.description ?? null,
    scope: given.security?.flatMap((each) => Object.values(each).flat())[0] ?? null,
    parameters,
    body: body
      ? { schema: body, example: exampleOf(document, body), required: given.requestBody?.required ?? false }
      : null,
    success: {
      status,
      schema,
      example: content?.example ?? stream?.example ?? (schema ? exampleOf(document, schema) : null),
      headers: Object.keys(success?.headers ?? {}).map((name) => ({
        name,
        description: document.components.headers[name]?.description ?? "",
      })),
    },
    errors,
    list: schema !== null && "links" in (resolve(document, schema).properties ?? {}),
    idempotent: parameters.some(({ name }) => name === "Idempotency-Key"),
    live: errors.some(({ codes }) => codes.includes("live_key_required")),
    sandbox: errors.some(({ codes }) => codes.includes("test_key_required")),
    deprecated: given.deprecated ?? false,
    stream: stream !== undefined,
  }
}

function successOf({ responses = {} }: OpenapiOperation) {
  const [status = "200", response] = Object.entries(responses).find(([each]) => each.startsWith("2")) ?? []
  return { status: Number(status), response }
}

function errorsOf({ responses = {} }: OpenapiOperation): OperationError[] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, { description, content }]) => ({
      status: Number(status),
      description,
      codes: Object.keys(content?.["application/json"]?.examples ?? {}),
      examples: Object.entries(content?.["application/json"]?.examples ?? {}).map(([code, { value }]) => ({
        code,
        body: value,
      })),
    }))
}

/** An event that the API sends, from the description's webhooks. */
export interface EventType {
  /** Such as "order.created"; also the last part of its page's address. */
  name: string
  summary: string
  description: string | null
  schema: JsonSchema
  example: unknown
}

export function eventsIn(document: OpenapiDocument): EventType[] {
  return Object.entries(document.webhooks ?? {}).flatMap(([name, methods]) =>
    Object.values(methods).flatMap(({ summary = name, description = null, requestBody }) => {
      const content = requestBody?.content["application/json"]
      if (!content) return []
      const example =
        content.example ?? Object.values(content.examples ?? {})[0]?.value ?? exampleOf(document, content.schema)
      return [{ name, summary, description, schema: content.schema, example }]
    }),
  )
}

/** The API's events; none as long as its description has no webhooks. */
export function eventTypes(): EventType[] {
  return processSingleton("docs-events", () => eventsIn(openapiDocument()))
}
