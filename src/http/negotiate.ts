interface Preference {
  value: string
  quality: number
}

// RFC 9110, section 12.4.2: a list of values with optional weights.
function preferences(header: string): Preference[] {
  return header.split(",").map((part) => {
    const [value = "", ...parameters] = part.trim().toLowerCase().split(";")
    const weight = parameters.map((p) => /^\s*q=([\d.]+)\s*$/.exec(p)?.[1]).find((q) => q !== undefined)
    return { value: value.trim(), quality: weight === undefined ? 1 : Number(weight) }
  })
}

/** Whether an Accept header allows application/json (RFC 9110, section 12.5.1). */
export function acceptsJson(accept: string | null): boolean {
  if (!accept || accept === "*/*" || accept === "application/json") return true
  return qualityOf("application/json", preferences(accept)) > 0
}

/** Whether an Accept header allows text/event-stream. */
export function acceptsEventStream(accept: string | null): boolean {
  return !accept || qualityOf("text/event-stream", preferences(accept)) > 0
}

/** Whether an Accept header prefers text/csv to application/json. */
export function prefersCsv(accept: string | null): boolean {
  if (!accept) return false
  const requested = preferences(accept)
  return qualityOf("text/csv", requested) > qualityOf("application/json", requested)
}

/** The weight of a media type; 0 if it is not accepted. */
function qualityOf(type: string, requested: readonly Preference[]): number {
  const ranges = [type, `${type.split("/")[0]}/*`, "*/*"]
  return ranges.map((range) => requested.find(({ value }) => value === range)).find(Boolean)?.quality ?? 0
}

export type Coding = "br" | "gzip"

/** Returns the best content coding of an Accept-Encoding header (RFC 9110, section 12.5.3); null for none. */
export function acceptedCoding(header: string | null): Coding | null {
  if (!header) return null
  const requested = preferences(header)
  const quality = (coding: string): number =>
    (requested.find(({ value }) => value === coding) ?? requested.find(({ value }) => value === "*"))?.quality ?? 0
  const [br, gzip] = [quality("br"), quality("gzip")]
  if (br > 0 && br >= gzip) return "br"
  return gzip > 0 ? "gzip" : null
}
