import type { Metadata } from "next"
import { LIVE_WORLD } from "@/domain/world"
import { getLocale, getTranslations } from "next-intl/server"
import { ActiveFilters, FacetPanel } from "@/app/(site)/products/facet-panel"
import { hrefOf, readFilters } from "@/app/(site)/products/filters"
import { ProductGrid } from "@/app/(site)/products/product-grid"
import { ProductSearch } from "@/app/(site)/products/product-search"
import { orNotFound } from "@/app/current-account"
import { pageMeta } from "@/domain/page"
import { listCategories } from "@/features/categories/list-categories"
import { listProducts } from "@/features/products/list-products"
import { FACETS, ProductQuery } from "@/features/products/schema"
import { pluralValues } from "@/i18n/format"
import { ButtonLink } from "@/ui/button"
import { CategoryLinks } from "@/ui/category-links"
import { ClientMessages } from "@/ui/client-messages"
import { EmptyState } from "@/ui/empty-state"
import { PageHeading } from "@/ui/page-heading"
import { Pager } from "@/ui/pager"
import { parsePage } from "@/ui/query-url"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("Catalogue"))("products"),
  }
}

const PER_PAGE = 24

async function ProductsPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  const params = await searchParams
  const request = { page: parsePage(params.page), per_page: PER_PAGE, facets: FACETS.join() }
  const parsed = ProductQuery.safeParse({ ...request, ...readFilters(params) })
  const query: ProductQuery = parsed.success ? parsed.data : { ...request, page: 1 }
  const locale = await getLocale()
  const filtered = hrefOf(query, { page: 1 }) !== hrefOf({ q: query.q }, {})
  const isWhole = query.q === undefined && !filtered
  const [t, found, categories] = await Promise.all([
    getTranslations("Catalogue"),
    orNotFound(listProducts(LIVE_WORLD, { ...query, locale })),
    isWhole ? listCategories(LIVE_WORLD, { parent: "root", page: 1, per_page: 100, locale }) : null,
  ])
  const { page, last_page } = pageMeta(query, found.total)
  const facets = found.facets ?? {}
  return (
    <>
      <PageHeading title={t("products")} lead={t("count", pluralValues(found.total, locale))}>
        <ClientMessages namespaces={["ProductSearch"]}>
          <ProductSearch query={query.q ?? ""} />
        </ClientMessages>
      </PageHeading>
      {categories && (
        <div className="lg:hidden">
          <CategoryLinks categories={categories.rows} />
        </div>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-10">
        <FacetPanel facets={facets} filters={query} />
        <div className="grid content-start gap-6">
          <ActiveFilters facets={facets} filters={query} />
          {found.search?.corrected_query && found.rows.length > 0 ? (
            <p role="status">{t("corrected_search", { words: found.search.corrected_query })}</p>
          ) : null}
          {found.rows.length === 0 ? (
            <EmptyState
              sentence={filtered ? t("empty_filtered") : query.q ? t("empty_search", { words: query.q }) : t("empty")}
              action={<ButtonLink href="/products">{t("empty_action")}</ButtonLink>}
            />
          ) : (
            <ProductGrid products={found.rows} />
          )}
          <Pager page={page} last={last_page} href={(other) => hrefOf(query, { page: other })} />
        </div>
      </div>
    </>
  )
}

export default ProductsPage
