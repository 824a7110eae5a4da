export const LOCALES = ["en", "hi", "mai"] as const
export type Locale = (typeof LOCALES)[number]
export const DEFAULT_LOCALE: Locale = "en"

/** The name of each language in that language. */
export const LOCALE_NAMES: Record<Locale, string> = { en: "English", hi: "हिन्दी", mai: "मैथिली" }

export function isLocale(value: unknown): value is Locale {
  return LOCALES.includes(value as Locale)
}

/**
 * Returns the locale for Intl. Node knows Maithili and browsers do not, so both format its numbers and dates as Hindi,
 * which has the same conventions; otherwise hydration would change the page. The words come from i18n/format.ts.
 */
export function formattingLocale(locale: Locale): string {
  return locale === "en" ? "en-IN" : "hi-IN"
}

/** Returns our best locale for an Accept-Language header (RFC 9110, section 12.5.4); null if it names none of ours. */
export function negotiateLocale(header: string | null): Locale | null {
  if (!header) return null
  const ranked = header
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().split(";")
      const q = parameters.map((p) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(p)?.[1]).find(Boolean)
      return { language: tag.toLowerCase().split("-")[0], quality: q === undefined ? 1 : Number(q) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  for (const { language } of ranked) if (isLocale(language)) return language
  return null
}
