import type { useTranslations } from "next-intl"
import type { Locale } from "@/domain/locale"
import type { ProductQuery } from "@/features/products/schema"
import { formatMoney } from "@/i18n/format"
import { withQuery } from "@/ui/query-url"

/** The search and the filters of the catalogue page, named as the parameters of GET /v1/products. */
export type CatalogueFilters = Pick<
  ProductQuery,
  "q" | "category" | "brand" | "seller" | "min_price" | "max_price" | "in_stock"
>

type QueryValue = string | string[] | undefined

function integer(value: QueryValue): number | string | string[] | undefined {
  return typeof value === "string" && /^\d{1,16}$/.test(value) ? Number(value) : value || undefined
}

/** Reads the filters of an address, for the schema to check. */
export function readFilters(query: Record<string, QueryValue>): Record<keyof CatalogueFilters, unknown> {
  return {
    q: query.q || undefined,
    category: query.category || undefined,
    brand: query.brand || undefined,
    seller: query.seller || undefined,
    min_price: integer(query.min_price),
    max_price: integer(query.max_price),
    in_stock: query.in_stock === "true" ? true : undefined,
  }
}

/** The address of the catalogue with some filters changed, on its first page. */
export function hrefOf(filters: CatalogueFilters, change: CatalogueFilters & { page?: number }): string {
  const { q, category, brand, seller, min_price, max_price, in_stock, page } = {
    ...filters,
    ...change,
  } as CatalogueFilters & {
    page?: number
  }
  return withQuery("/products", {
    q,
    category,
    brand,
    seller,
    min_price,
    max_price,
    in_stock: in_stock ? "true" : undefined,
    page,
  })
}

const PAISE = 100

/** A range of prices in words. The upper limit is the first price above the range: 100 to 250 rupees, not to 249.99. */
export function priceRange(
  { min_price, max_price }: Pick<CatalogueFilters, "min_price" | "max_price">,
  t: ReturnType<typeof useTranslations<"Facets">>,
  locale: Locale,
): string {
  const limit = max_price === undefined ? undefined : Math.ceil(max_price / PAISE) * PAISE
  const [low, high] = [min_price, limit].map((price) => (price === undefined ? "" : formatMoney(price, locale)))
  if (min_price === undefined) return t("price_below", { high: high ?? "" })
  return limit === undefined
    ? t("price_above", { low: low ?? "" })
    : t("price_between", { low: low ?? "", high: high ?? "" })
}
