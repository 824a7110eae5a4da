import type { Metadata } from "next"
import Link from "next/link"
import { getLocale, getTranslations } from "next-intl/server"
import { SearchForm } from "@/app/(site)/docs/search-form"
import { GUIDES } from "@/docs/guides"
import { RESULTS_MAX, searchDocs, type TextSegment } from "@/docs/search"
import { pluralValues } from "@/i18n/format"
import { ButtonLink } from "@/ui/button"
import { ClientMessages } from "@/ui/client-messages"
import { EmptyState } from "@/ui/empty-state"
import { PageHeading } from "@/ui/page-heading"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("Docs"))("search"),
    robots: { index: false },
  }
}

function Marked({ segments }: { segments: readonly TextSegment[] }) {
  return segments.map(({ text, marked }, index) =>
    marked ? (
      <mark key={index} className="rounded-sm bg-marigold-soft text-marigold-ink">
        {text}
      </mark>
    ) : (
      text
    ),
  )
}

async function SearchPage({ searchParams }: { searchParams: Promise<{ q?: string | string[] }> }) {
  const [{ q }, t, locale] = await Promise.all([searchParams, getTranslations("Docs"), getLocale()])
  const query = (typeof q === "string" ? q : "").trim()
  const found = searchDocs(query, locale, RESULTS_MAX + 1)
  const results = found.slice(0, RESULTS_MAX)
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeading
        title={query === "" ? t("search") : t("results_for", { query })}
        {...(query !== "" && {
          lead: t(found.length > RESULTS_MAX ? "results_first" : "results", pluralValues(results.length, locale)),
        })}
      />
      <div className="max-w-lg">
        <ClientMessages namespaces={["DocsSearch"]}>
          <SearchForm query={query} large />
        </ClientMessages>
      </div>
      {results.length > 0 && (
        <ol className="min-w-0 divide-y divide-line border-y border-line">
          {results.map(({ href, section, title, excerpt, language }) => (
            <li
              key={href}
              lang={language === locale ? undefined : language}
              className="relative grid grid-cols-1 gap-0.5 px-2 py-3.5 wrap-anywhere hover:bg-sunken"
            >
              <div className="flex items-baseline justify-between gap-4">
                <h2 className="font-medium">
                  <Link href={href} prefetch={false} className="after:absolute after:inset-0">
                    <Marked segments={title} />
                  </Link>
                </h2>
                {section !== "start" && (
                  <p lang={locale} className="shrink-0 text-xs text-muted">
                    {t(`section_${section}`)}
                  </p>
                )}
              </div>
              <p className="text-sm text-muted">
                <Marked segments={excerpt} />
              </p>
            </li>
          ))}
        </ol>
      )}
      {results.length === 0 && (
        <EmptyState
          sentence={query === "" ? t("search_empty") : t("search_not_found")}
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
