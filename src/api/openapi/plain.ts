import type { oas31 } from "zod-openapi"

/** A schema or a reference to one. */
export type Schema = oas31.SchemaObject | oas31.ReferenceObject

/** Removes from a zod schema the keywords that promise more than the API does or that break client generators. */
export function simplifySchema(schema: Schema, io: "input" | "output"): Schema {
  if (isReference(schema)) return schema
  const { additionalProperties, propertyNames, pattern, minimum, maximum, ...rest } = schema
  const { properties, items, anyOf, oneOf } = rest
  return nullable({
    ...rest,
    // Clients must ignore unknown fields, so no schema forbids them. A map keeps its value schema for generators.
    ...(typeof additionalProperties === "object" && { additionalProperties: simplifySchema(additionalProperties, io) }),
    ...(propertyNames && !isAnyName(propertyNames) && { propertyNames }),
    // The format says more than the pattern that zod generates for it. zod generates none for URLs, so theirs is our
    // own rule.
    ...(pattern !== undefined && (!rest.format || rest.format === "uri") && { pattern }),
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    // Requests have this limit; no response comes near it.
    ...(maximum !== undefined && (maximum !== Number.MAX_SAFE_INTEGER || io === "input") && { maximum }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, inner]) => [name, simplifySchema(inner, io)]),
      ),
    }),
    ...(items && { items: simplifySchema(items, io) }),
    ...(anyOf && { anyOf: anyOf.map((inner) => simplifySchema(inner, io)) }),
    ...(oneOf && { oneOf: oneOf.map((inner) => simplifySchema(inner, io)) }),
  })
}

function isAnyName(names: Schema): boolean {
  return Object.entries(names).every(([key, value]) => key === "type" && value === "string")
}

/** Turns `anyOf` of a bare type and null into a list of types, as zod writes it for types without bounds. */
function nullable(schema: oas31.SchemaObject): Schema {
  const { anyOf, ...rest } = schema
  const types = anyOf?.flatMap((one) => (isBareType(one) ? one.type : [])) ?? []
  return types.length === 2 && types.length === anyOf?.length ? { ...rest, type: types } : schema
}

function isBareType(schema: Schema): schema is { type: oas31.SchemaObjectType } {
  return Object.keys(schema).join() === "type" && !isReference(schema) && typeof schema.type === "string"
}

export function isReference(schema: Schema): schema is oas31.ReferenceObject {
  return "$ref" in schema
}
