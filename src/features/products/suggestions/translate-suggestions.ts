import { shownWorlds, type World } from "@/domain/world"
import { DEFAULT_LOCALE, type Locale } from "@/domain/locale"
import type { SuggestedItem } from "@/features/products/suggestions/suggest"
import { catalogueReader } from "@/platform/db/replica"

const TRANSLATIONS_SQL = `
  SELECT 'category' AS type, slug, names ->> $3 AS name FROM category WHERE slug = ANY ($1::text[]) AND world_id = ANY ($4::uuid[]) AND names ? $3
  UNION ALL SELECT 'product', slug, names ->> $3 FROM product WHERE slug = ANY ($2::text[]) AND world_id = ANY ($4::uuid[]) AND names ? $3`

/** Names categories and products in a language, or leaves their default names. */
export async function translateSuggestions(
  world: World,
  items: SuggestedItem[],
  locale: Locale,
): Promise<SuggestedItem[]> {
  const slugs = (requested: SuggestedItem["type"]) =>
    items.filter(({ type }) => type === requested).map(({ slug }) => slug)
  const rows =
    locale === DEFAULT_LOCALE || items.length === 0
      ? []
      : await catalogueReader(world)<Pick<SuggestedItem, "type" | "slug" | "name">>(TRANSLATIONS_SQL, [
          slugs("category"),
          slugs("product"),
          locale,
          shownWorlds(world),
        ])
  return items.map(({ type, slug, name, path }) => {
    if (type === "brand") return { type, slug, name, path }
    const translated = rows.find((row) => row.type === type && row.slug === slug)
    return translated
      ? { type, slug, name: translated.name, name_locale: locale, path }
      : { type, slug, name, name_locale: DEFAULT_LOCALE, path }
  })
}
