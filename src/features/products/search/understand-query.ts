import { LRUCache } from "lru-cache"
import type { World } from "@/domain/world"
import { type Amounts, readAmounts } from "@/features/products/search/amounts"
import {
  type Guess,
  guessWord,
  isInCatalogue,
  lookUpPhrases,
  namesCategory,
  type Phrase,
} from "@/features/products/search/look-up-words"
import { allOf, anyOf, withLabels, withoutPhraseOperators } from "@/features/products/search/tsquery"
import type { TERM_SOURCES } from "@/features/products/schema"
import { processSingleton } from "@/platform/process-singleton"

/** What a query means. The fields that end in Query are tsqueries as text. */
export interface UnderstoodQuery {
  /** The words that are searched for. */
  words: string[]
  /** The query with mistyped words corrected; null if nothing was. */
  corrected: string | null
  minPrice: number | null
  maxPrice: number | null
  sizes: string[]
  /** Null if any product matches, because the query has no words; false if none does. */
  match: Match | null | false
  /** How each word or phrase was understood, in the order of the query. */
  terms: Term[]
}

/** Where the meaning of a term comes from. */
type TermSource = (typeof TERM_SOURCES)[number]

interface Term {
  phrase: string
  source: TermSource
  /** Tsqueries: what is searched for, that which counts most first. */
  queries: string[]
}

export interface Match {
  /** All words. */
  everyQuery: string
  /** All words, for a vector that holds the words of names alone, without positions and weights. */
  namedQuery: string
  /** Any of the words, in the meaning that counts most. */
  strongQuery: string
  /** Any of the words, in a meaning that counts less; may be empty. */
  weakQuery: string
  /** Any of the sizes; may be empty. */
  sizeQuery: string
  /** Most of the words, or the beginning of a single one: what follows where few products match all. */
  relaxedQuery: string | null
}

/** A word of a query, or a phrase, with what it may stand for. */
interface Group {
  phrase: string
  place: number
  strong: string[]
  weak: string[]
  /** Whether products or categories are called so, under any of its meanings. */
  known: boolean
  unsold: boolean
  source: TermSource
}

/** In milliseconds; the time after which a changed synonym works everywhere. */
const MAX_AGE_MS = 30_000
const CACHE_MAX_ENTRIES = 5_000

interface CachedQuery {
  /** From performance.now(), which is never set back. */
  at: number
  understood: Promise<UnderstoodQuery>
}

function understoodQueries(): LRUCache<string, CachedQuery> {
  return processSingleton("understood-queries", () => new LRUCache<string, CachedQuery>({ max: CACHE_MAX_ENTRIES }))
}

/**
 * Returns what a query means, as of half a minute ago at most.
 * @param options.fresh as of now
 */
export function understandQuery(world: World, query: string, { fresh = false } = {}): Promise<UnderstoodQuery> {
  const cache = understoodQueries()
  // Whether a description holds a word depends on the world, not on its vocabulary alone.
  const key = `${world.id} ${query}`
  const cached = fresh ? undefined : cache.get(key)
  if (cached && performance.now() - cached.at < MAX_AGE_MS) return cached.understood
  const understood = understand(world, query)
  cache.set(key, { at: performance.now(), understood })
  understood.catch(() => cache.delete(key))
  return understood
}

async function understand(world: World, query: string): Promise<UnderstoodQuery> {
  const amounts = readAmounts(query)
  const phrases = await lookUpPhrases(world, amounts.words)
  const { groups, ignored } = await groupsOf(world, phrases)
  const corrections = new Map(groups.flatMap(({ phrase, correction }) => (correction ? [[phrase, correction]] : [])))
  return {
    words: groups.map(({ phrase }) => corrections.get(phrase) ?? phrase),
    corrected: corrections.size > 0 ? groups.map(({ phrase }) => corrections.get(phrase) ?? phrase).join(" ") : null,
    minPrice: amounts.minPrice,
    maxPrice: amounts.maxPrice,
    sizes: amounts.sizes,
    match: await matchOf(world, groups, headOf(groups, phrases), amounts),
    terms: [...groups, ...ignored]
      .sort((a, b) => a.place - b.place)
      .map((term) => ({
        phrase: term.phrase,
        source: "source" in term ? term.source : "ignored",
        queries: "source" in term && term.source !== "unsold" ? [...term.strong, ...term.weak] : [],
      })),
  }
}

type ReadGroup = Group & { correction: string | null }

async function groupsOf(world: World, phrases: Phrase[]): Promise<{ groups: ReadGroup[]; ignored: Phrase[] }> {
  const at = (place: number, length: number) => phrases.find((each) => each.place === place && each.length === length)
  const selected: Phrase[] = []
  const count = phrases.filter(({ length }) => length === 1).length
  for (let place = 1; place <= count; ) {
    const found = longestAt(place, at)
    if (!found) break
    selected.push(found)
    place += found.length
  }
  const meant = selected.filter((phrase) => phrase.lexeme !== "" && !isIgnored(phrase))
  // Where every word is one to leave out, they are what is searched for.
  const requested = meant.length > 0 ? meant : selected.filter(({ lexeme }) => lexeme !== "")
  return {
    groups: await Promise.all(requested.map((phrase) => groupOf(world, phrase))),
    ignored: selected.filter((phrase) => !requested.includes(phrase)),
  }
}

/** The longest phrase that begins there and means something as a whole, else the word. */
function longestAt(place: number, at: (place: number, length: number) => Phrase | undefined): Phrase | undefined {
  return (
    [3, 2]
      .map((length) => at(place, length))
      .find((phrase) => phrase !== undefined && (phrase.synonyms !== null || phrase.joined !== null)) ?? at(place, 1)
  )
}

function exactSynonyms({ synonyms }: Phrase) {
  return (synonyms ?? []).filter(({ exact }) => exact)
}

function isIgnored(phrase: Phrase): boolean {
  const exact = exactSynonyms(phrase)
  return exact.length > 0 && exact.every(({ kind }) => kind === "ignored")
}

function meansOf(synonyms: NonNullable<Phrase["synonyms"]>): string[] {
  return [...new Set(synonyms.filter(({ kind }) => kind === "same" || kind === "means").flatMap(({ means }) => means))]
}

async function groupOf(world: World, phrase: Phrase): Promise<ReadGroup> {
  const { lexeme, known, joined, similar_sound: similar, place } = phrase
  const group = { phrase: phrase.phrase, place, unsold: false, correction: null }
  const exact = exactSynonyms(phrase)
  if (exact.some(({ kind }) => kind === "unsold"))
    return { ...group, strong: [lexeme], weak: [], known, unsold: true, source: "unsold" }
  const means = meansOf(exact)
  if (means.length > 0)
    return { ...group, strong: means, weak: excluding([lexeme, ...similar], means), known: true, source: "synonym" }
  if (joined !== null) return { ...group, strong: [joined, lexeme], weak: [], known: true, source: "one_word" }
  if (known || isNumber(phrase.phrase))
    return { ...group, strong: [lexeme], weak: similar, known, source: known ? "name" : "number" }
  const soundMatches = [...similar, ...meansOf(phrase.synonyms ?? [])]
  if (soundMatches.length > 0)
    return { ...group, strong: [lexeme, ...soundMatches], weak: [], known: true, source: "sound" }
  const [guess, inCatalogue] = await Promise.all([guessWord(world, phrase.phrase), isInCatalogue(world, lexeme)])
  return { ...group, ...applyGuess(lexeme, guess, inCatalogue) }
}

function excluding(lexemes: string[], others: string[]): string[] {
  return lexemes.filter((each) => !others.includes(each))
}

function isNumber(word: string): boolean {
  return /^\d+$/.test(word)
}

const GUESS_SOURCES = {
  sound: "sound",
  beginning: "beginning",
  apart: "two_words",
  corrected: "corrected",
} as const satisfies Record<Guess["kind"], TermSource>

function applyGuess(
  lexeme: string,
  guess: Guess | null,
  inCatalogue: boolean,
): Pick<ReadGroup, "strong" | "weak" | "known" | "correction" | "source"> {
  const alone = { strong: [lexeme], weak: [], known: false, correction: null }
  if (!guess) return { ...alone, source: inCatalogue ? "description" : "unknown" }
  // A word that is in the catalogue is never taken for another that is only written like it.
  if (guess.kind === "corrected" && inCatalogue) return { ...alone, source: "description" }
  if (inCatalogue) return { ...alone, weak: guess.lexemes, known: true, source: "description" }
  return {
    strong: [lexeme, ...guess.lexemes],
    weak: [],
    known: true,
    correction: guess.kind === "corrected" ? guess.word : null,
    source: GUESS_SOURCES[guess.kind],
  }
}

const PREPOSITIONS = new Set(["for", "with", "without", "in", "from", "by", "of"])

/** What the query is for: "shirt" in "red shirt" and in "shirt for men". */
function headOf(groups: Group[], phrases: Phrase[]): Group | undefined {
  const preposition = phrases.find(
    ({ length, phrase, place }) =>
      length === 1 && PREPOSITIONS.has(phrase) && groups.some((group) => group.place < place),
  )
  const before = preposition ? groups.filter(({ place }) => place < preposition.place) : groups
  return before.findLast(({ phrase }) => !isNumber(phrase)) ?? groups.at(-1)
}

/** Restricts a tsquery to what a product is called: the words of its name, brand and categories. */
function inNames(query: string): string {
  return withLabels(withoutPhraseOperators(query), "ABC")
}

function isPhrase(query: string): boolean {
  return query.includes(" ")
}

async function matchOf(
  world: World,
  groups: Group[],
  head: Group | undefined,
  { sizes }: Amounts,
): Promise<UnderstoodQuery["match"]> {
  const sizeQuery = anyOf(
    sizes.map((size) =>
      size
        .split(" ")
        .map((part) => `'${part}'`)
        .join(" <-> "),
    ),
  )
  if (!head) {
    if (sizes.length === 0) return null
    return {
      everyQuery: sizeQuery,
      namedQuery: withoutPhraseOperators(sizeQuery),
      strongQuery: sizeQuery,
      weakQuery: "",
      sizeQuery: "",
      relaxedQuery: null,
    }
  }
  if (head.unsold) return false
  // Numbers count in the order of results; they need not be there, unless nothing else is asked for.
  const words = groups.filter(({ phrase, unsold }) => !unsold && !isNumber(phrase))
  const needed = words.length > 0 ? words : groups
  const alternatives = needed.map(({ strong, weak }) => [...strong, ...weak])
  const anywhere = alternatives.map((queries) => anyOf(queries.map((each) => (isPhrase(each) ? inNames(each) : each))))
  return {
    everyQuery:
      needed.length > 1
        ? anyOf(
            [
              allOf([...anywhere, anyOf(alternatives.map((queries) => anyOf(queries.map(inNames))))]),
              proximityQuery(needed),
            ].filter(Boolean),
          )
        : allOf(anywhere),
    namedQuery: allOf(alternatives.map((queries) => anyOf(queries.map(withoutPhraseOperators)))),
    strongQuery: anyOf(groups.flatMap(({ strong }) => strong)),
    weakQuery: anyOf(groups.flatMap(({ weak }) => weak)),
    sizeQuery,
    relaxedQuery: needed.length > 1 ? await relaxQuery(world, needed, head) : prefixQuery(needed[0]),
  }
}

/** What begins with a word that is searched for alone. */
function prefixQuery(group: Group | undefined): string | null {
  return group?.known && group.strong.length === 1 && /^'[^' ]{3,}'$/.test(group.strong[0] ?? "")
    ? inNames(`${group.strong[0]}:*`)
    : null
}

/** Two words of a description that stand near each other, in their order. */
function proximityQuery(groups: Group[]): string {
  const [first, second] = groups.map(({ strong }) => strong[0] ?? "")
  if (groups.length !== 2 || !first || !second || isPhrase(first) || isPhrase(second)) return ""
  return anyOf([1, 2, 3, 4].map((distance) => `${first} <${distance}> ${second}`))
}

/**
 * What the query is for, with all but one of the other words; words that nothing is called are not asked for. Null if
 * nothing is called as what the query is for.
 */
async function relaxQuery(world: World, groups: Group[], head: Group): Promise<string | null> {
  const known = groups.filter((group) => group.known)
  const queries = known.map(({ strong }) => anyOf(strong.map(inNames)))
  const named = await namesCategory(
    world,
    known.map(({ strong }) => anyOf(strong.map(withoutPhraseOperators))),
  )
  // A category that is named tells more surely what a query is for than the place of the word.
  const heads = known.filter((group, index) => named[index] && group !== head)
  const main = known.includes(head) ? head : null
  if (!main) return null
  const mainQuery = queries[known.indexOf(named[known.indexOf(main)] ? main : (heads.at(-1) ?? main))]
  if (mainQuery === undefined) return null
  const others = queries.filter((query) => query !== mainQuery)
  if (others.length < 2) return mainQuery
  return allOf([mainQuery, anyOf(others)])
}
