import type { Locale } from "@/domain/locale"
import { shownWorlds, type World } from "@/domain/world"
import { guessWord } from "@/features/products/search/look-up-words"
import { completeWords, type Completion } from "@/features/products/suggestions/complete-words"
import type { SUGGESTION_TYPES, SuggestionQuery } from "@/features/products/suggestions/schema"
import { anyOf, withLabels } from "@/features/products/search/tsquery"
import { translateSuggestions } from "@/features/products/suggestions/translate-suggestions"
import { withTimeout } from "@/platform/concurrency/timeout"
import { catalogueReader } from "@/platform/db/replica"
import { SharedCache } from "@/platform/db/shared-cache"
import { processSingleton } from "@/platform/process-singleton"

export interface SuggestedItem {
  type: (typeof SUGGESTION_TYPES)[number]
  slug: string
  name: string
  /** The language of the name, if one was asked for. */
  name_locale?: Locale
  path: string
}

/** Products are first looked for among the most popular ones: reading their index takes 0.5 µs each. */
const POPULAR_PRODUCTS = 5_000
/** A word that few popular products have may still be that of many others. */
const RARE_PRODUCTS = 500
/** The labels in `listing.search` of what a product is called: the words of its name, brand and categories. */
const NAME_LABELS = "ABC"
const CACHE_MAX_ENTRIES = 5_000

function cache(): SharedCache<SuggestedItem[]> {
  return processSingleton("suggestions", () => new SharedCache<SuggestedItem[]>(CACHE_MAX_ENTRIES))
}

/** Returns what a text may become when it is typed on, as of a minute ago at most. */
export function suggest(world: World, { q, limit, locale }: SuggestionQuery): Promise<SuggestedItem[]> {
  const typed = q.trim().toLowerCase()
  return withTimeout(
    cache().get(`${world.id} ${limit} ${locale ?? ""} ${typed}`, async () => {
      const found = await findSuggestions(world, typed, limit)
      return locale === undefined ? found : translateSuggestions(world, found, locale)
    }),
  )
}

async function findSuggestions(world: World, typed: string, limit: number): Promise<SuggestedItem[]> {
  const completion = await completeWords(world, typed)
  if (!completion) return []
  const found = await suggestionsFor(world, completion, typed, limit)
  if (found.length > 0) return found
  // Nothing begins so: it may be mistyped. Only the last word is, if the user looks at the suggestions.
  const last = typed.split(/\s+/).at(-1) ?? ""
  const guess = await guessWord(world, last)
  return guess ? suggestionsFor(world, { typed: guess.lexemes.join(" | "), meant: "" }, typed, limit) : []
}

async function suggestionsFor(
  world: World,
  completion: Completion,
  typed: string,
  limit: number,
): Promise<SuggestedItem[]> {
  const [categories, brands, products] = await Promise.all([
    findCategories(world, completion, typed, limit),
    findBrands(world, completion, typed, limit),
    findProducts(world, completion, limit),
  ])
  const share = { category: Math.ceil(limit * 0.4), brand: Math.ceil(limit * 0.2) }
  const first = [...categories.slice(0, share.category), ...brands.slice(0, share.brand)]
  const room = limit - first.length
  const rest = [...categories.slice(share.category), ...brands.slice(share.brand)]
  const filled = [...first, ...products.slice(0, room), ...rest.slice(0, Math.max(0, room - products.length))]
  return ORDER.flatMap((type) => filled.filter((each) => each.type === type)).slice(0, limit)
}

const ORDER = ["category", "brand", "product"] as const

const BRAND_WORDS = "to_tsvector('english', fold_name(b.name))"

/**
 * Shown categories with products.
 * @param any a condition that finds a listing of a category's products, from the depth of the category
 */
function categoriesSql(any: string): string {
  return `
  SELECT slug, name FROM category c
  WHERE c.words @@ $1::tsquery AND c.world_id = $5
    AND NOT EXISTS (SELECT FROM category above WHERE above.id = ANY (c.path) AND NOT above.active)
    AND ${any}
  ORDER BY starts_with(fold_name(name), fold_name($2)) DESC, c.words @@ $3::tsquery DESC, is_featured DESC, depth, position, id LIMIT $4`
}

const CATEGORIES_SQL = {
  live: categoriesSql(`CASE c.depth
      WHEN 0 THEN EXISTS (SELECT FROM listing WHERE category_ids[1] = c.id)
      WHEN 1 THEN EXISTS (SELECT FROM listing WHERE category_ids[2] = c.id)
      WHEN 2 THEN EXISTS (SELECT FROM listing WHERE category_ids[3] = c.id)
      ELSE EXISTS (SELECT FROM listing WHERE category_ids @> ARRAY[c.id]) END`),
  sandbox: categoriesSql(
    "EXISTS (SELECT FROM sandbox_listing WHERE world_id = ANY ($6::uuid[]) AND category_ids @> ARRAY[c.id])",
  ),
}

function brandsSql(any: string): string {
  return `
  SELECT slug, name FROM brand b
  WHERE ${BRAND_WORDS} @@ $1::tsquery AND b.world_id = $4 AND ${any}
  ORDER BY starts_with(fold_name(name), fold_name($2)) DESC, char_length(name), id LIMIT $3`
}

const BRANDS_SQL = {
  live: brandsSql("EXISTS (SELECT FROM listing WHERE brand = b.slug)"),
  sandbox: brandsSql("EXISTS (SELECT FROM sandbox_listing WHERE world_id = ANY ($5::uuid[]) AND brand = b.slug)"),
}

/** Of the most popular products, in an index that includes the words of names. */
function popularSql(table: string, inWorld: string): string {
  return `
  SELECT product_id FROM (
    SELECT product_id, popularity, name_words FROM ${table} WHERE ${inWorld} ORDER BY popularity DESC, product_id LIMIT ${POPULAR_PRODUCTS}) popular
  WHERE ts_match_vq(name_words, (SELECT $1::tsquery)) ORDER BY popularity DESC, product_id LIMIT $2`
}

/**
 * Of all products, but of no more than can be read in a moment: where a word stands is not in the index of words, and a
 * word of many descriptions may be in no name.
 */
function rareSql(table: string, inWorld: string): string {
  return `
  SELECT product_id FROM (
    SELECT product_id, popularity, search FROM ${table} WHERE ${inWorld} AND search @@ (SELECT $1::tsquery) LIMIT ${RARE_PRODUCTS}) found
  WHERE search @@ (SELECT $2::tsquery) ORDER BY popularity DESC, product_id LIMIT $3`
}

function productsSql(table: string): string {
  return `
  SELECT slug, card ->> 'name' AS name FROM unnest($1::int[]) WITH ORDINALITY AS found (product_id, place) JOIN ${table} USING (product_id) ORDER BY place`
}

function inWorlds(parameter: number): string {
  return `world_id = ANY ($${parameter}::uuid[])`
}
const PRODUCTS_SQL = {
  live: { popular: popularSql("listing", "true"), rare: rareSql("listing", "true"), named: productsSql("listing") },
  sandbox: {
    popular: popularSql("sandbox_listing", inWorlds(3)),
    rare: rareSql("sandbox_listing", inWorlds(4)),
    named: productsSql("sandbox_listing"),
  },
}

/** The statements of a world, and the parameter that those of a sandbox have besides. */
function statementsFor<Sql>(world: World, { live, sandbox }: { live: Sql; sandbox: Sql }): [Sql, string[][]] {
  return world.livemode ? [live, []] : [sandbox, [shownWorlds(world)]]
}

interface Named {
  slug: string
  name: string
}

async function findCategories(
  world: World,
  completion: Completion,
  typed: string,
  limit: number,
): Promise<SuggestedItem[]> {
  const [statement, worlds] = statementsFor(world, CATEGORIES_SQL)
  const values = [
    anyOf([completion.typed, completion.meant].filter(Boolean)),
    typed,
    completion.typed,
    limit,
    world.catalogueId,
    ...worlds,
  ]
  return (await catalogueReader(world)<Named>(statement, values)).map(({ slug, name }) => ({
    type: "category",
    slug,
    name,
    path: `/categories/${slug}`,
  }))
}

async function findBrands(
  world: World,
  completion: Completion,
  typed: string,
  limit: number,
): Promise<SuggestedItem[]> {
  const [statement, worlds] = statementsFor(world, BRANDS_SQL)
  const values = [completion.typed, typed, limit, world.catalogueId, ...worlds]
  return (await catalogueReader(world)<Named>(statement, values)).map(({ slug, name }) => ({
    type: "brand",
    slug,
    name,
    path: `/products?brand=${slug}`,
  }))
}

/** Products named as typed and products that are meant, by turns. */
async function findProducts(world: World, { typed, meant }: Completion, limit: number): Promise<SuggestedItem[]> {
  const [named, others] = await Promise.all([
    productIds(world, typed, limit),
    meant === "" ? [] : productIds(world, meant, limit),
  ])
  const mixed = named.concat(others).map((_, place) => (place % 2 === 0 ? named : others)[Math.floor(place / 2)])
  const ids = [...new Set([...mixed.filter((id) => id !== undefined), ...named, ...others])].slice(0, limit)
  const [statements] = statementsFor(world, PRODUCTS_SQL)
  return (await catalogueReader(world)<Named>(statements.named, [ids])).map(({ slug, name }) => ({
    type: "product",
    slug,
    name,
    path: `/products/${slug}`,
  }))
}

async function productIds(world: World, words: string, limit: number): Promise<number[]> {
  const [statements, worlds] = statementsFor(world, PRODUCTS_SQL)
  const read = async (statement: string, values: unknown[]): Promise<number[]> =>
    (await catalogueReader(world)<{ product_id: number }>(statement, [...values, ...worlds])).map(
      ({ product_id }) => product_id,
    )
  const popular = await read(statements.popular, [words, limit])
  if (popular.length >= limit) return popular
  const rare = await read(statements.rare, [words, withLabels(words, NAME_LABELS), limit])
  return [...new Set([...popular, ...rare])].slice(0, limit)
}
