import { type Description, translateDescription } from "@/docs/descriptions"
import { type JsonSchema, nameOf, type OpenapiDocument, type OpenapiParameter, resolve } from "@/docs/openapi-document"
import type { Locale } from "@/domain/locale"
import { translatorOf, type Translator } from "@/i18n/translator"

/** A field of an object, with what it may hold, in a reader's language. */
export interface Field {
  name: string
  /** Such as "integer", "array of OrderItem", "string (date-time) or null". */
  type: string
  required: boolean
  deprecated?: true
  /** Null if it has none. */
  description: Description | null
  /** Its limits, as a sentence; empty if there are none. */
  rules: string
  fields: Field[]
}

/** A parameter of an operation, with where it is sent. */
export interface ParameterField extends Field {
  place: OpenapiParameter["in"]
}

/** What fields are described with. */
interface Context {
  document: OpenapiDocument
  locale: Locale
  t: Translator
}

const MAX_DEPTH = 4

/** The fields of an object's schema, with those inside them; at most four deep. */
export function fieldsOf(document: OpenapiDocument, schema: JsonSchema, locale: Locale): Field[] {
  return fieldsIn({ document, locale, t: translatorOf(locale) }, schema, 0)
}

/** The parameters of an operation. */
export function parametersOf(
  document: OpenapiDocument,
  parameters: readonly OpenapiParameter[],
  locale: Locale,
): ParameterField[] {
  const context = { document, locale, t: translatorOf(locale) }
  return parameters.map(({ name, in: place, required, description, deprecated, schema }) => ({
    name,
    place,
    type: typeOf(context, schema),
    required,
    ...(deprecated && { deprecated: true }),
    description: describe(context, description),
    rules: rulesOf(context, schema),
    fields: [],
  }))
}

function fieldsIn(context: Context, given: JsonSchema, depth: number): Field[] {
  const { document } = context
  const schema = objectIn(document, given)
  if (!schema?.properties || depth >= MAX_DEPTH) return []
  return Object.entries(schema.properties).map(([name, inner]) => ({
    name,
    type: typeOf(context, inner),
    required: schema.required?.includes(name) ?? false,
    ...(inner.deprecated && { deprecated: true }),
    description: describe(
      context,
      inner.description ?? (nameOf(inner) === null ? undefined : resolve(document, inner).description),
    ),
    rules: rulesOf(context, inner),
    fields: fieldsIn(context, inner, depth + 1),
  }))
}

function describe({ locale }: Context, description = ""): Description | null {
  return description === "" ? null : translateDescription(description, locale)
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

/** A schema's type in words. Names of types and formats are the same in every language. */
function typeOf(context: Context, schema: JsonSchema): string {
  const { t } = context
  const name = nameOf(schema)
  if (name !== null) return name
  const either = ` ${t("DocsFields.or")} `
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map((choice) => typeOf(context, choice)).join(either)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const types = [schema.type ?? "any"].flat()
  return types
    .map((type) =>
      type === "array" && schema.items
        ? t("DocsFields.array_of", { type: typeOf(context, schema.items) })
        : type === "string" && schema.format
          ? `string (${schema.format})`
          : type,
    )
    .join(either)
}

/** A schema's limits in words. */
function rulesOf({ t }: Context, schema: JsonSchema): string {
  const { minimum, maximum, minLength, maxLength } = schema
  const unbounded = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER
  const rules = [
    ...(schema.enum ? [schema.enum.map((value) => `\`${value}\``).join(", ")] : []),
    ...(minimum !== undefined && !unbounded
      ? [t("DocsFields.range", { minimum: String(minimum), maximum: String(maximum) })]
      : []),
    ...(minimum !== undefined && unbounded ? [t("DocsFields.at_least", { n: String(minimum) })] : []),
    ...(minimum === undefined && !unbounded ? [t("DocsFields.at_most", { n: String(maximum) })] : []),
    ...(minLength !== undefined && minLength > 1
      ? [t("DocsFields.at_least_characters", { n: String(minLength) })]
      : []),
    ...(maxLength !== undefined ? [t("DocsFields.at_most_characters", { n: String(maxLength) })] : []),
    ...(schema.pattern ? [t("DocsFields.pattern", { pattern: `\`${schema.pattern}\`` })] : []),
    ...(schema.default !== undefined
      ? [t("DocsFields.default", { value: `\`${JSON.stringify(schema.default)}\`` })]
      : []),
  ].join("; ")
  return rules === "" ? "" : t("DocsFields.sentence", { text: `${rules.charAt(0).toUpperCase()}${rules.slice(1)}` })
}
