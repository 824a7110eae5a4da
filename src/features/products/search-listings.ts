import { countListings } from "@/features/products/count-listings"
import type { ListingFilter } from "@/features/products/listing-filter"
import { POPULAR, readCards, type Slice } from "@/features/products/read-cards"

/** A word that more products than this contain is broad: ranking all of them for each request takes too long. */
const BROAD_FROM = 2_000
/** Beyond this fraction of a broad word's results, collecting all of them is cheaper than walking the index. */
const WALKED_PART = 20

/** The words as a tsquery; a subquery, so that it is evaluated once and not for each row. */
const WORDS = "(SELECT search_query($1))"
/** The tsquery restricted to names: 'c' & 'mak':* becomes 'c':A & 'mak':*A. */
const WORDS_IN_NAME =
  "(SELECT replace(regexp_replace(search_query($1)::text, '''( |$)', ''':A\\1', 'g'), ':*', ':*A')::tsquery)"

// Where the words were found has the most weight; among equals the more popular product comes first.
const RELEVANT = `ts_rank('{0.05, 0.2, 0.5, 1}', search, ${WORDS}) * (1 + ln(1 + popularity) / 20) DESC, ${POPULAR}`

/** Listings that contain the words: the conditions for the index of the words, and for the rows of another index. */
interface Tier {
  gathered: string[]
  walked: string[]
}

const ANYWHERE: Tier = { gathered: [`search @@ ${WORDS}`], walked: [`ts_match_vq(search, ${WORDS})`] }
// The index of popularity includes these words, so only it is walked.
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

/** The filter, combined with the words. */
export const holdingWords = (filter: ListingFilter): ListingFilter => and(filter, ANYWHERE.gathered)

/**
 * Listings that contain the words, most relevant first.
 * For broad words, products with the words in their name come first, and each half is sorted by popularity: the full
 * ranking gives nearly the same order, but would read every match.
 * @param total the number of matches
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
