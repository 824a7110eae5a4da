import type { Metadata } from "next"
import { getLocale, getTranslations } from "next-intl/server"
import { ProductGrid } from "@/app/(site)/products/product-grid"
import { pageMeta } from "@/domain/page"
import { listCategories } from "@/features/categories/list-categories"
import { listProducts } from "@/features/products/list-products"
import { ProductQuery } from "@/features/products/schema"
import { pluralValues } from "@/i18n/format"
import { Button, ButtonLink } from "@/ui/button"
import { CategoryLinks } from "@/ui/category-links"
import { EmptyState } from "@/ui/empty-state"
import { PageHeading } from "@/ui/page-heading"
import { Pager } from "@/ui/pager"
import { parsePage, withQuery } from "@/ui/query-url"

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations("Catalogue"))("products"),
})

const PER_PAGE = 24

const ProductsPage = async ({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) => {
  const asked = await searchParams
  const parsed = ProductQuery.safeParse({ q: asked.q || undefined, page: parsePage(asked.page), per_page: PER_PAGE })
  const query = parsed.success ? parsed.data : { page: 1, per_page: PER_PAGE }
  const locale = await getLocale()
  const [t, found, categories] = await Promise.all([
    getTranslations("Catalogue"),
    listProducts({ ...query, locale }),
    listCategories({ parent: "root", page: 1, per_page: 100, locale }),
  ])
  const { page, last_page } = pageMeta(query, found.total)
  return (
    <>
      <PageHeading title={t("products")} lead={t("count", pluralValues(found.total, locale))}>
        <form action="/products" role="search" className="flex w-full gap-2 sm:w-auto">
          <input
            type="search"
            name="q"
            defaultValue={query.q}
            maxLength={120}
            aria-label={t("search")}
            placeholder={t("search")}
            className="min-h-10 min-w-0 flex-1 rounded-lg border border-line-strong bg-surface px-3 placeholder:text-muted sm:w-64"
          />
          <Button type="submit">{t("search_submit")}</Button>
        </form>
      </PageHeading>
      <CategoryLinks categories={categories.rows} />
      {found.search?.corrected_query && found.rows.length > 0 ? (
        <p role="status">{t("corrected_search", { words: found.search.corrected_query })}</p>
      ) : null}
      {found.rows.length === 0 ? (
        <EmptyState
          sentence={query.q ? t("empty_search", { words: query.q }) : t("empty")}
          action={<ButtonLink href="/products">{t("empty_action")}</ButtonLink>}
        />
      ) : (
        <ProductGrid products={found.rows} />
      )}
      <Pager page={page} last={last_page} href={(other) => withQuery("/products", { q: query.q, page: other })} />
    </>
  )
}

export default ProductsPage
