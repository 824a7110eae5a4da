import { z } from "zod"
import { checkDeprecation, type Deprecation, describeDeprecation } from "@/domain/deprecation"

const declared = new WeakMap<z.ZodType, Deprecation>()

/**
 * Declares a parameter or a field as deprecated: in the description, in the headers of the responses that it concerns,
 * and in the reports of who still uses it. Wrap the schema as it stands in the object.
 * @throws Error if the declaration is not valid
 */
export function deprecated<Schema extends z.ZodType>(schema: Schema, deprecation: Deprecation): Schema {
  checkDeprecation("a parameter or field", deprecation)
  const { description, ...meta } = schema.meta() ?? {}
  const notice = describeDeprecation(deprecation)
  const marked = schema.meta({
    ...meta,
    description: description === undefined ? notice : `${description} ${notice}`,
    deprecated: true,
  })
  declared.set(marked, deprecation)
  return marked
}

/** A deprecated member of a schema. */
interface DeprecatedMember {
  /** The names of its objects and its own; items of a list have no name. */
  path: string[]
  deprecation: Deprecation
}

/**
 * Finds the deprecated members of a schema.
 * @throws Error if a replacement does not stand beside what it replaces
 */
export function deprecatedMembers(schema: z.ZodType | undefined): DeprecatedMember[] {
  const found: DeprecatedMember[] = []
  const visit = (inner: unknown, path: string[], above: readonly unknown[]): void => {
    if (!(inner instanceof z.ZodType) || above.includes(inner)) return
    const within = [...above, inner]
    if (inner instanceof z.ZodObject) {
      for (const [name, member] of Object.entries<unknown>(inner.shape)) {
        const deprecation = member instanceof z.ZodType ? declared.get(member) : undefined
        if (deprecation)
          found.push({ path: [...path, name], deprecation: requireSibling(name, deprecation, inner.shape) })
        visit(member, [...path, name], within)
      }
      return
    }
    for (const next of innerSchemas(inner)) visit(next, path, within)
  }
  visit(schema, [], [])
  return found
}

function requireSibling(name: string, deprecation: Deprecation, shape: object): Deprecation {
  const { replacement } = deprecation
  if (replacement !== null && !Object.hasOwn(shape, replacement))
    throw new Error(`${name} is replaced by ${replacement}, which does not stand beside it`)
  return deprecation
}

/** What a schema that is no object consists of: the wrapped one, the items of a list, the members of a union. */
function innerSchemas({ def }: z.ZodType): unknown[] {
  const parts: Record<string, unknown> = { ...def }
  return [parts.innerType, parts.element, parts.in, parts.out, parts.left, parts.right, parts.valueType]
    .concat(Array.isArray(parts.options) ? parts.options : [])
    .filter((part) => part !== undefined)
}
