import { parseHttpDate } from "@/http/date"
import type { HeaderReader } from "@/http/message"
import type { Precondition } from "@/domain/precondition"

// RFC 9110, section 8.8.3
const ENTITY_TAG = /(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g

/** Returns the strong entity tag of a version. */
export function strongEtag(version: string): string {
  return `"${version}"`
}

/**
 * Parses the precondition of a write from its headers (RFC 9110, section 13.2.2).
 * @returns null if there is none, or if every existing resource meets it
 */
export function readPrecondition(header: HeaderReader): Precondition | null {
  const [ifMatch, ifNoneMatch] = [header("if-match")?.trim() ?? null, header("if-none-match")?.trim() ?? null]
  const versions =
    ifMatch === null || ifMatch === "*"
      ? null
      : parseEntityTags(ifMatch).flatMap(({ weak, tag }) => (weak ? [] : [tag]))
  const excludedVersions = ifNoneMatch === "*" ? "all" : parseEntityTags(ifNoneMatch ?? "").map(({ tag }) => tag)
  // If-Match is more exact and wins; an invalid date is ignored (RFC 9110, section 13.1.4).
  const unmodifiedSince = ifMatch === null ? parseHttpDate(header("if-unmodified-since") ?? "") : null
  if (versions === null && excludedVersions.length === 0 && unmodifiedSince === null) return null
  return { versions, excludedVersions, unmodifiedSince }
}

function parseEntityTags(list: string): { weak: boolean; tag: string }[] {
  return [...list.matchAll(ENTITY_TAG)].map(([, weak, tag = ""]) => ({ weak: weak !== undefined, tag }))
}
