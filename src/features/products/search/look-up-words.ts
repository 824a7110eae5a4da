import type { World } from "@/domain/world"
import { allListings, tableOf, whereOf } from "@/features/products/listing-filter"
import { catalogueReader } from "@/platform/db/replica"

/** What the vocabulary and the synonyms know of a word, or of two or three that stand together. */
export interface Phrase {
  /** The number of its first word in the query, from 1. */
  place: number
  length: number
  phrase: string
  /** A tsquery; empty for a stop word. */
  lexeme: string
  /** Whether it is a word of a shown product's name, brand or category. */
  known: boolean
  /** The lexeme of a known word that its two words make when written as one. */
  joined: string | null
  /** Lexemes of known words that sound alike. */
  similar_sound: string[]
  synonyms:
    | {
        kind: "same" | "means" | "ignored" | "unsold"
        /** Tsqueries. */
        means: string[]
        /** Whether the synonym has these words, not others that sound alike. */
        exact: boolean
      }[]
    | null
}

/** What a word that nothing knows may be. */
export interface Guess {
  kind: "sound" | "beginning" | "apart" | "corrected"
  /** A known word, or two. */
  word: string
  /** Tsqueries, of which any may be meant. */
  lexemes: string[]
}

/** Looks up the first eight different words of a query, alone and together with those that follow. */
export function lookUpPhrases(world: World, words: string): Promise<Phrase[]> {
  return catalogueReader(world)<Phrase>("SELECT * FROM search_phrases($1, $2)", [words, world.catalogueId])
}

export async function guessWord(world: World, word: string): Promise<Guess | null> {
  return (
    (await catalogueReader(world)<Guess>("SELECT * FROM search_guess($1, $2)", [word, world.catalogueId]))[0] ?? null
  )
}

/** Whether a shown product holds the word anywhere. */
export async function isInCatalogue(world: World, lexeme: string): Promise<boolean> {
  const filter = allListings(world)
  const [row] = await catalogueReader(world)<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM ${tableOf(world)} WHERE ${whereOf(filter)} AND search @@ (SELECT $${filter.values.length + 1}::tsquery)) AS found`,
    [...filter.values, lexeme],
  )
  return row?.found === true
}

/** Which of the tsqueries match a name of a category. */
export async function namesCategory(world: World, queries: string[]): Promise<boolean[]> {
  return (
    await catalogueReader(world)<{ named: boolean }>(
      `SELECT EXISTS (SELECT FROM category WHERE words @@ query::tsquery AND world_id = $2) AS named
       FROM unnest($1::text[]) WITH ORDINALITY AS q (query, position) ORDER BY position`,
      [queries, world.catalogueId],
    )
  ).map(({ named }) => named)
}
