"use client"

import { useLocale, useTranslations } from "next-intl"
import type { Locale } from "@/domain/locale"
import { pluralValues } from "@/i18n/format"
import { Button } from "@/ui/button"
import { SuggestForm } from "@/ui/suggest-form"
import { TranslatedName } from "@/ui/translated-name"

interface Suggestion {
  type: "category" | "brand" | "product"
  slug: string
  name: string
  name_locale?: Locale
  path: string
}

/** The search box of the catalogue. */
export function ProductSearch({ query }: { query: string }) {
  const t = useTranslations("ProductSearch")
  const locale = useLocale()
  return (
    <SuggestForm
      action="/products"
      query={query}
      maxLength={120}
      label={t("search")}
      listLabel={t("suggestions")}
      placeholder={t("search")}
      find={findSuggestions}
      found={(count) => t("found", pluralValues(count, locale))}
      pathOf={({ path }) => path}
      render={({ type, name, name_locale }) => (
        <>
          <span className="min-w-0 truncate">
            <TranslatedName name={name} language={name_locale} />
          </span>
          <span className="shrink-0 text-xs text-muted">{t(type)}</span>
        </>
      )}
      className="w-full sm:w-auto"
      boxClassName="sm:w-72"
      listClassName="right-0"
    >
      <Button type="submit">{t("submit")}</Button>
    </SuggestForm>
  )
}

/** Returns null if the text has changed meanwhile, and none if the server could not say. */
async function findSuggestions(text: string, locale: Locale, signal: AbortSignal): Promise<Suggestion[] | null> {
  try {
    const response = await fetch(`/api/suggestions?q=${encodeURIComponent(text)}&locale=${locale}`, { signal })
    return response.ok ? ((await response.json()) as { data: Suggestion[] }).data : []
  } catch {
    // Without suggestions the box is still a search box.
    return signal.aborted ? null : []
  }
}
