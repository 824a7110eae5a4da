/**
 * How a text matches a name: as it is typed or by the sound of its words (haldi and हल्दी sound alike), or by being
 * similar, which forgives typos.
 */
export type NameMatch = "exact" | "similar"

/**
 * A condition that trigram indexes serve, in SQL.
 * @param q what was typed, not empty
 * @param text an indexed expression in lower case, with a space before each word
 * @param name the name, of which name_sounds() is indexed
 * @param parameter that holds what was typed, such as $1
 */
export function nameMatches(match: NameMatch, q: string, text: string, name: string, parameter: string): string {
  if (match === "similar") return `(${text} %> lower(${parameter}::text))`
  // pg_trgm takes no other letters than these for letters of words, unless the database's locale does.
  const latin = /[a-z0-9]/i.test(q)
  const conditions = [
    ...(latin ? [`${text} LIKE part_pattern(${parameter})`] : []),
    ...(latin && !/[a-z0-9]{3}/i.test(q) ? [] : [`name_sounds(${name}) LIKE sounds_pattern(${parameter})`]),
  ]
  return `(${conditions.join(" OR ")})`
}

/** Shorter texts are similar to too much. */
const SIMILAR_FROM_CHARACTERS = 4

/** Reads what matches; if nothing does, what is similar. */
export async function exactElseSimilar<Found extends { total: number }>(
  q: string,
  read: (match: NameMatch) => Promise<Found>,
): Promise<Found & { similar: boolean }> {
  const found = await read("exact")
  if (found.total > 0 || q.length < SIMILAR_FROM_CHARACTERS) return { ...found, similar: false }
  const near = await read("similar")
  return { ...near, similar: near.total > 0 }
}
