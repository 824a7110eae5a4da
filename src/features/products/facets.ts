import { DEFAULT_LOCALE, type Locale } from "@/domain/locale"
import type { World } from "@/domain/world"
import {
  filterOf,
  type ListingConditions,
  type ListingFilter,
  tableOf,
  whereOf,
} from "@/features/products/listing-filter"
import { type FacetName, FACETS, type ProductQuery } from "@/features/products/schema"
import { withTimeout } from "@/platform/concurrency/timeout"
import { SharedCache } from "@/platform/db/shared-cache"
import { catalogueReader } from "@/platform/db/replica"
import { processSingleton } from "@/platform/process-singleton"
import type { Facets } from "@/trpc/product-meta"

/** The values of a facet that are listed, and the categories of each level. */
const VALUES_MAX = 20
/** A set of counts takes some kilobytes. */
const CACHE_MAX_ENTRIES = 500
/** The limits of the price ranges, in paise. */
const PRICE_LIMITS = [100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000].map((rupees) => rupees * 100)

/** The columns that products are counted by. */
const COLUMNS: Record<FacetName, string> = {
  category: "category_id",
  brand: "brand",
  price: `width_bucket(price, '{${PRICE_LIMITS.join(",")}}'::int[])`,
  seller: "store_id",
  in_stock: "in_stock",
}

interface FacetCount {
  facet: FacetName
  value: string
  count: number
}

/** The facets that a request asks for, each once, in the documented order. */
export function facetsIn({ facets = "" }: ProductQuery): FacetName[] {
  const requested = facets.split(",")
  return FACETS.filter((name) => requested.includes(name))
}

/**
 * Counts listed products by the values of facets; each facet is counted without its own conditions.
 * @param narrow adds the words of the search to a filter
 * @throws TimeoutError, when a shared count takes too long
 */
export async function countFacets(
  facets: FacetName[],
  conditions: ListingConditions,
  narrow: (filter: ListingFilter) => ListingFilter,
  selected: ProductQuery,
): Promise<Facets> {
  const conditional = new Set(conditions.conditions.map(({ facet }) => facet))
  // Facets without a condition of their own share one statement.
  const groups = [
    facets.filter((facet) => !conditional.has(facet)),
    ...facets.filter((facet) => conditional.has(facet)).map((facet) => [facet]),
  ].filter((group) => group.length > 0)
  const counts = await Promise.all(
    groups.map((group) => {
      const [only] = group
      const except = only && conditional.has(only) ? only : undefined
      return cachedCounts(group, narrow(filterOf(conditions, except)), chosenValue(except, selected, conditions))
    }),
  )
  const facetCounts = new Map(facets.map((facet) => [facet, counts.flat().filter((each) => each.facet === facet)]))
  const [category, brand, seller] = await Promise.all([
    ifRequested(facetCounts.get("category"), (found) =>
      categoryFacet(conditions.world, found, conditions.category, selected.locale),
    ),
    ifRequested(facetCounts.get("brand"), (found) => brandFacet(conditions.world, found, selected.brand)),
    ifRequested(facetCounts.get("seller"), (found) => sellerFacet(conditions.world, found, conditions.store)),
  ])
  const price = facetCounts.get("price")
  const inStock = facetCounts.get("in_stock")
  return {
    ...(category && { category }),
    ...(brand && { brand }),
    ...(price && { price: priceFacet(price) }),
    ...(seller && { seller }),
    ...(inStock && { in_stock: inStockFacet(inStock) }),
  }
}

function chosenValue(
  facet: FacetName | undefined,
  { brand }: ProductQuery,
  { store }: ListingConditions,
): string | null {
  if (facet === "brand") return brand ?? null
  return facet === "seller" ? String(store) : null
}

function ifRequested<T>(counts: FacetCount[] | undefined, facet: (counts: FacetCount[]) => Promise<T>) {
  return counts === undefined ? undefined : facet(counts)
}

function cache(): SharedCache<FacetCount[]> {
  return processSingleton("facet-counts", () => new SharedCache<FacetCount[]>(CACHE_MAX_ENTRIES))
}

function cachedCounts(facets: FacetName[], filter: ListingFilter, selected: string | null): Promise<FacetCount[]> {
  const values = [...filter.values, selected]
  return withTimeout(
    cache().get(`${filter.world.id} ${facets.join()} ${filter.conditions.join()} ${JSON.stringify(values)}`, () =>
      catalogueReader(filter.world)<FacetCount>(facetStatement(facets, filter), values),
    ),
  )
}

/** Counts all facets in one pass over the listings; the last parameter is a value that must not be left out. */
function facetStatement(facets: FacetName[], filter: ListingFilter): string {
  const columns = facets.map((facet) => `${COLUMNS[facet]} AS by_${facet}`)
  const places = facets.map((_, place) => place + 1)
  const counts = facets.map(
    (facet) =>
      `SELECT '${facet}' AS facet, by_${facet}::text AS value, sum(products)::int AS count FROM listed WHERE by_${facet} IS NOT NULL GROUP BY by_${facet}`,
  )
  // One more than is listed tells whether there are more. Categories are added up along the tree.
  return `
    WITH listed AS MATERIALIZED (
      SELECT ${columns.join(", ")}, count(*) AS products FROM ${tableOf(filter.world)} WHERE ${whereOf(filter)} GROUP BY ${places.join(", ")})
    SELECT facet, value, count FROM (
      SELECT *, row_number() OVER (PARTITION BY facet ORDER BY count DESC, value) AS place
      FROM (${counts.join(" UNION ALL ")}) counted) ranked
    WHERE place <= ${VALUES_MAX + 1} OR facet = 'category' OR value = $${filter.values.length + 1}::text
    ORDER BY facet, place`
}

/** The values with most products, and the chosen one. */
function topOf(counts: FacetCount[], selected: string | null): { top: FacetCount[]; truncated: boolean } {
  const top = counts.slice(0, VALUES_MAX)
  if (selected !== null && !top.some(({ value }) => value === selected)) {
    const found = counts.find(({ value }) => value === selected)
    top.push(found ?? { facet: "brand", value: selected, count: 0 })
  }
  return { top, truncated: counts.some((each) => !top.includes(each)) }
}

async function brandFacet(world: World, counts: FacetCount[], selected: string | undefined): Promise<Facets["brand"]> {
  const { top, truncated } = topOf(counts, selected ?? null)
  const brands = await catalogueReader(world)<{ slug: string; name: string }>(
    "SELECT slug, name FROM brand WHERE slug = ANY ($1::text[]) AND world_id = $2",
    [top.map(({ value }) => value), world.catalogueId],
  )
  return {
    values: withCounts(
      top,
      brands,
      ({ slug }) => slug,
      (brand) => brand,
    ),
    truncated,
  }
}

async function sellerFacet(world: World, counts: FacetCount[], selected: number | null): Promise<Facets["seller"]> {
  const { top, truncated } = topOf(counts, selected === null ? null : String(selected))
  const stores = await catalogueReader(world)<{ id: number; store: string; name: string }>(
    "SELECT id, slug AS store, name FROM store WHERE id = ANY ($1::int[])",
    [top.map(({ value }) => value)],
  )
  return {
    values: withCounts(
      top,
      stores,
      ({ id }) => String(id),
      ({ store, name }) => ({ store, name }),
    ),
    truncated,
  }
}

/** Adds the names to counts; what has been deleted meanwhile is left out. */
function withCounts<Row, Value>(
  counts: FacetCount[],
  rows: Row[],
  keyOf: (row: Row) => string,
  valueOf: (row: Row) => Value,
): (Value & { count: number })[] {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]))
  return counts.flatMap(({ value, count }) => {
    const row = byKey.get(value)
    return row === undefined ? [] : [{ ...valueOf(row), count }]
  })
}

function priceFacet(counts: FacetCount[]): Facets["price"] {
  return {
    values: counts
      .map(({ value, count }) => ({ range: Number(value), count }))
      .sort((a, b) => a.range - b.range)
      .map(({ range, count }) => ({
        min_price: PRICE_LIMITS[range - 1] ?? null,
        max_price: range < PRICE_LIMITS.length ? (PRICE_LIMITS[range] ?? 0) - 1 : null,
        count,
      })),
    truncated: false,
  }
}

function inStockFacet(counts: FacetCount[]): Facets["in_stock"] {
  return {
    values: [true, false].flatMap((value) => {
      const found = counts.find((each) => each.value === String(value))
      return found ? [{ value, count: found.count }] : []
    }),
    truncated: false,
  }
}

interface CategoryRow {
  id: number
  slug: string
  name: string
  /** The language of the name, if one was asked for. */
  name_locale?: Locale
  parent_id: number | null
  position: number
}

const NAME_IN_SQL =
  "coalesce(names ->> $2::text, name) AS name, CASE WHEN names ? $2 THEN $2 ELSE $3::text END AS name_locale"

type CountedCategory = CategoryRow & { count: number }

async function categoryFacet(
  world: World,
  counts: FacetCount[],
  selected: number | null,
  locale: Locale | undefined,
): Promise<Facets["category"]> {
  const ids = [...counts.map(({ value }) => Number(value)), ...(selected === null ? [] : [selected])]
  const rows = await catalogueReader(world)<CategoryRow>(
    `SELECT id, slug, ${locale === undefined ? "name" : NAME_IN_SQL}, parent_id, position FROM category
     WHERE id IN (SELECT unnest(path) FROM category WHERE id = ANY ($1::int[]))`,
    locale === undefined ? [ids] : [ids, locale, DEFAULT_LOCALE],
  )
  const categories = new Map(rows.map((row): [number, CountedCategory] => [row.id, { ...row, count: 0 }]))
  const lineOf = (id: number | null): CountedCategory[] => {
    const category = id === null ? undefined : categories.get(id)
    return category ? [...lineOf(category.parent_id), category] : []
  }
  for (const { value, count } of counts) for (const each of lineOf(Number(value))) each.count += count
  return listedCategories([...categories.values()], lineOf(selected))
}

/** The levels from the top down to the children of the chosen category, or of those that are alone on their level. */
function listedCategories(categories: CountedCategory[], line: CountedCategory[]): Facets["category"] {
  const values: NonNullable<Facets["category"]>["values"] = []
  let truncated = false
  let parent: CountedCategory | undefined
  do {
    const above: number | null = parent?.id ?? null
    const level = categories
      .filter(({ parent_id }) => parent_id === above)
      .sort((a, b) => b.count - a.count || a.position - b.position || a.id - b.id)
    const next: CountedCategory | undefined = line.find((each) => level.includes(each))
    const listed = level.filter((each, place) => place < VALUES_MAX || each === next)
    truncated ||= listed.length < level.length
    values.push(...listed.map(({ position: _, ...value }) => value))
    parent = next ?? (level.length === 1 && line.length === 0 ? level[0] : undefined)
  } while (parent)
  return { values, truncated }
}
