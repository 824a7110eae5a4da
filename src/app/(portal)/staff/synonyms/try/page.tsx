import type { Metadata } from "next"
import Link from "next/link"
import { BackLink } from "@/ui/back-link"
import { getLocale, getTranslations } from "next-intl/server"
import { orNotFound, portal, requireStaff } from "@/app/current-account"
import { formatMoney, pluralValues } from "@/i18n/format"
import { Badge, type BadgeTone } from "@/ui/badge"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import type { PortalOutputs } from "@/ui/api"
import { PageHeading } from "@/ui/page-heading"
import { withQuery } from "@/ui/query-url"
import { SearchForm } from "@/ui/search-form"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("StaffSynonyms"))("try_title"),
  }
}

const PATH = "/staff/synonyms/try"

const SEARCH_MAX = 120

/** Queries with a typo, a price and a synonym, and one for what nobody sells. */
const EXAMPLES = ["haldi powdr under 500", "sofa 3 seater", "tractor"] as const

async function TryPage({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const parameters = await searchParams
  const q = typeof parameters.q === "string" ? parameters.q.replaceAll("\0", "").slice(0, SEARCH_MAX).trim() : ""
  await requireStaff(withQuery(PATH, { q }))
  const { staffSearch } = await portal()
  const [t, explained] = await Promise.all([
    getTranslations("StaffSynonyms"),
    q === "" ? null : orNotFound(staffSearch.explain({ q })),
  ])
  return (
    <>
      <BackLink href="/staff/synonyms">{t("title")}</BackLink>
      <PageHeading title={t("try_title")} lead={t("try_lead")} />
      <SearchForm action={PATH} label={t("try_query")} submit={t("try_submit")} query={q} maxLength={SEARCH_MAX} />
      {explained ? (
        <Explanation q={q} explained={explained.data} />
      ) : (
        <EmptyState
          sentence={t("try_empty")}
          action={EXAMPLES.map((example) => (
            <ButtonLink key={example} href={withQuery(PATH, { q: example })}>
              {example}
            </ButtonLink>
          ))}
        />
      )}
    </>
  )
}

export default TryPage

type Explained = PortalOutputs["staffSearch"]["explain"]["data"]

const TONES: Partial<Record<Explained["terms"][number]["source"], BadgeTone>> = {
  synonym: "neem",
  name: "neem",
  corrected: "marigold",
  unsold: "danger",
  unknown: "danger",
}

async function Explanation({ q, explained }: { q: string; explained: Explained }) {
  const [t, locale] = await Promise.all([getTranslations("StaffSynonyms"), getLocale()])
  const { terms, corrected, min_price: min, max_price: max, sizes, products, total } = explained
  const facts = [
    corrected === null ? null : t("try_corrected", { words: corrected }),
    min === null ? null : t("try_min_price", { price: formatMoney(min, locale) }),
    max === null ? null : t("try_max_price", { price: formatMoney(max, locale) }),
    sizes.length === 0 ? null : t("try_sizes", { sizes: sizes.join(", ") }),
  ].filter((fact) => fact !== null)
  return (
    <>
      <section aria-labelledby="meaning" className="grid grid-cols-1 gap-3">
        <h2 id="meaning" className="text-lg font-semibold">
          {t("try_meaning")}
        </h2>
        {terms.length === 0 && <p className="text-muted">{t("try_no_words")}</p>}
        {terms.length > 0 && (
          <ul className="divide-y divide-line rounded-2xl border border-line bg-surface shadow-card">
            {terms.map(({ phrase, source, stems }) => (
              <li key={phrase} className="grid gap-1 px-4 py-3.5 sm:px-5">
                <div className="flex flex-wrap items-center gap-2">
                  <Link href={withQuery("/staff/synonyms", { q: phrase })} className="link font-medium wrap-anywhere">
                    {phrase}
                  </Link>
                  <Badge tone={TONES[source] ?? "neutral"}>{t(`source_${source}`)}</Badge>
                </div>
                {stems.length > 0 && (
                  <p className="text-sm text-muted wrap-anywhere">{t("try_stems", { stems: stems.join(", ") })}</p>
                )}
              </li>
            ))}
          </ul>
        )}
        {facts.length > 0 && (
          <ul className="grid gap-1 text-sm">
            {facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="results" className="grid grid-cols-1 gap-3">
        <h2 id="results" className="text-lg font-semibold">
          {t("try_results", pluralValues(total, locale))}
        </h2>
        {products.length > 0 && (
          <ol className="divide-y divide-line rounded-2xl border border-line bg-surface shadow-card">
            {products.map(({ slug, name, category, price }) => (
              <li key={slug} className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2.5 sm:px-5">
                <Link href={`/products/${slug}`} className="link min-w-0 wrap-anywhere">
                  {name}
                </Link>
                <span className="text-sm text-muted">
                  {category !== null && `${category} · `}
                  {formatMoney(price, locale)}
                </span>
              </li>
            ))}
          </ol>
        )}
        <ButtonLink href={withQuery("/products", { q })} className="w-fit">
          {t("try_catalogue")}
        </ButtonLink>
      </section>
    </>
  )
}
