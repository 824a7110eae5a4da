interface Field {
  name: string
  type: string
  value: string
  checked: boolean
}

interface Button {
  id: string
  name: string
  value: string
  formAction: string | null
}

export interface Form {
  action: string | null
  method: "GET" | "POST"
  fields: Field[]
  buttons: Button[]
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }

export const unescapeHtml = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) =>
    hex
      ? String.fromCodePoint(parseInt(hex, 16))
      : decimal
        ? String.fromCodePoint(Number(decimal))
        : (ENTITIES[name ?? ""] ?? whole),
  )

const TAG = /<(\/?)([a-z][a-z0-9-]*)((?:\s+[^\s=>"']+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)*)\s*\/?>/gi
const ATTRIBUTE = /([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g

const attributesOf = (text: string): Map<string, string> => {
  const found = new Map<string, string>()
  for (const [, name = "", double, single, bare] of text.matchAll(ATTRIBUTE))
    found.set(name.toLowerCase(), unescapeHtml(double ?? single ?? bare ?? ""))
  return found
}

/** The forms of a page that a browser without scripts could submit. */
export const formsIn = (html: string): Form[] => {
  const forms: Form[] = []
  const named = new Map<string, Form>()
  let form: Form | null = null
  const live = html.replace(/<!--[\s\S]*?-->|<(script|style|template)\b[\s\S]*?<\/\1>/gi, "")
  for (const [, closing, tag = "", text = ""] of live.matchAll(TAG)) {
    const name = tag.toLowerCase()
    if (name === "form") {
      if (closing) form = null
      else {
        const attributes = attributesOf(text)
        form = {
          action: attributes.get("action") ?? null,
          method: attributes.get("method")?.toUpperCase() === "POST" ? "POST" : "GET",
          fields: [],
          buttons: [],
        }
        forms.push(form)
        const id = attributes.get("id")
        if (id !== undefined) named.set(id, form)
      }
    }
    if (closing || (name !== "input" && name !== "button")) continue
    const attributes = attributesOf(text)
    const owner = named.get(attributes.get("form") ?? "") ?? form
    if (!owner || attributes.has("disabled")) continue
    const type = attributes.get("type") ?? (name === "button" ? "submit" : "text")
    const field = {
      name: attributes.get("name") ?? "",
      value: attributes.get("value") ?? (type === "checkbox" ? "on" : ""),
    }
    if (type === "submit")
      owner.buttons.push({ ...field, id: attributes.get("id") ?? "", formAction: attributes.get("formaction") ?? null })
    else if (type !== "button" && type !== "reset" && field.name)
      owner.fields.push({ ...field, type, checked: attributes.has("checked") })
  }
  return forms
}
