import type { Metadata } from "next"
import Link from "next/link"
import { LIVE_WORLD } from "@/domain/world"
import { notFound } from "next/navigation"
import { getLocale, getTranslations } from "next-intl/server"
import { cache } from "react"
import { ProductGrid } from "@/app/(site)/products/product-grid"
import { orNotFound } from "@/app/current-account"
import { pageMeta } from "@/domain/page"
import { listCategories } from "@/features/categories/list-categories"
import { listProducts } from "@/features/products/list-products"
import { formatNumber } from "@/i18n/format"
import { ButtonLink } from "@/ui/button"
import { CategoryLinks } from "@/ui/category-links"
import { EmptyState } from "@/ui/empty-state"
import { PageHeading } from "@/ui/page-heading"
import { Pager } from "@/ui/pager"
import { parsePage, withQuery } from "@/ui/query-url"
import { TranslatedName } from "@/ui/translated-name"

const PER_PAGE = 24
/** More than the number of categories. */
const ALL = 10_000

interface CategoryPageProps {
  params: Promise<{ slug: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

/** The category with its ancestors, top first, and its children. */
const placeOf = cache(async (slug: string) => {
  const { rows } = await listCategories(LIVE_WORLD, { page: 1, per_page: ALL, locale: await getLocale() })
  const category = rows.find((row) => row.slug === slug) ?? notFound()
  const above = []
  for (let up = rows.find(({ id }) => id === category.parent_id); up; up = rows.find(({ id }) => id === up?.parent_id))
    above.unshift(up)
  return { category, above, below: rows.filter(({ parent_id }) => parent_id === category.id) }
})

export async function generateMetadata({ params }: CategoryPageProps): Promise<Metadata> {
  return {
    title: (await placeOf((await params).slug)).category.name,
  }
}

async function CategoryPage({ params, searchParams }: CategoryPageProps) {
  const [{ slug }, requested] = await Promise.all([params, searchParams])
  const { category, above, below } = await placeOf(slug)
  const locale = await getLocale()
  const query = { category: slug, page: parsePage(requested.page), per_page: PER_PAGE, locale }
  const [t, found] = await Promise.all([getTranslations("Catalogue"), orNotFound(listProducts(LIVE_WORLD, query))])
  const { page, last_page } = pageMeta(query, found.total)
  return (
    <>
      <nav aria-label={t("breadcrumb")}>
        <ol className="flex flex-wrap gap-x-2 text-sm text-muted">
          <li>
            <Link href="/products" className="link">
              {t("products")}
            </Link>
          </li>
          {above.map((each) => (
            <li key={each.slug}>
              <span aria-hidden="true">/ </span>
              <Link href={`/categories/${each.slug}`} className="link">
                <TranslatedName name={each.name} language={each.name_locale} />
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      <PageHeading
        title={<TranslatedName name={category.name} language={category.name_locale} />}
        lead={t("count", { count: found.total, n: formatNumber(found.total, locale) })}
      />
      <CategoryLinks categories={below} />
      {found.rows.length === 0 ? (
        <EmptyState sentence={t("empty")} action={<ButtonLink href="/products">{t("empty_action")}</ButtonLink>} />
      ) : (
        <ProductGrid products={found.rows} />
      )}
      <Pager page={page} last={last_page} href={(other) => withQuery(`/categories/${slug}`, { page: other })} />
    </>
  )
}

export default CategoryPage
