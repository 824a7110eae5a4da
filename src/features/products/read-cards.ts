import { type ListingFilter, whereOf } from "@/features/products/listing-filter"
import { readCatalogue } from "@/platform/db/replica"

export const POPULAR = "popularity DESC, product_id"

export interface Slice {
  limit: number
  offset: number
}

/**
 * A slice of the listings that a filter finds.
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

// The ids are found first, from an index alone where the order has one; then only their rows are read.
export const cardsStatement = (filter: ListingFilter, order: string): string => {
  const parameters = filter.values.length
  return `
    WITH page AS MATERIALIZED (SELECT product_id, row_number() OVER () AS place FROM (
      SELECT product_id FROM listing WHERE ${whereOf(filter)} ORDER BY ${order} LIMIT $${parameters + 1}::bigint OFFSET $${parameters + 2}::bigint) ids)
    SELECT '[' || string_agg(l.card::text, ',' ORDER BY place) || ']' AS cards FROM page JOIN listing l USING (product_id)`
}
