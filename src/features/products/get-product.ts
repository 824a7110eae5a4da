import type { z } from "zod"
import { DEFAULT_LOCALE, type Locale } from "@/domain/locale"
import { JsonText } from "@/domain/json-text"
import { Problem } from "@/domain/problem"
import { shownWorlds, type World } from "@/domain/world"
import type { ProductCard } from "@/features/products/list-products"
import type { ProductDetail } from "@/features/products/schema"
import { inLocale, type TranslatableCard, type TranslatedNames } from "@/features/products/translated-names"
import { withUrls } from "@/features/products/with-urls"
import { batchedRead } from "@/platform/db/batched-read"
import { query } from "@/platform/db/query"
import { readCatalogue } from "@/platform/db/replica"

interface ProductText {
  card: string
  parts: string
}

type Names = Partial<Record<Locale, string>>

interface TranslatedRow extends ProductText {
  names: Names
  category_names: Names | null
}

interface ProductParts {
  description: string
  options: { name: string; values: string[] }[]
  images: {
    id: number
    path: string
    alt: string
    position: number
    width: number
    height: number
    variant_ids: number[]
  }[]
  variants: {
    id: number
    sku: string
    name: string
    options: { name: string; value: string }[]
    price: number
    mrp: number
    discount_percent: number
    in_stock: boolean
    image_id: number | null
    position: number
  }[]
}

// The parts are JSON text, because they are copied into a response body.
const TEXTS = "l.card::text AS card, d.parts::text AS parts"
const NAMES = "p.names, c.names AS category_names"
const NAMES_JOIN = "JOIN product p ON p.id = product_id LEFT JOIN category c ON c.id = p.category_id"

const FROM_SLUGS =
  "FROM unnest($1::text[]) WITH ORDINALITY AS requested (slug, ordinal) JOIN listing l USING (slug) JOIN product_detail d USING (product_id)"

const readLive = batchedRead<string, ProductText>(`SELECT ordinal::int, ${TEXTS} ${FROM_SLUGS}`, readCatalogue)
const readLiveTranslated = batchedRead<string, TranslatedRow>(
  `SELECT ordinal::int, ${TEXTS}, ${NAMES} ${FROM_SLUGS} ${NAMES_JOIN}`,
  readCatalogue,
)

function sandboxSql(columns: string, join: string): string {
  return `
  SELECT ${columns} FROM sandbox_listing l JOIN product_detail d USING (product_id) ${join}
  WHERE l.slug = $1 AND l.world_id = ANY ($2::uuid[])`
}
const SANDBOX_SQL = sandboxSql(TEXTS, "")
const SANDBOX_TRANSLATED_SQL = sandboxSql(`${TEXTS}, ${NAMES}`, NAMES_JOIN)

async function read(world: World, slug: string): Promise<ProductText | null> {
  return world.livemode
    ? readLive(slug)
    : ((await query<ProductText>(SANDBOX_SQL, [slug, shownWorlds(world)]))[0] ?? null)
}

async function readTranslated(world: World, slug: string): Promise<TranslatedRow | null> {
  return world.livemode
    ? readLiveTranslated(slug)
    : ((await query<TranslatedRow>(SANDBOX_TRANSLATED_SQL, [slug, shownWorlds(world)]))[0] ?? null)
}

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/

/**
 * A product with all its parts, as JSON text.
 * @throws Problem not_found, when no visible product has the slug.
 */
export async function getProductText(
  world: World,
  slug: string,
  locale?: Locale,
): Promise<JsonText<z.output<typeof ProductDetail>>> {
  return new JsonText(withUrls(await readProduct(world, slug, locale)))
}

/** A product with all its parts, as an object; its URLs are still paths. */
export async function getProduct(world: World, slug: string, locale?: Locale): Promise<ProductCard & ProductParts> {
  return JSON.parse(await readProduct(world, slug, locale)) as ProductCard & ProductParts
}

async function readProduct(world: World, slug: string, locale?: Locale): Promise<string> {
  const row = SLUG.test(slug) ? await (locale === undefined ? read(world, slug) : readIn(world, slug, locale)) : null
  if (!row) throw new Problem("not_found")
  return `${row.card.slice(0, -1)},${row.parts.slice(1)}`
}

async function readIn(world: World, slug: string, locale: Locale): Promise<ProductText | null> {
  const row = await (locale === DEFAULT_LOCALE ? read(world, slug) : readTranslated(world, slug))
  if (!row) return null
  const { names = {}, category_names } = row as ProductText & Partial<TranslatedRow>
  const card = JSON.parse(row.card) as TranslatableCard
  const translated: TranslatedNames = [names[locale] ?? null, category_names?.[locale] ?? null]
  return { card: JSON.stringify(inLocale({ ...card, translated }, locale)), parts: row.parts }
}
