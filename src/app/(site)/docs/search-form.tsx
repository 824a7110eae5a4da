"use client"

import { usePathname } from "next/navigation"
import { useLocale, useTranslations } from "next-intl"
import { useEffect } from "react"
import { pluralValues } from "@/i18n/format"
import { suggestDocs } from "@/ui/docs-suggestions"
import { SuggestForm } from "@/ui/suggest-form"
import { SearchIcon } from "@/ui/icons"

interface SearchFormProps {
  query?: string
  /** The form of the page of results, not the one beside every page. */
  large?: boolean
}

const RESULTS_PATH = "/docs/search"

/**
 * Searches the documentation. It works without scripts, and the search text is in the URL. On the page of results there
 * is only the large form.
 */
export function SearchForm({ query = "", large = false }: SearchFormProps) {
  const t = useTranslations("DocsSearch")
  const locale = useLocale()
  const path = usePathname()
  if (!large && path === RESULTS_PATH) return <SearchShortcut />
  return (
    <>
      {!large && <SearchShortcut />}
      <SuggestForm
        action={RESULTS_PATH}
        query={query}
        maxLength={100}
        name={t("search")}
        label={t("label")}
        listLabel={t("suggestions")}
        placeholder={t("placeholder")}
        find={suggestDocs}
        found={(count) => t("found", pluralValues(count, locale))}
        pathOf={({ href }) => href}
        render={({ title, section, language }) => (
          <>
            <span lang={language === locale ? undefined : language} className="min-w-0 wrap-anywhere">
              {title}
            </span>
            <span className="shrink-0 text-xs text-muted">{t(`section_${section}`)}</span>
          </>
        )}
        hint={
          large ? undefined : (
            <kbd aria-hidden="true" className="rounded-md bg-sunken px-1.5 font-sans text-xs text-muted max-lg:hidden">
              /
            </kbd>
          )
        }
        boxClassName="text-sm"
        listClassName="max-h-[min(26rem,60vh)] w-[min(32rem,calc(100vw-2rem))]"
      >
        <button
          type="submit"
          aria-label={t("search")}
          className="grid size-10 shrink-0 place-items-center rounded-lg border border-line-strong bg-surface text-muted hover:bg-sunken hover:text-ink"
        >
          <SearchIcon />
        </button>
      </SuggestForm>
    </>
  )
}

/** Moves the focus to the search on "/", except while something is typed elsewhere. */
function SearchShortcut() {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return
      const { activeElement } = document
      if (
        activeElement instanceof HTMLElement &&
        (activeElement.isContentEditable || activeElement.matches("input, textarea, select"))
      )
        return
      if (document.querySelector("dialog[open]")) return
      const field = document.querySelector<HTMLInputElement>('form[role="search"] input[name="q"]')
      if (!field) return
      event.preventDefault()
      field.focus()
      field.select()
    }
    window.addEventListener("keydown", onKeyDown)
    return () => window.removeEventListener("keydown", onKeyDown)
  }, [])
  return null
}
