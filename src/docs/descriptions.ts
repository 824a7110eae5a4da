import type { Locale } from "@/domain/locale"
import hi from "@/i18n/reference/hi.json"
import mai from "@/i18n/reference/mai.json"

/** What the reference says of something, and the language that it is in. */
export interface Description {
  text: string
  language: Locale
}

/** The translations of each text of openapi.json that the reference shows, by the English text. */
export const DESCRIPTIONS: Record<Exclude<Locale, "en">, Partial<Record<string, string>>> = { hi, mai }

/** A text of openapi.json in a reader's language; in English where it has no translation. */
export function translateDescription(text: string, locale: Locale): Description {
  const translated = locale === "en" ? undefined : DESCRIPTIONS[locale][text]
  return translated === undefined ? { text, language: "en" } : { text: translated, language: locale }
}
