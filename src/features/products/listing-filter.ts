import { Problem } from "@/domain/problem"
import type { ProductQuery } from "@/features/products/schema"
import { readCatalogue } from "@/platform/replica"

/** A condition on the listing table. Where words are searched for, $1 is the words, so that an order may use them too. */
export interface ListingFilter {
  where: string
  values: unknown[]
}

/** The words as a query; a subquery, so that it is made once and not for each row. */
export const PARSED_WORDS = "(SELECT search_query($1))"

/** @throws Problem not_found, when no active category or approved store has the slug. */
export const listingFilter = async (input: ProductQuery, words: string | undefined): Promise<ListingFilter> => {
  const values: unknown[] = words === undefined ? [] : [words]
  const conditions: string[] = []
  const add = (condition: (parameter: string) => string, value: unknown): void => {
    values.push(value)
    conditions.push(condition(`$${values.length}`))
  }
  if (words !== undefined) conditions.push(`search @@ ${PARSED_WORDS}`)
  if (input.category !== undefined) add((p) => `category_ids @> ARRAY[${p}::int]`, await idOfCategory(input.category))
  if (input.seller !== undefined) add((p) => `store_id = ${p}::int`, await idOfStore(input.seller))
  if (input.min_price !== undefined) add((p) => `price >= ${p}::bigint`, input.min_price)
  if (input.max_price !== undefined) add((p) => `price <= ${p}::bigint`, input.max_price)
  if (input.in_stock) conditions.push("in_stock")
  return { where: conditions.join(" AND ") || "true", values }
}

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/

const idOfCategory = async (slug: string): Promise<number> => {
  const [found] = SLUG.test(slug)
    ? await readCatalogue<{ id: number }>(
        "SELECT id FROM category c WHERE slug = $1 AND NOT EXISTS (SELECT FROM category above WHERE above.id = ANY (c.path) AND NOT above.active)",
        [slug],
      )
    : []
  if (!found) throw new Problem("not_found", { message: "No category has this slug." })
  return found.id
}

const idOfStore = async (slug: string): Promise<number> => {
  const [found] = SLUG.test(slug) ? await readCatalogue<{ id: number }>("SELECT id FROM store WHERE slug = $1 AND status = 'approved'", [slug]) : []
  if (!found) throw new Problem("not_found", { message: "No store has this slug." })
  return found.id
}
