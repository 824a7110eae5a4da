/**
 * What a synonym does to a search. same: each word finds what the others find. means: the words find what the meanings
 * find. ignored: the words are left out of a search. unsold: a search for one finds nothing.
 */
export const SYNONYM_KINDS = ["means", "same", "ignored", "unsold"] as const
export type SynonymKind = (typeof SYNONYM_KINDS)[number]

export interface Synonym {
  kind: SynonymKind
  /** Words as customers type them, or phrases of up to three words. */
  words: string[]
  /** What is searched for instead; only of the kind means. */
  means: string[]
}

export const SYNONYM_WORDS_MAX = 30
export const SYNONYM_MEANINGS_MAX = 10
const SYNONYM_WORD_MAX = 60
/** A search looks up its words alone, and two and three that stand together. */
export const SYNONYM_PHRASE_MAX = 3
export const SYNONYMS_MAX = 5_000
/** In characters. */
export const SYNONYM_FILE_MAX = 500_000

export const SYNONYM_PROBLEMS = [
  "kind_unknown",
  "words_required",
  "two_words_required",
  "means_required",
  "means_unexpected",
  "too_many_words",
  "too_many_means",
  "too_long",
  "malformed",
  "phrase_too_long",
  "no_meaning",
  "duplicate",
  "taken",
  "bad_line",
] as const
export type SynonymProblemCode = (typeof SYNONYM_PROBLEMS)[number]

export interface SynonymProblem {
  field: "kind" | "words" | "means" | "line"
  /** Of the word in its field; null if the problem is the field's. */
  index: number | null
  code: SynonymProblemCode
}

/** Reads words that are written one a line or separated by commas. */
export function splitWords(text: string): string[] {
  return text
    .split(/[\n\r,;|]+/)
    .map((word) => word.normalize("NFC").trim().replace(/\s+/g, " "))
    .filter(Boolean)
}

// A word begins with a letter or digit, so that no spreadsheet takes it for a formula. The joiners of Devanagari
// (U+200C and U+200D) are the only invisible characters.
const WORD = /^[\p{L}\p{N}][^,;|"\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u

/** Finds what is wrong with a synonym by itself. */
export function synonymProblems({ kind, words, means }: Synonym): SynonymProblem[] {
  const problems: SynonymProblem[] = []
  const add = (field: SynonymProblem["field"], code: SynonymProblemCode, index: number | null = null): void => {
    problems.push({ field, index, code })
  }
  if (words.length === 0) add("words", "words_required")
  else if (kind === "same" && words.length < 2) add("words", "two_words_required")
  if (words.length > SYNONYM_WORDS_MAX) add("words", "too_many_words")
  if (kind === "means" && means.length === 0) add("means", "means_required")
  if (kind !== "means" && means.length > 0) add("means", "means_unexpected")
  if (means.length > SYNONYM_MEANINGS_MAX) add("means", "too_many_means")
  for (const [field, list] of [
    ["words", words],
    ["means", means],
  ] as const)
    list.forEach((word, index) => {
      if (word.length > SYNONYM_WORD_MAX) add(field, "too_long", index)
      else if (!WORD.test(word)) add(field, "malformed", index)
    })
  return problems
}

// --- The file -----------------------------------------------------------------------------------------------------

const FILE_HEAD = "kind,words,means"
/** Spreadsheets read a CSV file as UTF-8 only with this mark. */
const BYTE_ORDER_MARK = "\uFEFF"
const WORD_SEPARATOR = "|"

/** A line of a file that could be read. */
export interface SynonymLine {
  /** From 1, as text editors count. */
  line: number
  synonym: Synonym
}

interface SynonymFile {
  lines: SynonymLine[]
  problems: (SynonymProblem & { line: number })[]
}

/** Writes a CSV file (RFC 4180). Words contain neither commas nor quotation marks, so no field needs quoting. */
export function formatSynonymFile(synonyms: readonly Synonym[]): string {
  return (
    BYTE_ORDER_MARK +
    [
      FILE_HEAD,
      ...synonyms.map(({ kind, words, means }) =>
        [kind, words.join(WORD_SEPARATOR), means.join(WORD_SEPARATOR)].join(","),
      ),
    ]
      .map((line) => `${line}\r\n`)
      .join("")
  )
}

/** Reads a CSV file; each line that cannot be read is named, and empty lines are skipped. */
export function parseSynonymFile(text: string): SynonymFile {
  const file: SynonymFile = { lines: [], problems: [] }
  const bad = (line: number, code: SynonymProblemCode, field: SynonymProblem["field"] = "line"): void => {
    file.problems.push({ line, field, index: null, code })
  }
  text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\n|\r/)
    .forEach((content, index) => {
      const line = index + 1
      if (content.replace(/[,\s]/g, "") === "" || (line === 1 && content.replace(/["\s]/g, "") === FILE_HEAD)) return
      const fields = csvFields(content)
      if (fields === null || fields.length < 2 || fields.length > 3) return bad(line, "bad_line")
      const [kind = "", words = "", means = ""] = fields.map((field) => field.trim())
      if (!isSynonymKind(kind)) return bad(line, "kind_unknown", "kind")
      const synonym = { kind, words: splitFieldWords(words), means: splitFieldWords(means) }
      file.lines.push({ line, synonym })
      file.problems.push(...synonymProblems(synonym).map((problem) => ({ line, ...problem })))
    })
  return file
}

function isSynonymKind(kind: string): kind is SynonymKind {
  return (SYNONYM_KINDS as readonly string[]).includes(kind)
}

function splitFieldWords(field: string): string[] {
  return field
    .split(WORD_SEPARATOR)
    .map((word) => word.normalize("NFC").trim().replace(/\s+/g, " "))
    .filter(Boolean)
}

/** The fields of a line of CSV; null if a quotation mark is not where it belongs. */
function csvFields(line: string): string[] | null {
  const fields: string[] = []
  const field = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y
  for (;;) {
    const match = field.exec(line)
    if (!match) return null
    fields.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? "")
    if (match[3] === "") return fields
  }
}

/** The identity of a synonym's content. */
export function synonymKey({ kind, words, means }: Synonym): string {
  return JSON.stringify([kind, words, means])
}
