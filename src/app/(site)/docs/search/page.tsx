import type { Metadata } from "next"
import Link from "next/link"
import { getLocale, getTranslations } from "next-intl/server"
import { SearchForm } from "@/app/(site)/docs/search-form"
import { GUIDES } from "@/docs/guides"
import { searchDocs, termsOf } from "@/docs/search"
import { pluralValues } from "@/i18n/format"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { PageHeading } from "@/ui/page-heading"

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations("Docs"))("search"),
  robots: { index: false },
})

const escaped = (term: string): string => term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

const Marked = ({ text, terms }: { text: string; terms: readonly string[] }) => {
  const parts = text.split(new RegExp(`(${terms.map(escaped).join("|")})`, "giu"))
  return parts.map((part, index) =>
    index % 2 === 1 ? (
      <mark key={index} className="rounded-sm bg-marigold-soft text-marigold-ink">
        {part}
      </mark>
    ) : (
      part
    ),
  )
}

const SearchPage = async ({ searchParams }: { searchParams: Promise<{ q?: string | string[] }> }) => {
  const [{ q }, t, locale] = await Promise.all([searchParams, getTranslations("Docs"), getLocale()])
  const query = (typeof q === "string" ? q : "").trim()
  const terms = termsOf(query)
  const hits = searchDocs(query, locale)
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeading
        title={query === "" ? t("search") : t("results_for", { query })}
        {...(query !== "" && { lead: t("results", pluralValues(hits.length, locale)) })}
      />
      <div className="max-w-lg">
        <SearchForm query={query} large />
      </div>
      {hits.length > 0 && (
        <ol className="min-w-0 divide-y divide-line border-y border-line">
          {hits.map(({ href, page, heading, excerpt, language }) => (
            <li
              key={href}
              lang={language === locale ? undefined : language}
              className="relative grid grid-cols-1 gap-0.5 px-2 py-3.5 wrap-anywhere hover:bg-sunken"
            >
              <h2 className="font-medium">
                <Link href={href} prefetch={false} className="after:absolute after:inset-0">
                  <Marked text={heading === "" ? page : heading} terms={terms} />
                </Link>
              </h2>
              {heading !== "" && <p className="text-xs text-muted">{page}</p>}
              <p className="text-sm text-muted">
                <Marked text={excerpt} terms={terms} />
              </p>
            </li>
          ))}
        </ol>
      )}
      {hits.length === 0 && (
        <EmptyState
          sentence={query === "" ? t("search_empty") : t("search_nothing")}
          action={
            <>
              <ButtonLink href={`/docs/guides/${GUIDES[0]}`}>{t("start_here")}</ButtonLink>
              <ButtonLink href="/docs/reference">{t("reference")}</ButtonLink>
            </>
          }
        />
      )}
    </div>
  )
}

export default SearchPage
