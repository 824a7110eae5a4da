/**
 * What the field holds once a template has been chosen, or none (""): a template that stands at its end as it was put there gives
 * way, and words of the reviewer's own stay, with the template on a line behind them.
 */
export const withTemplate = (words: string, chosen: string, templates: readonly string[]): string => {
  const last = templates.find((text) => words === text || words.endsWith(`\n${text}`))
  const own = last === undefined ? words : words.slice(0, -last.length).trimEnd()
  if (chosen === "") return own
  return own.trim() === "" ? chosen : `${own.trimEnd()}\n${chosen}`
}
