import type { World } from "@/domain/world"
import { lookUpPhrases, type Phrase } from "@/features/products/search/look-up-words"
import { allOf, anyOf, withoutPhraseOperators } from "@/features/products/search/tsquery"
import { catalogueReader } from "@/platform/db/replica"

/** What a text may become. Both are tsqueries without weights; empty if there is none. */
export interface Completion {
  /** Names that begin as typed. */
  typed: string
  /** Names of what synonyms that begin as typed mean. */
  meant: string
}

interface Beginning {
  kind: "word" | "sound" | "synonym" | "phrase"
  lexeme: string
}

const BEGINNINGS_MAX = 12
/** Where fewer words of the catalogue begin as typed, those that sound so are suggested as well. */
const FEW_WORDS = 3

/** Words and synonyms that begin like the last word, and synonyms that begin like the whole text. */
const BEGINNINGS_SQL = `
  WITH typed AS MATERIALIZED (
    SELECT last_word, phrase, devanagari,
      CASE WHEN devanagari OR char_length(last_word) > 1 THEN loose_sound(sound_of(last_word)) ELSE '' END AS phonetic_key,
      loose_sound(sound_of(phrase)) AS phrase_phonetic_key
    FROM (SELECT $1::text AS last_word, $2::text AS phrase, $1::text ~ '[\\u0900-\\u097f]' AS devanagari) t)
  SELECT kind, lexeme FROM typed CROSS JOIN LATERAL (
    (SELECT 'word' AS kind, lexeme FROM search_word w
     WHERE w.world_id = $3 AND w.word ~>=~ typed.last_word AND w.word ~<~ (typed.last_word || U&'\\+10FFFF') AND lexeme <> '' ORDER BY char_length(word), word LIMIT ${BEGINNINGS_MAX})
    UNION ALL
    (SELECT 'sound', lexeme FROM search_word w
     WHERE w.world_id = $3 AND typed.phonetic_key <> '' AND w.loose ~>=~ typed.phonetic_key AND w.loose ~<~ (typed.phonetic_key || U&'\\+10FFFF') AND lexeme <> ''
     ORDER BY char_length(word), word LIMIT ${BEGINNINGS_MAX})
    UNION ALL
    (SELECT 'synonym', unnest(means) FROM search_term s
     WHERE s.kind IN ('same', 'means') AND s.word ~>=~ typed.last_word AND s.word ~<~ (typed.last_word || U&'\\+10FFFF') ORDER BY char_length(word), word LIMIT ${BEGINNINGS_MAX})
    UNION ALL
    (SELECT 'synonym', unnest(means) FROM search_term s
     WHERE s.kind IN ('same', 'means') AND typed.phonetic_key <> '' AND s.loose ~>=~ typed.phonetic_key AND s.loose ~<~ (typed.phonetic_key || U&'\\+10FFFF')
     ORDER BY char_length(word), word LIMIT ${BEGINNINGS_MAX})
    UNION ALL
    (SELECT 'phrase', unnest(means) FROM search_term s
     WHERE s.kind IN ('same', 'means') AND typed.phrase <> typed.last_word AND s.loose ~>=~ typed.phrase_phonetic_key AND s.loose ~<~ (typed.phrase_phonetic_key || U&'\\+10FFFF')
     ORDER BY char_length(word), word LIMIT ${BEGINNINGS_MAX})) beginnings`

const WORDS_SQL = "SELECT word FROM searched_words($1) WITH ORDINALITY AS w (word, place) ORDER BY place"

/** Returns what a text may become; null if it has no words. */
export async function completeWords(world: World, text: string): Promise<Completion | null> {
  const words = (await catalogueReader(world)<{ word: string }>(WORDS_SQL, [text])).map(({ word }) => word)
  const last = words.at(-1)
  if (last === undefined) return null
  const before = words.slice(0, -1)
  const [beginnings, phrases] = await Promise.all([
    catalogueReader(world)<Beginning>(BEGINNINGS_SQL, [last, words.join(" "), world.catalogueId]),
    before.length > 0 ? lookUpPhrases(world, before.join(" ")) : [],
  ])
  // The vectors of names have no positions.
  const lexemesOf = (kind: Beginning["kind"]): string[] =>
    beginnings.filter((each) => each.kind === kind).map(({ lexeme }) => withoutPhraseOperators(lexeme))
  const earlier = phrases.filter(({ length, lexeme }) => length === 1 && lexeme !== "").flatMap(meaningsOf)
  const wordsBegun = lexemesOf("word")
  // Stems that begin as typed are found by the beginning itself.
  const others = wordsBegun.filter((lexeme) => !lexeme.startsWith(`'${last}`))
  const sounds = wordsBegun.length < FEW_WORDS ? lexemesOf("sound") : []
  const synonyms = lexemesOf("synonym")
  return {
    typed: allOf([...earlier, anyOf([`'${last}':*`, ...others, ...sounds])]),
    meant: anyOf([...lexemesOf("phrase"), ...(synonyms.length > 0 ? [allOf([...earlier, anyOf(synonyms)])] : [])]),
  }
}

/** Any of a finished word's meanings; none for one that searches leave out. */
function meaningsOf({ lexeme, similar_sound: similar, synonyms }: Phrase): string[] {
  const exact = (synonyms ?? []).filter((synonym) => synonym.exact)
  if (exact.length > 0 && exact.every(({ kind }) => kind === "ignored")) return []
  return [anyOf([lexeme, ...similar, ...exact.flatMap(({ means }) => means)].map(withoutPhraseOperators))]
}
