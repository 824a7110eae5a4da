/** The media type of a feed (RFC 4287, section 7). */
export const ATOM_TYPE = "application/atom+xml"

/** Escapes text for an element or attribute of XML. */
export function xmlText(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")
}
