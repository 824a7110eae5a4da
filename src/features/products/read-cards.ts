import { type ListingFilter, whereOf } from "@/features/products/listing-filter"
import { readCatalogue } from "@/platform/db/replica"

export const POPULAR = "popularity DESC, product_id"

export interface Slice {
  limit: number
  offset: number
}

/**
 * A slice of what a filter finds, in an order.
 * @returns ProductCards, as the text of a JSON array
 */
export const readCards = async (
  { values, ...filter }: ListingFilter,
  order: string,
  { limit, offset }: Slice,
): Promise<string> => {
  const [page] = await readCatalogue<{ cards: string | null }>(cardsStatement({ values, ...filter }, order), [
    ...values,
    limit,
    offset,
  ])
  return page?.cards ?? "[]"
}

// The ids come first, from an index alone where the order has one; only their own rows are then read.
export const cardsStatement = (filter: ListingFilter, order: string): string => {
  const parameters = filter.values.length
  return `
    WITH page AS MATERIALIZED (SELECT product_id, row_number() OVER () AS place FROM (
      SELECT product_id FROM listing WHERE ${whereOf(filter)} ORDER BY ${order} LIMIT $${parameters + 1}::bigint OFFSET $${parameters + 2}::bigint) ids)
    SELECT '[' || string_agg(l.card::text, ',' ORDER BY place) || ']' AS cards FROM page JOIN listing l USING (product_id)`
}
