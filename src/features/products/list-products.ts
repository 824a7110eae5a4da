import type { z } from "zod"
import { JsonText } from "@/domain/json-text"
import { offsetOf, type Page } from "@/domain/page"
import { countListings } from "@/features/products/count-listings"
import { type ListingFilter, listingFilter } from "@/features/products/listing-filter"
import { POPULAR, readCards } from "@/features/products/read-cards"
import type { Product, ProductQuery, ProductSort } from "@/features/products/schema"
import { holdingWords, readRelevant } from "@/features/products/search-listings"
import { withUrls } from "@/features/products/with-urls"
import { readCatalogue } from "@/platform/db/replica"

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
}

/**
 * A page of visible products.
 * @throws Problem not_found, when no active category or approved store has the slug.
 */
export const listProducts = async (input: ProductQuery): Promise<Page<ProductCard>> => {
  const { cards, total } = await listCards(input)
  return { rows: JSON.parse(cards) as ProductCard[], total }
}

/** A page of visible products as JSON text, with URLs. */
export async function listProductsText(
  input: ProductQuery,
): Promise<{ products: JsonText<z.output<typeof Product>[]>; total: number }> {
  const { cards, total } = await listCards(input)
  return { products: new JsonText(withUrls(cards)), total }
}

const listCards = async (input: ProductQuery): Promise<CardPage> => {
  const words = input.q?.trim() || undefined
  const filter = await listingFilter(input, words)
  if (words === undefined)
    return readPage(
      input,
      filter,
      ORDERS[input.sort === undefined || input.sort === "relevance" ? "popular" : input.sort],
    )
  const page = await searchPage(input, filter)
  if (page.total > 0) return page
  const [meant] = await readCatalogue<{ words: string | null }>("SELECT search_correct($1) AS words", [words])
  return meant?.words ? searchPage(input, { ...filter, values: [meant.words, ...filter.values.slice(1)] }) : page
}

const searchPage = async (input: ProductQuery, filter: ListingFilter): Promise<CardPage> => {
  const { sort = "relevance" } = input
  if (sort !== "relevance") return readPage(input, holdingWords(filter), ORDERS[sort])
  const total = await countListings(holdingWords(filter))
  return { cards: await readRelevant(filter, sliceOf(input), total), total }
}

const readPage = async (input: ProductQuery, filter: ListingFilter, order: string): Promise<CardPage> => {
  const [cards, total] = await Promise.all([readCards(filter, order, sliceOf(input)), countListings(filter)])
  return { cards, total }
}

const sliceOf = (input: ProductQuery) => ({ limit: input.per_page, offset: offsetOf(input) })
