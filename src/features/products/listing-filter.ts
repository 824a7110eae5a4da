import { Problem } from "@/domain/problem"
import type { ProductQuery } from "@/features/products/schema"
import { readCatalogue } from "@/platform/db/replica"

/** Conditions on the listing table. */
export interface ListingFilter {
  conditions: string[]
  values: unknown[]
}

export const whereOf = ({ conditions }: ListingFilter): string => conditions.join(" AND ") || "true"

/** The depths of categories whose lists have an index of their own. */
const INDEXED_DEPTHS = 3

/** @throws Problem not_found, when no active category or approved store has the slug. */
export const listingFilter = async (input: ProductQuery): Promise<ListingFilter> => {
  const values: unknown[] = []
  const conditions: string[] = []
  const add = (condition: (parameter: string) => string, value: unknown): void => {
    values.push(value)
    conditions.push(condition(`$${values.length}`))
  }
  if (input.category !== undefined) {
    const { id, depth } = await findCategory(input.category)
    add(
      (p) => (depth < INDEXED_DEPTHS ? `category_ids[${depth + 1}] = ${p}::int` : `category_ids @> ARRAY[${p}::int]`),
      id,
    )
  }
  if (input.seller !== undefined) add((p) => `store_id = ${p}::int`, await idOfStore(input.seller))
  if (input.min_price !== undefined) add((p) => `price >= ${p}::bigint`, input.min_price)
  if (input.max_price !== undefined) add((p) => `price <= ${p}::bigint`, input.max_price)
  if (input.in_stock) conditions.push("in_stock")
  return { conditions, values }
}

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/

const findCategory = async (slug: string): Promise<{ id: number; depth: number }> => {
  const [found] = SLUG.test(slug)
    ? await readCatalogue<{ id: number; depth: number }>(
        "SELECT id, depth FROM category c WHERE slug = $1 AND NOT EXISTS (SELECT FROM category above WHERE above.id = ANY (c.path) AND NOT above.active)",
        [slug],
      )
    : []
  if (!found) throw new Problem("not_found", { message: "No category has this slug." })
  return found
}

const idOfStore = async (slug: string): Promise<number> => {
  const [found] = SLUG.test(slug)
    ? await readCatalogue<{ id: number }>("SELECT id FROM store WHERE slug = $1 AND status = 'approved'", [slug])
    : []
  if (!found) throw new Problem("not_found", { message: "No store has this slug." })
  return found.id
}
