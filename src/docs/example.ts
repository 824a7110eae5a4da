import { type JsonSchema, type OpenapiDocument, resolve } from "@/docs/openapi-document"

const BY_FORMAT: Record<string, string> = {
  "date-time": "2026-05-01T09:30:00.000Z",
  date: "2026-05-01",
  email: "asha@example.in",
  uri: "https://haat.example/",
}

/** A value that a schema allows: its own example, else one made from its parts. */
export function exampleOf(document: OpenapiDocument, reference: JsonSchema): unknown {
  const schema = resolve(document, reference)
  if (schema.examples?.[0] !== undefined) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum?.[0] !== undefined) return schema.enum[0]
  const [choice] = schema.anyOf ?? schema.oneOf ?? []
  if (choice) return exampleOf(document, choice)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => exampleOf(document, part)))
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, exampleOf(document, inner)]),
      )
    case "array":
      return schema.items ? [exampleOf(document, schema.items)] : []
    case "integer":
    case "number":
      return schema.minimum ?? 1
    case "boolean":
      return true
    case "null":
      return null
    default:
      return BY_FORMAT[schema.format ?? ""] ?? "text"
  }
}
