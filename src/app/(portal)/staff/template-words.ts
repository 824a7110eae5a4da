/**
 * The text of the field after a template or none ("") was chosen. A template that stands unchanged at its end is
 * replaced; the reviewer's own text stays, with the template on a new line.
 */
export const withTemplate = (words: string, chosen: string, templates: readonly string[]): string => {
  const last = templates.find((text) => words === text || words.endsWith(`\n${text}`))
  const own = last === undefined ? words : words.slice(0, -last.length).trimEnd()
  if (chosen === "") return own
  return own.trim() === "" ? chosen : `${own.trimEnd()}\n${chosen}`
}
