// SQL: only the database's own functions know what a search makes of a word.
import { type Synonym, SYNONYM_PHRASE_MAX, type SynonymProblem } from "@/domain/search-synonym"
import type { ProblemDetail } from "@/domain/problem"
import { type Queryable, query } from "@/platform/db/query"

interface ReadWord {
  /** The word as searches compare it; empty if it has no letter or digit. */
  plain: string
  /** A tsquery; empty for a word such as "the". */
  lexeme: string
}

const READ_WORDS_SQL = `
  SELECT plain_words(word) AS plain, lexemes_of(fold_name(word)) AS lexeme
  FROM unnest($1::text[]) WITH ORDINALITY AS w (word, place) ORDER BY place`

const TAKEN_SQL =
  "SELECT DISTINCT word FROM search_term WHERE word = ANY ($1::text[]) AND synonym_id <> ALL ($2::int[])"

/**
 * Finds what a search could not use, and words that stand in two synonyms.
 * @param replaced the ids of synonyms that these take the place of
 * @returns the problems of each synonym, in the order of the synonyms
 */
export async function findConflicts(
  tx: Queryable,
  synonyms: readonly Synonym[],
  replaced: readonly number[],
): Promise<SynonymProblem[][]> {
  const typed = synonyms.flatMap(({ words, means }) => [...words, ...means])
  const read = await query<ReadWord>(READ_WORDS_SQL, [typed], tx)
  const plainWords = [...new Set(read.map(({ plain }) => plain))]
  const taken = new Set((await query<{ word: string }>(TAKEN_SQL, [plainWords, replaced], tx)).map(({ word }) => word))
  const seen = new Map<string, number>()
  let at = 0
  return synonyms.map(({ words, means }, place) => {
    const problems: SynonymProblem[] = []
    words.forEach((_, index) => {
      const { plain = "" } = read[at++] ?? {}
      const add = (code: SynonymProblem["code"]): void => void problems.push({ field: "words", index, code })
      if (plain === "") add("malformed")
      else if (plain.split(" ").length > SYNONYM_PHRASE_MAX) add("phrase_too_long")
      else if (seen.get(plain) === place) add("duplicate")
      else if (seen.has(plain) || taken.has(plain)) add("taken")
      seen.set(plain, place)
    })
    means.forEach((_, index) => {
      if (!read[at++]?.lexeme) problems.push({ field: "means", index, code: "no_meaning" })
    })
    return problems
  })
}

const MESSAGES: Record<SynonymProblem["code"], string> = {
  kind_unknown: "The kind must be means, same, ignored or unsold",
  words_required: "Enter at least one word",
  two_words_required: "Enter at least two words that find the same",
  means_required: "Enter at least one meaning",
  means_unexpected: "Only the kind means has meanings",
  too_many_words: "Enter at most 30 words",
  too_many_means: "Enter at most 10 meanings",
  too_long: "Use at most 60 characters in a word",
  malformed: "Start a word with a letter or digit, and use no comma, semicolon, bar or quotation mark",
  phrase_too_long: "Use at most three words in a phrase",
  no_meaning: "A search leaves this word out, so it cannot be a meaning",
  duplicate: "The synonym has this word twice",
  taken: "Another synonym has this word",
  bad_line: "The line is not of the form kind,words,means",
}

/** The detail of a 422. `param` names the word by its place, such as words.2, so that a page can point to it. */
export function toProblemDetail(
  { field, index, code }: SynonymProblem,
  synonym: Synonym | undefined,
  line?: number,
): ProblemDetail {
  const word = index === null || field === "kind" || field === "line" ? undefined : synonym?.[field][index]
  const where = line === undefined ? [] : [`Line ${line}`]
  return {
    param: [...(line === undefined ? [] : [`lines.${line}`]), field, ...(index === null ? [] : [index])].join("."),
    code,
    message: `${[...where, ...(word === undefined ? [] : [`“${word}”`]), MESSAGES[code]].join(": ")}.`,
  }
}
