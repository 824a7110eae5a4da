import { countListings } from "@/features/products/count-listings"
import type { ListingFilter } from "@/features/products/listing-filter"
import { POPULAR, readCards, type Slice } from "@/features/products/read-cards"

/** A word that more products hold is broad: too many hold it to rank each of them for each request. */
const BROAD_FROM = 2_000
/** Past this part of what a broad word finds, collecting all of it costs less than walking there. */
const WALKED_PART = 20

/** The words as a query; a subquery, so that it is made once and not for each row. */
const WORDS = "(SELECT search_query($1))"
/** The same, found in names alone: 'c' & 'mak':* becomes 'c':A & 'mak':*A. */
const WORDS_IN_NAME =
  "(SELECT replace(regexp_replace(search_query($1)::text, '''( |$)', ''':A\\1', 'g'), ':*', ':*A')::tsquery)"

// Where the words were found weighs most; among equals what sells better comes first.
const RELEVANT = `ts_rank('{0.05, 0.2, 0.5, 1}', search, ${WORDS}) * (1 + ln(1 + popularity) / 20) DESC, ${POPULAR}`

/** Listings that hold words: the conditions that the words' index answers, and the same for the rows of another index. */
interface Tier {
  gathered: string[]
  walked: string[]
}

const ANYWHERE: Tier = { gathered: [`search @@ ${WORDS}`], walked: [`ts_match_vq(search, ${WORDS})`] }
// The index of what sells best has these words, so that it alone is walked.
const NAMED = `ts_match_vq(name_words, ${WORDS})`
const IN_NAME: Tier = { gathered: [`search @@ ${WORDS_IN_NAME}`], walked: [NAMED] }
const ELSEWHERE: Tier = {
  gathered: [...ANYWHERE.gathered, `NOT ${NAMED}`],
  walked: [...ANYWHERE.walked, `NOT ${NAMED}`],
}

const and = ({ conditions, values }: ListingFilter, more: string[]): ListingFilter => ({
  conditions: [...more, ...conditions],
  values,
})

/** The filter, and that the words are found. */
export const holdingWords = (filter: ListingFilter): ListingFilter => and(filter, ANYWHERE.gathered)

/**
 * What holds the words, the most relevant first. Where they are broad, those products come first whose names hold them, and each half is
 * in the order of what sells: the ranking comes to nearly the same there, but would have to look at every one of them.
 * @param total of what holds them
 * @returns the cards of the slice, as the text of a JSON array
 */
export const readRelevant = async (filter: ListingFilter, { limit, offset }: Slice, total: number): Promise<string> => {
  if (total <= BROAD_FROM) return readCards(holdingWords(filter), RELEVANT, { limit, offset })
  const named = await countListings(and(filter, IN_NAME.gathered))
  const before = Math.max(0, Math.min(limit, named - offset))
  const parts = await Promise.all([
    before > 0 ? readTier(filter, IN_NAME, named, { limit: before, offset }) : "[]",
    before < limit
      ? readTier(filter, ELSEWHERE, total - named, { limit: limit - before, offset: Math.max(0, offset - named) })
      : "[]",
  ])
  return `[${parts
    .map((part) => part.slice(1, -1))
    .filter(Boolean)
    .join(",")}]`
}

const readTier = (filter: ListingFilter, tier: Tier, total: number, slice: Slice): Promise<string> => {
  const near = total > BROAD_FROM && slice.offset + slice.limit <= total / WALKED_PART
  return readCards(and(filter, near ? tier.walked : tier.gathered), POPULAR, slice)
}
