import type { z } from "zod"
import { JsonText } from "@/domain/json-text"
import { offsetOf, type Page } from "@/domain/page"
import { countListings } from "@/features/products/count-listings"
import { type ListingFilter, listingFilter } from "@/features/products/listing-filter"
import { POPULAR, readCards } from "@/features/products/read-cards"
import type { Product, ProductQuery, ProductSort } from "@/features/products/schema"
import { type Match, understandQuery, type Understood } from "@/features/products/search/understand-query"
import { joined, matching, readRelevant, unweighted, without } from "@/features/products/search-listings"
import { withUrls } from "@/features/products/with-urls"
import type { SearchMeta } from "@/trpc/wire"

/** A Product whose URLs are still paths. */
export type ProductCard = z.output<typeof Product>

const ORDERS: Record<Exclude<ProductSort, "relevance">, string> = {
  popular: POPULAR,
  newest: "published_at DESC, product_id",
  price_asc: "price, product_id",
  price_desc: "price DESC, product_id",
  rating: "rating_average DESC, rating_count DESC, product_id",
  discount: "discount_percent DESC, product_id",
}

interface CardPage {
  /** ProductCards, as the text of a JSON array. */
  cards: string
  total: number
  /** Null without search words. */
  search: SearchMeta | null
}

/**
 * A page of visible products.
 * @throws Problem not_found, when no active category or approved store has the slug.
 */
export const listProducts = async (input: ProductQuery): Promise<Page<ProductCard> & { search: SearchMeta | null }> => {
  const { cards, total, search } = await listCards(input)
  return { rows: JSON.parse(cards) as ProductCard[], total, search }
}

/** A page of visible products as JSON text, with URLs. */
export async function listProductsText(
  input: ProductQuery,
): Promise<{ products: JsonText<z.output<typeof Product>[]>; total: number; search: SearchMeta | null }> {
  const { cards, total, search } = await listCards(input)
  return { products: new JsonText(withUrls(cards)), total, search }
}

const listCards = async (input: ProductQuery): Promise<CardPage> => {
  const words = input.q?.trim() || undefined
  const understood = words === undefined ? null : await understandQuery(words)
  const filter = await listingFilter({ ...input, ...pricesOf(input, understood) })
  const search = understood && searchMetaOf(understood)
  if (understood?.match === false) return { cards: "[]", total: 0, search }
  if (!understood?.match) {
    const { sort = "popular" } = input
    return { ...(await readPage(input, filter, ORDERS[sort === "relevance" ? "popular" : sort])), search }
  }
  return { ...(await searchPage(input, filter, understood.match)), search }
}

/** The prices that the parameters and the query allow. */
const pricesOf = (
  input: ProductQuery,
  understood: Understood | null,
): Pick<ProductQuery, "min_price" | "max_price"> => {
  const least = [input.min_price, understood?.minPrice].filter((price) => price != null)
  const most = [input.max_price, understood?.maxPrice].filter((price) => price != null)
  return {
    min_price: least.length > 0 ? Math.max(...least) : undefined,
    max_price: most.length > 0 ? Math.min(...most) : undefined,
  }
}

const searchMetaOf = ({ words, corrected, minPrice, maxPrice, sizes }: Understood): SearchMeta => ({
  corrected_query: corrected,
  interpreted: { words, min_price: minPrice, max_price: maxPrice, sizes },
})

type Found = Omit<CardPage, "search">

const searchPage = async (input: ProductQuery, filter: ListingFilter, match: Match): Promise<Found> => {
  const { sort = "relevance" } = input
  if (sort !== "relevance") return readPage(input, matching(filter, match.everyQuery), ORDERS[sort])
  const slice = sliceOf(input)
  const total = await countListings(matching(filter, match.everyQuery))
  if (total >= slice.limit || match.mostQuery === null)
    return { cards: await readRelevant(filter, match, slice, total), total }
  const others = without(filter, match.everyQuery)
  const most = { ...match, everyQuery: match.mostQuery, namedQuery: unweighted(match.mostQuery) }
  const more = await countListings(matching(others, most.everyQuery))
  const before = Math.max(0, Math.min(slice.limit, total - slice.offset))
  const parts = await Promise.all([
    before > 0 ? readRelevant(filter, match, { limit: before, offset: slice.offset }, total) : "[]",
    before < slice.limit && more > 0
      ? readRelevant(others, most, { limit: slice.limit - before, offset: Math.max(0, slice.offset - total) }, more)
      : "[]",
  ])
  return { cards: joined(parts), total: total + more }
}

const readPage = async (input: ProductQuery, filter: ListingFilter, order: string): Promise<Found> => {
  const [cards, total] = await Promise.all([readCards(filter, order, sliceOf(input)), countListings(filter)])
  return { cards, total }
}

const sliceOf = (input: ProductQuery) => ({ limit: input.per_page, offset: offsetOf(input) })
