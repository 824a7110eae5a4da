import type { oas31 } from "zod-openapi"

/** A schema, or a reference to one. */
export type Schema = oas31.SchemaObject | oas31.ReferenceObject

/** Takes out of a schema what zod says beyond the API's promises, and what generators of clients stumble over. */
export function plain(schema: Schema, io: "input" | "output"): Schema {
  if (isReference(schema)) return schema
  const { additionalProperties, propertyNames, pattern, minimum, maximum, ...rest } = schema
  const { properties, items, anyOf, oneOf } = rest
  return nullable({
    ...rest,
    // A client must ignore fields that it does not know, so no schema forbids them. A map keeps the schema of its values: generators read it.
    ...(typeof additionalProperties === "object" && { additionalProperties: plain(additionalProperties, io) }),
    ...(propertyNames && !isAnyName(propertyNames) && { propertyNames }),
    // A format says more than the pattern that zod makes of it. Of a URL zod makes none: that pattern is a rule of ours.
    ...(pattern !== undefined && (!rest.format || rest.format === "uri") && { pattern }),
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    // What may be sent has this limit; what is answered never comes near it.
    ...(maximum !== undefined && (maximum !== Number.MAX_SAFE_INTEGER || io === "input") && { maximum }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, plain(inner, io)])),
    }),
    ...(items && { items: plain(items, io) }),
    ...(anyOf && { anyOf: anyOf.map((inner) => plain(inner, io)) }),
    ...(oneOf && { oneOf: oneOf.map((inner) => plain(inner, io)) }),
  })
}

function isAnyName(names: Schema): boolean {
  return Object.entries(names).every(([key, value]) => key === "type" && value === "string")
}

/** Of a bare type and null makes one list of types, as zod does where no bounds stand beside the type. */
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
