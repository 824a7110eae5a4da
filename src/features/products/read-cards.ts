import { DEFAULT_LOCALE, type Locale } from "@/domain/locale"
import { type ListingFilter, tableOf, whereOf } from "@/features/products/listing-filter"
import { catalogueReader } from "@/platform/db/replica"

export const POPULARITY_ORDER_SQL = "popularity DESC, product_id"

export interface PageSlice {
  limit: number
  offset: number
  /** The language of the names, if one was asked for. */
  locale?: Locale | undefined
}

/**
 * A slice of the listings that a filter finds.
 * @returns a JSON array of TranslatableCard, as text
 */
export async function readCards(
  filter: ListingFilter,
  order: string,
  { limit, offset, locale }: PageSlice,
): Promise<string> {
  const translated = locale !== undefined && locale !== DEFAULT_LOCALE
  const [page] = await catalogueReader(filter.world)<{ cards: string | null }>(
    cardsStatement(filter, order, translated),
    [...filter.values, limit, offset, ...(translated ? [locale] : [])],
  )
  return page?.cards ?? "[]"
}

// The ids are found first, from an index alone where the order has one; then only their rows are read.
function cardsStatement(filter: ListingFilter, order: string, translated = false): string {
  const parameters = filter.values.length
  const table = tableOf(filter.world)
  const locale = `$${parameters + 3}::text`
  const card = translated
    ? `left(l.card::text, -1) || ',"translated":' || json_build_array(p.names ->> ${locale}, c.names ->> ${locale})::text || '}'`
    : "l.card::text"
  const names = translated ? "JOIN product p ON p.id = l.product_id LEFT JOIN category c ON c.id = p.category_id" : ""
  return `
    WITH page AS MATERIALIZED (SELECT product_id, row_number() OVER () AS place FROM (
      SELECT product_id FROM ${table} WHERE ${whereOf(filter)} ORDER BY ${order} LIMIT $${parameters + 1}::bigint OFFSET $${parameters + 2}::bigint) ids)
    SELECT '[' || string_agg(${card}, ',' ORDER BY place) || ']' AS cards FROM page JOIN ${table.replace(/ AS .*/, "")} l USING (product_id) ${names}`
}
