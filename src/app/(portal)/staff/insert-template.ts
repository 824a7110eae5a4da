/**
 * The text of the field after a template or none ("") was chosen. A template that stands unchanged at its end is
 * replaced; the reviewer's own text stays, with the template on a new line.
 */
export function insertTemplate(text: string, selected: string, templates: readonly string[]): string {
  const last = templates.find((template) => text === template || text.endsWith(`\n${template}`))
  const written = last === undefined ? text : text.slice(0, -last.length).trimEnd()
  if (selected === "") return written
  return written.trim() === "" ? selected : `${written.trimEnd()}\n${selected}`
}
