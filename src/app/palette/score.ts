/** From this length on, one typing error in a word is forgiven, and from the second length on two. */
const FORGIVING_LENGTHS = [4, 8] as const

/**
 * Ranks an item by its texts, from 0 to 1: each word of the query must be in one. One that begins like the query comes
 * first, and one that has typing errors last.
 */
export function scoreOf(value: string, query: string, keywords: readonly string[] = []): number {
  const texts = [value, ...keywords].map((text) => text.toLowerCase())
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.every((word) => texts.some((text) => text.includes(word))))
    return texts.some((text) => text.startsWith(words[0] ?? "")) ? 1 : 0.5
  return words.every((word) => texts.some((text) => text.includes(word) || hasMistyped(text, word))) ? 0.2 : 0
}

/** Whether a text has a word that begins like this one, but for typing errors after its first letter. */
function hasMistyped(text: string, typed: string): boolean {
  const errorsMax = FORGIVING_LENGTHS.filter((length) => typed.length >= length).length
  return (
    errorsMax > 0 && text.split(/[\s/]+/).some((word) => word[0] === typed[0] && errorsIn(word, typed) <= errorsMax)
  )
}

/** How many letters are missing, added, wrong or swapped in what was typed of a word. */
function errorsIn(word: string, typed: string): number {
  let [beforeLast, last] = [[] as number[], Array.from({ length: word.length + 1 }, (_, index) => index)]
  for (const [row, letter] of [...typed].entries()) {
    const errors = [row + 1]
    for (const [column, expected] of [...word].entries()) {
      const swapped = typed[row - 1] === expected && word[column - 1] === letter
      errors.push(
        Math.min(
          at(last, column) + (letter === expected ? 0 : 1),
          at(last, column + 1) + 1,
          at(errors, column) + 1,
          swapped ? at(beforeLast, column - 1) + 1 : Infinity,
        ),
      )
    }
    ;[beforeLast, last] = [last, errors]
  }
  // The word may go on after what was typed.
  return Math.min(...last)
}

function at(errors: readonly number[], index: number): number {
  return errors[index] ?? Infinity
}
