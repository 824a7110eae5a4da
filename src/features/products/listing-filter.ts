import { Problem } from "@/domain/problem"
import { shownWorlds, type World } from "@/domain/world"
import type { FacetName, ProductQuery } from "@/features/products/schema"
import { catalogueReader } from "@/platform/db/replica"

/** Conditions on the listings of a world. */
export interface ListingFilter {
  world: World
  conditions: string[]
  values: unknown[]
}

/** A filter that finds all listings of a world. Those of the live one have a table to themselves. */
export function allListings(world: World): ListingFilter {
  return world.livemode
    ? { world, conditions: [], values: [] }
    : { world, conditions: ["world_id = ANY ($1::uuid[])"], values: [shownWorlds(world)] }
}

/** The table of a world's listings. */
export function tableOf({ livemode }: World): string {
  return livemode ? "listing" : "sandbox_listing AS listing"
}

export function whereOf({ conditions }: ListingFilter): string {
  return conditions.join(" AND ") || "true"
}

/** One condition, and the facet whose value it is; null for what the words of a query say. */
interface ListingCondition {
  facet: FacetName | null
  /** With "#" for the value's parameter, if it has one. */
  sql: string
  values: unknown[]
}

/** What a request asks of listings, apart from words. */
export interface ListingConditions {
  world: World
  conditions: ListingCondition[]
  /** The chosen category's id. */
  category: number | null
  /** The chosen store's id. */
  store: number | null
}

/**
 * The filter of all conditions.
 * @param except a facet whose conditions are left out, so that its other values are counted as well
 */
export function filterOf({ world, conditions }: ListingConditions, except?: FacetName): ListingFilter {
  const filter = allListings(world)
  for (const { facet, sql, values } of conditions) {
    if (facet === except) continue
    filter.conditions.push(sql.replace("#", `$${filter.values.length + 1}`))
    filter.values.push(...values)
  }
  return filter
}

/** The depths of categories whose lists have an index of their own. */
const INDEXED_DEPTHS = 3

/**
 * @param world whose products are asked for
 * @param understood the prices that the words of the query name
 * @throws Problem not_found, when no active category, brand or approved store has the slug
 */
export async function listingConditions(
  world: World,
  { category, brand, seller, min_price, max_price, in_stock }: ProductQuery,
  understood: { minPrice: number | null; maxPrice: number | null } | null,
): Promise<ListingConditions> {
  const conditions: ListingCondition[] = []
  const add = (facet: FacetName | null, sql: string, ...values: unknown[]): void => {
    conditions.push({ facet, sql, values })
  }
  const [foundCategory, store] = await Promise.all([
    category === undefined ? null : findCategory(world, category),
    seller === undefined ? null : idOfStore(world, seller),
    brand === undefined ? null : requireBrand(world, brand),
  ])
  if (foundCategory) {
    const { id, depth } = foundCategory
    add(
      "category",
      depth < INDEXED_DEPTHS ? `category_ids[${depth + 1}] = #::int` : "category_ids @> ARRAY[#::int]",
      id,
    )
  }
  if (store !== null) add("seller", "store_id = #::int", store)
  if (brand !== undefined) add("brand", "brand = #::text", brand)
  if (min_price !== undefined) add("price", "price >= #::bigint", min_price)
  if (max_price !== undefined) add("price", "price <= #::bigint", max_price)
  if (understood?.minPrice != null) add(null, "price >= #::bigint", understood.minPrice)
  if (understood?.maxPrice != null) add(null, "price <= #::bigint", understood.maxPrice)
  if (in_stock) add("in_stock", "in_stock")
  return { world, conditions, category: foundCategory?.id ?? null, store }
}

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/

async function findCategory(world: World, slug: string): Promise<{ id: number; depth: number }> {
  const [found] = SLUG.test(slug)
    ? await catalogueReader(world)<{ id: number; depth: number }>(
        "SELECT id, depth FROM category c WHERE slug = $1 AND world_id = $2 AND NOT EXISTS (SELECT FROM category above WHERE above.id = ANY (c.path) AND NOT above.active)",
        [slug, world.catalogueId],
      )
    : []
  if (!found) throw new Problem("not_found", { message: "No category has this slug." })
  return found
}

async function idOfStore(world: World, slug: string): Promise<number> {
  const [found] = SLUG.test(slug)
    ? await catalogueReader(world)<{ id: number }>(
        "SELECT id FROM store WHERE slug = $1 AND world_id = ANY ($2::uuid[]) AND status = 'approved'",
        [slug, shownWorlds(world)],
      )
    : []
  if (!found) throw new Problem("not_found", { message: "No store has this slug." })
  return found.id
}

async function requireBrand(world: World, slug: string): Promise<void> {
  const [found] = SLUG.test(slug)
    ? await catalogueReader(world)<object>("SELECT id FROM brand WHERE slug = $1 AND world_id = $2", [
        slug,
        world.catalogueId,
      ])
    : []
  if (!found) throw new Problem("not_found", { message: "No brand has this slug." })
}
