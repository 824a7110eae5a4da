import { useLocale } from "next-intl"
import type { Locale } from "@/domain/locale"

/** A name from the catalogue, marked with its language where that is not the page's. */
export function TranslatedName({ name, language }: { name: string; language: Locale | undefined }) {
  const locale = useLocale()
  return language === undefined || language === locale ? name : <span lang={language}>{name}</span>
}
