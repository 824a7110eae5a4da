// Tsqueries as text (PostgreSQL, "Text Search Types").

/** Matches what any of the tsqueries matches; empty for none. */
export function anyOf(queries: string[]): string {
  return [...new Set(queries)].map((query) => `(${query})`).join(" | ")
}

/** Matches what all of the tsqueries match; empty for none. */
export function allOf(queries: string[]): string {
  return queries.map((query) => `(${query})`).join(" & ")
}

/** Replaces phrase operators by AND, for vectors without positions. */
export function withoutPhraseOperators(query: string): string {
  return query.replace(/ <(?:-|\d+)> /g, " & ")
}

/** Restricts a tsquery to lexemes with these labels: with A, `'c' & 'mak':*` becomes `'c':A & 'mak':*A`. */
export function withLabels(query: string, labels: string): string {
  return query.replace(/'(:\*)?(?= |\)|$)/g, (_, star?: string) => `'${star ?? ":"}${labels}`)
}

/** Removes the labels, for vectors without them. */
export function withoutLabels(query: string): string {
  return query.replace(/':(\*?)[A-D]+/g, (_, star: string) => (star ? "':*" : "'"))
}
