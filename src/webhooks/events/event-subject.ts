/** The members of a body by which its object is known, best first. */
const NAMES = ["number", "sku", "name", "url", "id"]

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (Reflect.get(value, name) as unknown) : undefined
}

/** What an event is about, in its own words: an order's number, a product's SKU, the name of a key, an endpoint's URL. */
export function eventSubject({ data }: { data: unknown }): string | null {
  const subject = member(data, "credential") ?? data
  const name = NAMES.map((each) => member(subject, each)).find((value) => typeof value === "string" && value !== "")
  if (typeof name !== "string") return null
  const end = member(subject, "last_four")
  return typeof end === "string" && end !== "" ? `${name} …${end}` : name
}
