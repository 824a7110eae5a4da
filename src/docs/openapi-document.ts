import { openapiText } from "@/api/openapi/text"
import { processSingleton } from "@/platform/process-singleton"

/** As much of JSON Schema (2020-12) as the API's description uses. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: (string | number)[]
  const?: string | number | boolean
  description?: string
  deprecated?: boolean
  default?: unknown
  examples?: unknown[]
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  additionalProperties?: JsonSchema | boolean
}

export interface OpenapiParameter {
  name: string
  in: "path" | "query" | "header"
  required: boolean
  description?: string
  deprecated?: boolean
  schema: JsonSchema
}

interface Content {
  "application/json"?: {
    schema: JsonSchema
    example?: unknown
    examples?: Record<string, { value: unknown; summary?: string }>
  }
  "text/event-stream"?: { schema: JsonSchema; example?: unknown }
}

export interface OpenapiOperation {
  operationId?: string
  tags?: string[]
  summary?: string
  description?: string
  deprecated?: boolean
  security?: Record<string, string[]>[]
  parameters?: OpenapiParameter[]
  requestBody?: { description?: string; required?: boolean; content: Content }
  responses?: Record<string, { description: string; headers?: Record<string, { $ref: string }>; content?: Content }>
}

export interface OpenapiDocument {
  info: { title: string; version: string; summary: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, OpenapiOperation>>
  webhooks?: Record<string, Record<string, OpenapiOperation>>
  components: {
    schemas: Record<string, JsonSchema>
    headers: Record<string, { description: string; schema: JsonSchema }>
  }
}

/** The API's description, as a client that fetches it would read it. */
export function openapiDocument(): OpenapiDocument {
  return processSingleton("docs-openapi", () => JSON.parse(openapiText()) as OpenapiDocument)
}

function nameIn(ref: string): string {
  return ref.split("/").at(-1) ?? ""
}

/** A schema's own name, where it is a reference to a named one. */
export function nameOf({ $ref }: JsonSchema): string | null {
  return $ref === undefined ? null : nameIn($ref)
}

/** The schema behind a reference. */
export function resolve(document: OpenapiDocument, schema: JsonSchema): JsonSchema {
  const name = nameOf(schema)
  if (name === null) return schema
  const resolved = document.components.schemas[name]
  if (!resolved) throw new Error(`openapi.json has no schema ${name}`)
  return resolved
}
