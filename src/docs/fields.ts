import { type JsonSchema, nameOf, type OpenapiDocument, resolve } from "@/docs/openapi-document"

/** A field of an object, with what it may hold. */
export interface Field {
  name: string
  /** Such as "integer", "array of OrderItem", "string (date-time) or null". */
  type: string
  required: boolean
  deprecated?: true
  description: string
  /** Its limits, each a few words. */
  rules: string[]
  fields: Field[]
}

const MAX_DEPTH = 4

/** The fields of an object's schema, with those inside them; at most four deep. */
export function fieldsOf(document: OpenapiDocument, given: JsonSchema, depth = 0): Field[] {
  const schema = objectIn(document, given)
  if (!schema?.properties || depth >= MAX_DEPTH) return []
  return Object.entries(schema.properties).map(([name, inner]) => ({
    name,
    type: typeOf(document, inner),
    required: schema.required?.includes(name) ?? false,
    ...(inner.deprecated && { deprecated: true }),
    description: inner.description ?? (nameOf(inner) === null ? "" : (resolve(document, inner).description ?? "")),
    rules: rulesOf(inner),
    fields: fieldsOf(document, inner, depth + 1),
  }))
}

/** The object that a schema is, lists or may be. */
function objectIn(document: OpenapiDocument, given: JsonSchema): JsonSchema | null {
  const schema = resolve(document, given)
  if (schema.properties) return schema
  if (schema.items) return objectIn(document, schema.items)
  if (schema.allOf)
    return {
      type: "object",
      properties: Object.assign(
        {},
        ...schema.allOf.map((part) => objectIn(document, part)?.properties ?? {}),
      ) as Record<string, JsonSchema>,
    }
  const choices = (schema.anyOf ?? schema.oneOf ?? []).flatMap((choice) => objectIn(document, choice) ?? [])
  return choices.length > 1 ? mergeCommonFields(choices) : (choices[0] ?? null)
}

/** What all of several objects have; a field that differs is one of theirs. */
function mergeCommonFields(objects: JsonSchema[]): JsonSchema {
  const [first] = objects
  const names = Object.keys(first?.properties ?? {}).filter((name) =>
    objects.every(({ properties }) => properties?.[name]),
  )
  const field = (name: string): JsonSchema => {
    const schemas = objects.map(({ properties }) => properties?.[name] ?? {})
    const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()]
    const [only = {}] = distinct
    return distinct.length === 1
      ? only
      : { description: only.description ?? "One of these, depending on the type.", oneOf: distinct }
  }
  return {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, field(name)])),
    required: names.filter((name) => objects.every(({ required }) => required?.includes(name))),
  }
}

/** A schema's type in words. */
export function typeOf(document: OpenapiDocument, schema: JsonSchema): string {
  const name = nameOf(schema)
  if (name !== null) return name
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map((choice) => typeOf(document, choice)).join(" or ")
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const types = [schema.type ?? "any"].flat()
  return types
    .map((type) =>
      type === "array" && schema.items
        ? `array of ${typeOf(document, schema.items)}`
        : type === "string" && schema.format
          ? `string (${schema.format})`
          : type,
    )
    .join(" or ")
}

/** Limits as a sentence; empty when there are none. */
export function toSentence(rules: readonly string[]): string {
  const text = rules.join("; ")
  return text === "" ? "" : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/** A schema's limits in words. */
export function rulesOf(schema: JsonSchema): string[] {
  const { minimum, maximum, minLength, maxLength } = schema
  const unbounded = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER
  return [
    ...(schema.enum ? [schema.enum.map((value) => `\`${value}\``).join(", ")] : []),
    ...(minimum !== undefined && !unbounded ? [`${minimum} to ${maximum}`] : []),
    ...(minimum !== undefined && unbounded ? [`at least ${minimum}`] : []),
    ...(minimum === undefined && !unbounded ? [`at most ${maximum}`] : []),
    ...(minLength !== undefined && minLength > 1 ? [`at least ${minLength} characters`] : []),
    ...(maxLength !== undefined ? [`at most ${maxLength} characters`] : []),
    ...(schema.pattern ? [`pattern \`${schema.pattern}\``] : []),
    ...(schema.default !== undefined ? [`default \`${JSON.stringify(schema.default)}\``] : []),
  ]
}
