import type { World } from "@/domain/world"
import { countListings } from "@/features/products/count-listings"
import type { ListingFilter } from "@/features/products/listing-filter"
import { POPULARITY_ORDER_SQL, readCards, type PageSlice } from "@/features/products/read-cards"
import type { Match } from "@/features/products/search/understand-query"
import { withLabels } from "@/features/products/search/tsquery"
import { catalogueReader } from "@/platform/db/replica"
import { SharedCache } from "@/platform/db/shared-cache"
import { processSingleton } from "@/platform/process-singleton"

/** A search that more products than this match is broad: ranking all of them for each request takes too long. */
const BROAD_MATCHES_MIN = 2_000
/** Beyond this fraction of the results, reading all of them is cheaper than scanning the index of popularity. */
const INDEX_SCAN_FRACTION = 1 / 20

/** The label of the words of a name in `listing.search`. */
const NAME_LABEL = "A"

/** What the conditions of a search refer to: tsqueries as text, and ids. */
type SearchValues = Record<string, string | number[]>

/** A filter with more conditions, in which `{name}` stands for the value of that name. */
function withConditions(filter: ListingFilter, more: string[], named: SearchValues): ListingFilter {
  const { texts, values } = bindNamed(more, named, filter.values)
  return { world: filter.world, conditions: [...texts, ...filter.conditions], values }
}

/** Replaces `{name}` by a parameter, numbered after those of the values. */
function bindNamed(texts: string[], named: SearchValues, values: unknown[]): { texts: string[]; values: unknown[] } {
  const all = [...values]
  const parameters = new Map<string, string>()
  const parameterOf = (name: string): string => {
    const value = named[name]
    const place = parameters.get(name) ?? `$${all.push(value)}`
    parameters.set(name, place)
    // A subquery, so that a tsquery is parsed once and not for each row.
    return Array.isArray(value) ? `${place}::int[]` : `(SELECT ${place}::tsquery)`
  }
  return { texts: texts.map((text) => text.replace(/\{(\w+)\}/g, (_, name: string) => parameterOf(name))), values: all }
}

/** The filter, combined with the words of a search. */
export function matching(filter: ListingFilter, everyQuery: string): ListingFilter {
  return withConditions(filter, ["search @@ {every}"], { every: everyQuery })
}

/** The filter, without what matches the query. */
export function notMatching(filter: ListingFilter, everyQuery: string): ListingFilter {
  return withConditions(filter, ["NOT search @@ {every}"], { every: everyQuery })
}

/** A filter that finds nothing. */
export function matchingNothing(filter: ListingFilter): ListingFilter {
  return withConditions(filter, ["false"], {})
}

// The category has a weight of its own: what a query names as a category is what it is for. Among equals the more
// popular product comes first. The braces of the weights are no names.
function rankOf(query: string): string {
  return `ts_rank('{0.02, 0.15, 0, 1}', search, ${query}) + ts_rank('{0, 0, 0.8, 0}', search, ${query})`
}
const RANK = `(${rankOf("{strong}")}`
const WEAK_RANK = ` + 0.4 * (${rankOf("{weak}")})`
const SIZE_RANK = ` + CASE WHEN search @@ {size} THEN 0.3 ELSE 0 END`

function readRanked(filter: ListingFilter, match: Match, slice: PageSlice): Promise<string> {
  const { strongQuery, weakQuery, sizeQuery } = match
  const rank = weakQuery || sizeQuery ? `${RANK}${WEAK_RANK}${SIZE_RANK}` : RANK
  const order = `${rank}) * (1 + ln(1 + popularity) / 20) DESC, ${POPULARITY_ORDER_SQL}`
  const { texts, values } = bindNamed([order], { strong: strongQuery, weak: weakQuery, size: sizeQuery }, filter.values)
  return readCards({ ...filter, values }, texts.join(), slice)
}

/**
 * Listings that match a search, most relevant first.
 * For a broad search, products with the words in their name come first, of them those of a category that the search
 * names, and each tier is sorted by popularity: the full ranking gives nearly the same order, but would read every
 * match.
 * @param filter without the words
 * @param total the number of matches
 * @returns the cards of the slice, as the text of a JSON array
 */
export async function readRelevant(
  filter: ListingFilter,
  match: Match,
  slice: PageSlice,
  total: number,
): Promise<string> {
  if (total <= BROAD_MATCHES_MIN) return readRanked(matching(filter, match.everyQuery), match, slice)
  const categories = await namedCategories(filter.world, match)
  const named = {
    every: match.everyQuery,
    named: match.namedQuery,
    inName: withLabels(match.namedQuery, NAME_LABEL),
    categories,
  }
  const tiers = categories.length > 0 ? CATEGORY_TIERS : TIERS
  const parts: Promise<string>[] = []
  let { limit, offset } = slice
  let rest = total
  for (const tier of tiers) {
    if (limit === 0) break
    const count =
      tier === tiers.at(-1)
        ? Math.max(0, rest)
        : await countListings(withConditions(filter, tier.textIndexConditions, named))
    const taken = Math.max(0, Math.min(limit, count - offset))
    if (taken > 0) parts.push(readTier(filter, named, tier, count, { ...slice, limit: taken, offset }))
    limit -= taken
    offset = Math.max(0, offset - count)
    rest -= count
  }
  return joined(await Promise.all(parts))
}

/** Joins texts of JSON arrays. */
export function joined(arrays: string[]): string {
  return `[${arrays
    .map((array) => array.slice(1, -1))
    .filter(Boolean)
    .join(",")}]`
}

/** Some of the listings that match the words. */
interface Tier {
  /** Conditions for the index of the words. */
  textIndexConditions: string[]
  /** Conditions for the rows of the index of popularity. */
  popularityScanConditions: string[]
  /** A tier with fewer listings is read through the index of the words. */
  popularityScanMin: number
}

// The index of popularity includes the words of names, so only it is scanned. Whatever matches there matches all words.
const NAMED: Tier = {
  textIndexConditions: ["search @@ {every}", "search @@ {inName}"],
  popularityScanConditions: ["ts_match_vq(name_words, {named})"],
  popularityScanMin: BROAD_MATCHES_MIN,
}
const ELSEWHERE: Tier = {
  textIndexConditions: ["search @@ {every}", "NOT ts_match_vq(name_words, {named})"],
  popularityScanConditions: ["ts_match_vq(search, {every})", "NOT ts_match_vq(name_words, {named})"],
  popularityScanMin: BROAD_MATCHES_MIN,
}
const TIERS = [NAMED, ELSEWHERE]

// The index of popularity includes the category, too. The index of paths finds the products of a small category.
function inCategory({ textIndexConditions, popularityScanConditions, popularityScanMin }: Tier): Tier {
  return {
    textIndexConditions: [...textIndexConditions, "category_ids && {categories}", "category_id = ANY ({categories})"],
    popularityScanConditions: [...popularityScanConditions, "category_id = ANY ({categories})"],
    popularityScanMin,
  }
}
function outsideCategory({ textIndexConditions, popularityScanConditions, popularityScanMin }: Tier): Tier {
  return {
    textIndexConditions: [...textIndexConditions, "(category_id = ANY ({categories})) IS NOT TRUE"],
    popularityScanConditions: [...popularityScanConditions, "(category_id = ANY ({categories})) IS NOT TRUE"],
    popularityScanMin,
  }
}
const CATEGORY_TIERS = [
  // The index of the words would read all matches of the words, of which it may be a small part.
  { ...inCategory(NAMED), popularityScanMin: 0 },
  outsideCategory(NAMED),
  inCategory(ELSEWHERE),
  outsideCategory(ELSEWHERE),
]

const NAMED_CATEGORIES_MAX_ENTRIES = 5_000
/** A word that more categories have says nothing about what is wanted. */
const NAMED_CATEGORIES_MAX = 50

const NAMED_CATEGORIES_SQL = `SELECT id FROM category WHERE words @@ $1::tsquery AND world_id = $2 ORDER BY id LIMIT ${NAMED_CATEGORIES_MAX + 1}`

/** The categories that a search names; none, if it names too many. */
function namedCategories(world: World, { strongQuery }: Match): Promise<number[]> {
  return processSingleton("named-categories", () => new SharedCache<number[]>(NAMED_CATEGORIES_MAX_ENTRIES)).get(
    `${world.catalogueId} ${strongQuery}`,
    async () => {
      const rows = await catalogueReader(world)<{ id: number }>(NAMED_CATEGORIES_SQL, [strongQuery, world.catalogueId])
      return rows.length > NAMED_CATEGORIES_MAX ? [] : rows.map(({ id }) => id)
    },
  )
}

function readTier(
  filter: ListingFilter,
  named: SearchValues,
  { textIndexConditions, popularityScanConditions, popularityScanMin }: Tier,
  count: number,
  slice: PageSlice,
): Promise<string> {
  const scanByPopularity = count > popularityScanMin && slice.offset + slice.limit <= count * INDEX_SCAN_FRACTION
  return readCards(
    withConditions(filter, scanByPopularity ? popularityScanConditions : textIndexConditions, named),
    POPULARITY_ORDER_SQL,
    slice,
  )
}
