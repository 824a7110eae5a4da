import { countListings } from "@/features/products/count-listings"
import type { ListingFilter } from "@/features/products/listing-filter"
import { POPULAR, readCards, type Slice } from "@/features/products/read-cards"
import type { Match } from "@/features/products/search/understand-query"

/** A search that more products than this match is broad: ranking all of them for each request takes too long. */
const BROAD_FROM = 2_000
/** Beyond this fraction of a broad search's results, collecting all of them is cheaper than walking the index. */
const WALKED_PART = 20

// A subquery, so that the text is parsed once and not for each row.
const query = (parameter: string): string => `(SELECT ${parameter}::tsquery)`

/** A filter with more conditions; `#1`, `#2` ... in them stand for the added values. */
const and = ({ conditions, values }: ListingFilter, more: string[], added: string[]): ListingFilter => ({
  conditions: [...more.map((condition) => numbered(condition, values.length)), ...conditions],
  values: [...values, ...added],
})

const numbered = (text: string, before: number): string =>
  text.replace(/#(\d)/g, (_, place: string) => query(`$${before + Number(place)}`))

/** The filter, combined with the words of a search. */
export const matching = (filter: ListingFilter, everyQuery: string): ListingFilter =>
  and(filter, ["search @@ #1"], [everyQuery])

/** The filter, without what matches the query. */
export const without = (filter: ListingFilter, everyQuery: string): ListingFilter =>
  and(filter, ["NOT search @@ #1"], [everyQuery])

/** A tsquery for vectors without weights. */
export const unweighted = (weighted: string): string =>
  weighted.replace(/':(\*?)[A-D]+/g, (_, star: string) => (star ? "':*" : "'"))

// The category has a weight of its own: what a query names as a category is what it is for. Among equals the more
// popular product comes first.
const RANK = `(ts_rank('{0.02, 0.15, 0, 1}', search, #1) + ts_rank('{0, 0, 0.8, 0}', search, #1)`
const WEAK_RANK = ` + 0.4 * (ts_rank('{0.02, 0.15, 0, 1}', search, #2) + ts_rank('{0, 0, 0.8, 0}', search, #2))`
const SIZE_RANK = ` + CASE WHEN search @@ #3 THEN 0.3 ELSE 0 END`

const readRanked = (filter: ListingFilter, match: Match, slice: Slice): Promise<string> => {
  const { strongQuery, weakQuery, sizeQuery } = match
  const rest = weakQuery || sizeQuery
  const rank = rest ? `${RANK}${WEAK_RANK}${SIZE_RANK}` : RANK
  const order = `${numbered(rank, filter.values.length)}) * (1 + ln(1 + popularity) / 20) DESC, ${POPULAR}`
  const values = rest ? [strongQuery, weakQuery, sizeQuery] : [strongQuery]
  return readCards({ ...filter, values: [...filter.values, ...values] }, order, slice)
}

/**
 * Listings that match a search, most relevant first.
 * For a broad search, products with the words in their name come first, and each half is sorted by popularity: the full
 * ranking gives nearly the same order, but would read every match.
 * @param filter without the words
 * @param total the number of matches
 * @returns the cards of the slice, as the text of a JSON array
 */
export const readRelevant = async (
  filter: ListingFilter,
  match: Match,
  { limit, offset }: Slice,
  total: number,
): Promise<string> => {
  if (total <= BROAD_FROM) return readRanked(matching(filter, match.everyQuery), match, { limit, offset })
  const named = await countListings(and(filter, NAMED.gathered, [match.everyQuery, inName(match)]))
  const before = Math.max(0, Math.min(limit, named - offset))
  const parts = await Promise.all([
    before > 0 ? readTier(filter, match, NAMED, named, { limit: before, offset }) : "[]",
    before < limit
      ? readTier(filter, match, ELSEWHERE, total - named, {
          limit: limit - before,
          offset: Math.max(0, offset - named),
        })
      : "[]",
  ])
  return joined(parts)
}

/** Joins texts of JSON arrays. */
export const joined = (arrays: string[]): string =>
  `[${arrays
    .map((array) => array.slice(1, -1))
    .filter(Boolean)
    .join(",")}]`

/** Listings that match the words: the conditions for the index of the words, and for the rows of another index. */
interface Tier {
  gathered: string[]
  walked: string[]
}

// The index of popularity includes the words of names, so only it is walked. What matches there matches all words.
const NAMED: Tier = { gathered: ["search @@ #1", "search @@ #2"], walked: ["ts_match_vq(name_words, #1)"] }
const ELSEWHERE: Tier = {
  gathered: ["search @@ #1", "NOT ts_match_vq(name_words, #2)"],
  walked: ["ts_match_vq(search, #1)", "NOT ts_match_vq(name_words, #2)"],
}

/** All words, restricted to names: 'c' & 'mak':* becomes 'c':A & 'mak':*A. */
const inName = ({ namedQuery }: Match): string =>
  namedQuery.replace(/'(:\*)?(?= |\)|$)/g, (_, star?: string) => `'${star ?? ":"}A`)

const readTier = (filter: ListingFilter, match: Match, tier: Tier, total: number, slice: Slice): Promise<string> => {
  const { everyQuery, namedQuery } = match
  const near = total > BROAD_FROM && slice.offset + slice.limit <= total / WALKED_PART
  const named =
    tier === NAMED
      ? near
        ? and(filter, tier.walked, [namedQuery])
        : and(filter, tier.gathered, [everyQuery, inName(match)])
      : and(filter, near ? tier.walked : tier.gathered, [everyQuery, namedQuery])
  return readCards(named, POPULAR, slice)
}
