import { LIVE_WORLD } from "@/domain/world"
import type { Metadata } from "next"
import Link from "next/link"
import { getLocale, getTranslations } from "next-intl/server"
import { cache } from "react"
import { orNotFound } from "@/app/current-account"
import { getProduct } from "@/features/products/get-product"
import { formatMoney, formatNumber } from "@/i18n/format"
import { env } from "@/platform/env"
import { Badge } from "@/ui/badge"
import { ClientMessages } from "@/ui/client-messages"
import { CodeBlock } from "@/ui/code-block"
import { Picture } from "@/ui/picture"
import { Price } from "@/ui/price"
import { TranslatedName } from "@/ui/translated-name"

interface ProductPageProps {
  params: Promise<{ slug: string }>
}

const productOf = cache(async (slug: string) => orNotFound(getProduct(LIVE_WORLD, slug, await getLocale())))

export async function generateMetadata({ params }: ProductPageProps): Promise<Metadata> {
  const { name, short_description } = await productOf((await params).slug)
  return { title: name, description: short_description }
}

async function ProductPage({ params }: ProductPageProps) {
  const product = await productOf((await params).slug)
  const [t, locale] = await Promise.all([getTranslations("Catalogue"), getLocale()])
  const { category, brand, seller, rating, images, variants } = product
  return (
    <>
      {category && (
        <Link href={`/categories/${category.slug}`} className="link w-fit text-sm">
          <TranslatedName name={category.name} language={category.name_locale} />
        </Link>
      )}
      <div className="grid items-start gap-8 md:grid-cols-2 lg:gap-12">
        <div className="grid gap-3 max-md:grid-cols-[minmax(0,18rem)_4rem]">
          <Picture
            src={product.image}
            alt={images[0]?.alt ?? product.name}
            size={800}
            eager
            className="aspect-square h-auto w-full rounded-2xl border border-line"
          />
          {images.length > 1 && (
            <ul className="grid grid-cols-4 gap-3 max-md:grid-cols-1 max-md:content-start max-md:gap-2">
              {images.slice(1, 5).map(({ id, path, alt }) => (
                <li key={id}>
                  <Picture
                    src={path}
                    alt={alt}
                    size={200}
                    className="aspect-square h-auto w-full rounded-xl border border-line"
                  />
                </li>
              ))}
            </ul>
          )}
        </div>
        <div className="grid min-w-0 content-start gap-4">
          <div className="grid gap-1">
            {brand && <p className="text-sm text-muted">{brand.name}</p>}
            <h1 className="text-2xl font-semibold">
              <TranslatedName name={product.name} language={product.name_locale} />
            </h1>
            {product.short_description !== null && <p className="text-muted">{product.short_description}</p>}
          </div>
          <div>
            <Price
              price={product.price}
              mrp={product.mrp}
              discountPercent={product.discount_percent}
              locale={locale}
              large
            />
            <p className="text-xs text-muted">{t("gst")}</p>
          </div>
          <div className="flex flex-wrap items-center gap-2 text-sm">
            <Badge tone={product.in_stock ? "neem" : "danger"}>
              {t(product.in_stock ? "in_stock" : "out_of_stock")}
            </Badge>
            {seller?.is_official && <Badge tone="indigo">{t("official")}</Badge>}
            <span className="text-muted">
              {rating.count === 0
                ? t("unrated")
                : t("rating", {
                    average: formatNumber(rating.average, locale),
                    count: rating.count,
                    n: formatNumber(rating.count, locale),
                  })}
            </span>
          </div>
          {seller && <p className="text-sm">{t("sold_by", { seller: seller.name })}</p>}
          <p className="max-w-prose whitespace-pre-line">{product.description}</p>
          {variants.length > 1 && (
            <div className="overflow-x-auto" tabIndex={0} role="group" aria-label={t("variants")}>
              <table className="w-full text-left text-sm">
                <thead className="text-xs text-muted">
                  <tr className="border-b border-line">
                    <th scope="col" className="py-2 pr-4 font-medium">
                      {t("variant")}
                    </th>
                    <th scope="col" className="py-2 pr-4 text-right font-medium">
                      {t("price")}
                    </th>
                    <th scope="col" className="py-2 font-medium">
                      {t("stock")}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {variants.map((variant) => (
                    <tr key={variant.id} className="border-b border-line">
                      <th scope="row" className="py-2 pr-4 font-normal">
                        {variant.options.map(({ value }) => value).join(", ") || variant.name}
                      </th>
                      <td className="py-2 pr-4 text-right whitespace-nowrap tabular-nums">
                        {formatMoney(variant.price, locale)}
                      </td>
                      <td className="py-2">{t(variant.in_stock ? "in_stock" : "out_of_stock")}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
          <ClientMessages namespaces={[]}>
            <div className="grid gap-2">
              <h2 className="text-sm font-medium">{t("api")}</h2>
              <CodeBlock
                label={t("api")}
                code={`curl "${env.appUrl}/v1/products/${product.slug}" \\\n  -H "Authorization: Bearer $HAAT_KEY"`}
              />
            </div>
          </ClientMessages>
        </div>
      </div>
    </>
  )
}

export default ProductPage
