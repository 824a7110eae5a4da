import type { z } from "zod"
import { offsetOf, type Page } from "@/domain/page"
import { countListings } from "@/features/products/count-listings"
import { type ListingFilter, listingFilter, PARSED_WORDS } from "@/features/products/listing-filter"
import type { Product, ProductQuery, ProductSort } from "@/features/products/schema"
import { readCatalogue } from "@/platform/replica"

/** A Product whose addresses are still paths. */
export type ProductCard = z.output<typeof Product>

const ORDERS: Record<ProductSort, string> = {
  popular: "popularity DESC, product_id",
  newest: "published_at DESC, product_id",
  price_asc: "price, product_id",
  price_desc: "price DESC, product_id",
  rating: "rating_average DESC, rating_count DESC, product_id",
  discount: "discount_percent DESC, product_id",
  // Where the words were found weighs most; among equals what sells better comes first.
  relevance: `ts_rank('{0.05, 0.2, 0.5, 1}', search, ${PARSED_WORDS}) * (1 + ln(1 + popularity) / 20) DESC, popularity DESC, product_id`,
}

/**
 * A page of the products that may be shown.
 * @throws Problem not_found, when no active category or approved store has the slug.
 */
export const listProducts = async (input: ProductQuery): Promise<Page<ProductCard>> => {
  const words = input.q?.trim() || undefined
  const filter = await listingFilter(input, words)
  const page = await readPage(input, filter, words)
  if (words === undefined || page.total > 0) return page
  const [meant] = await readCatalogue<{ words: string | null }>("SELECT search_correct($1) AS words", [words])
  if (!meant?.words) return page
  return readPage(input, { ...filter, values: [meant.words, ...filter.values.slice(1)] }, words)
}

const readPage = async (input: ProductQuery, filter: ListingFilter, words: string | undefined): Promise<Page<ProductCard>> => {
  const sort = input.sort ?? "relevance"
  const order = ORDERS[sort === "relevance" && words === undefined ? "popular" : sort]
  const [cards, total] = await Promise.all([readCards(input, filter, order), countListings(filter)])
  return { rows: cards.map(({ card }) => card), total }
}

// The page's ids come first, from an index alone where the order has one; only its own rows are then read.
const readCards = (input: ProductQuery, { where, values }: ListingFilter, order: string): Promise<{ card: ProductCard }[]> => {
  const limit = `LIMIT $${values.length + 1}::bigint OFFSET $${values.length + 2}::bigint`
  return readCatalogue(
    `WITH page AS MATERIALIZED (SELECT product_id, row_number() OVER () AS place FROM (
       SELECT product_id FROM listing WHERE ${where} ORDER BY ${order} ${limit}) ids)
     SELECT l.card FROM page JOIN listing l USING (product_id) ORDER BY place`,
    [...values, input.per_page, offsetOf(input)],
  )
}
