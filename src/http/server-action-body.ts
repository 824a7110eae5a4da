/**
 * Whether React's Server Action decoder can parse a body. Any client could otherwise cause a 500 and an error in the
 * log. Only the format of React's own client is accepted: JSON whose references point to parts of the same body.
 * @param fields the parts of the form; `{ "0": body }` for a text body
 */
export function isActionBody(fields: ReadonlyMap<string, unknown>): boolean {
  const references = [...fields].filter(([name]) => REFERENCE.test(name))
  if (references.length > 0)
    return references.every(([name]) => isBoundAction(fields, `${name.slice("$ACTION_REF_".length)}`))
  if ([...fields.keys()].some((name) => name.startsWith("$ACTION_ID_"))) return true
  return isArgumentList(fields, "", "0")
}

const REFERENCE = /^\$ACTION_REF_\d*$/
const CHUNK = /^\$(@?)([0-9a-f]+)$/
/** A form, whose fields are parts of the body; an empty form has none. */
const FORM = /^\$K[0-9a-f]+$/

function isBoundAction(fields: ReadonlyMap<string, unknown>, index: string): boolean {
  const prefix = `$ACTION_${index}:`
  const action = parseJson(fields.get(`${prefix}0`))
  if (!isObject(action) || typeof action.id !== "string") return false
  if (action.bound === null || action.bound === undefined) return true
  const bound = typeof action.bound === "string" ? CHUNK.exec(action.bound) : null
  return bound?.[1] === "@" && isArgumentList(fields, prefix, bound[2] ?? "")
}

function isArgumentList(fields: ReadonlyMap<string, unknown>, prefix: string, id: string): boolean {
  const list = parseJson(fields.get(prefix + id))
  return Array.isArray(list) && list.every((value) => isArgument(value, 1))
}

/** Maximum nesting of an argument; a form's state has three levels. */
const MAX_DEPTH = 20

function isArgument(value: unknown, depth: number): boolean {
  if (depth > MAX_DEPTH) return false
  if (typeof value === "string") {
    return !value.startsWith("$") || value.startsWith("$$") || value === "$undefined" || FORM.test(value)
  }
  if (Array.isArray(value)) return value.every((element) => isArgument(element, depth + 1))
  if (isObject(value))
    return !Object.hasOwn(value, "__proto__") && Object.values(value).every((element) => isArgument(element, depth + 1))
  return true
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

function parseJson(text: unknown): unknown {
  if (typeof text !== "string") return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
