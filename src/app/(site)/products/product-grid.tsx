import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import type { ProductCard } from "@/features/products/list-products"
import { Picture } from "@/ui/picture"
import { Price } from "@/ui/price"
import { TranslatedName } from "@/ui/translated-name"

/** How many images of the first row load eagerly. */
const EAGER = 4

export function ProductGrid({ products }: { products: readonly ProductCard[] }) {
  const t = useTranslations("Catalogue")
  const locale = useLocale()
  return (
    <ul className="grid grid-cols-2 gap-4 md:grid-cols-3 lg:grid-cols-4">
      {products.map(({ id, slug, name, name_locale, image, price, mrp, discount_percent, in_stock, seller }, place) => (
        <li
          key={id}
          className="group relative grid content-start gap-2 rounded-2xl border border-line bg-surface p-2.5 shadow-card"
        >
          <Picture
            src={image}
            alt=""
            size={400}
            eager={place < EAGER}
            className="aspect-square h-auto w-full rounded-xl"
          />
          <div className="grid gap-0.5 px-1 pb-1">
            {/* Two lines in any font: a name that wraps when its font arrives would move the cards below. */}
            <h2 className="line-clamp-2 min-h-10 text-sm font-medium wrap-anywhere">
              <Link href={`/products/${slug}`} className="group-hover:underline after:absolute after:inset-0">
                <TranslatedName name={name} language={name_locale} />
              </Link>
            </h2>
            <Price price={price} mrp={mrp} discountPercent={discount_percent} locale={locale} />
            <p className="text-xs text-muted">{in_stock ? seller?.name : t("out_of_stock")}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
