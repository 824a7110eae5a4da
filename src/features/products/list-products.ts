import type { z } from "zod"
import { JsonText } from "@/domain/json-text"
import { offsetOf, type Page } from "@/domain/page"
import type { World } from "@/domain/world"
import { countListings } from "@/features/products/count-listings"
import { countFacets, facetsIn } from "@/features/products/facets"
import { filterOf, type ListingFilter, listingConditions } from "@/features/products/listing-filter"
import { POPULARITY_ORDER_SQL, readCards, type PageSlice } from "@/features/products/read-cards"
import type { Product, ProductQuery, ProductSort } from "@/features/products/schema"
import { type Match, understandQuery, type UnderstoodQuery } from "@/features/products/search/understand-query"
import { anyOf, withoutLabels } from "@/features/products/search/tsquery"
import { joined, matching, matchingNothing, notMatching, readRelevant } from "@/features/products/search-listings"
import { inLocale, type TranslatableCard } from "@/features/products/translated-names"
import { withUrls } from "@/features/products/with-urls"
import type { Facets, SearchMeta } from "@/trpc/product-meta"

/** A Product whose URLs are still paths. */
export type ProductCard = z.output<typeof Product>

const ORDERS: Record<Exclude<ProductSort, "relevance">, string> = {
  popular: POPULARITY_ORDER_SQL,
  newest: "published_at DESC, product_id",
  price_asc: "price, product_id",
  price_desc: "price DESC, product_id",
  rating: "rating_average DESC, rating_count DESC, product_id",
  discount: "discount_percent DESC, product_id",
}

interface CardPage {
  /** A JSON array of TranslatableCard, as text. */
  cards: string
  total: number
  /** Null without search words. */
  search: SearchMeta | null
  /** Null if none were asked for. */
  facets: Facets | null
}

/**
 * A page of visible products.
 * @throws Problem not_found, when no active category, brand or approved store has the slug.
 */
export async function listProducts(
  world: World,
  input: ProductQuery,
): Promise<Page<ProductCard> & Pick<CardPage, "search" | "facets">> {
  const { cards, ...page } = await listCards(world, input)
  return { rows: cardsIn(cards, input), ...page }
}

/** A page of visible products as JSON text, with URLs. */
export async function listProductsText(
  world: World,
  input: ProductQuery,
): Promise<{ products: JsonText<z.output<typeof Product>[]> } & Omit<CardPage, "cards">> {
  const { cards, ...page } = await listCards(world, input)
  const text = input.locale === undefined ? cards : JSON.stringify(cardsIn(cards, input))
  return { products: new JsonText(withUrls(text)), ...page }
}

function cardsIn(cards: string, { locale }: ProductQuery): ProductCard[] {
  const read = JSON.parse(cards) as TranslatableCard[]
  return locale === undefined ? read : read.map((card) => inLocale(card, locale))
}

async function listCards(world: World, input: ProductQuery): Promise<CardPage> {
  const words = input.q?.trim() || undefined
  const understood = words === undefined ? null : await understandQuery(world, words)
  const conditions = await listingConditions(world, input, understood)
  const found = await findProducts(input, filterOf(conditions), understood?.match ?? null)
  const facets = facetsIn(input)
  const [cards, total, counted] = await Promise.all([
    found.cards(),
    found.total,
    facets.length > 0 ? countFacets(facets, conditions, found.narrow, input) : null,
  ])
  return { cards, total, search: understood && searchMetaOf(understood), facets: counted }
}

function searchMetaOf({ words, corrected, minPrice, maxPrice, sizes }: UnderstoodQuery): SearchMeta {
  return {
    corrected_query: corrected,
    interpreted: { words, min_price: minPrice, max_price: maxPrice, sizes },
  }
}

/** What a request finds, before its page is read. */
interface Found {
  /** Reads the cards of the page: a JSON array of TranslatableCard, as text. */
  cards: () => Promise<string>
  total: number | Promise<number>
  /** Restricts a filter to what the words find. */
  narrow: (filter: ListingFilter) => ListingFilter
}

async function findProducts(input: ProductQuery, filter: ListingFilter, match: Match | null | false): Promise<Found> {
  if (match === false) return { cards: () => Promise.resolve("[]"), total: 0, narrow: matchingNothing }
  const { sort = match ? "relevance" : "popular" } = input
  if (match && sort === "relevance") return findRelevant(sliceOf(input), filter, match)
  const narrow: Found["narrow"] = match ? (other) => matching(other, match.everyQuery) : (other) => other
  const found = narrow(filter)
  return {
    cards: () => readCards(found, ORDERS[sort === "relevance" ? "popular" : sort], sliceOf(input)),
    total: countListings(found),
    narrow,
  }
}

async function findRelevant(slice: PageSlice, filter: ListingFilter, match: Match): Promise<Found> {
  const { everyQuery, relaxedQuery } = match
  const total = await countListings(matching(filter, everyQuery))
  if (total >= slice.limit || relaxedQuery === null)
    return {
      cards: () => readRelevant(filter, match, slice, total),
      total,
      narrow: (other) => matching(other, everyQuery),
    }
  const others = notMatching(filter, everyQuery)
  const relaxed = { ...match, everyQuery: relaxedQuery, namedQuery: withoutLabels(relaxedQuery) }
  const more = await countListings(matching(others, relaxedQuery))
  const before = Math.max(0, Math.min(slice.limit, total - slice.offset))
  const rest = { ...slice, limit: slice.limit - before, offset: Math.max(0, slice.offset - total) }
  return {
    cards: async () =>
      joined(
        await Promise.all([
          before > 0 ? readRelevant(filter, match, { ...slice, limit: before }, total) : "[]",
          before < slice.limit && more > 0 ? readRelevant(others, relaxed, rest, more) : "[]",
        ]),
      ),
    total: total + more,
    narrow: (other) => matching(other, anyOf([everyQuery, relaxedQuery])),
  }
}

function sliceOf(input: ProductQuery): PageSlice {
  return {
    limit: input.per_page,
    offset: offsetOf(input),
    locale: input.locale,
  }
}
