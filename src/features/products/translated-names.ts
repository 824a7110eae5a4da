import type { z } from "zod"
import { DEFAULT_LOCALE, type Locale } from "@/domain/locale"
import type { Product } from "@/features/products/schema"

type ProductCard = z.output<typeof Product>

/** Names in the language that was asked for; null where there is none. */
export type TranslatedNames = [product: string | null, category: string | null]

/** A card as it is read for a language; the default language needs no translations. */
export type TranslatableCard = ProductCard & { translated?: TranslatedNames }

/** A card with its names in a language, or the default name where there is none in it. */
export function inLocale(
  { id, slug, name, translated = [null, null], ...rest }: TranslatableCard,
  locale: Locale,
): ProductCard {
  const { category } = rest
  return {
    id,
    slug,
    ...nameIn(locale, name, translated[0]),
    ...rest,
    category: category && { id: category.id, slug: category.slug, ...nameIn(locale, category.name, translated[1]) },
  }
}

function nameIn(locale: Locale, name: string, translated: string | null) {
  return translated === null ? { name, name_locale: DEFAULT_LOCALE } : { name: translated, name_locale: locale }
}
