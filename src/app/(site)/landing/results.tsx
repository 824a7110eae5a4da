import { useTranslations } from "next-intl"
import type { UseCases } from "@/app/(site)/landing/find-use-cases"
import type { ProductCard } from "@/features/products/list-products"
import { formatMoney } from "@/i18n/format"
import { Picture } from "@/ui/picture"

// What an application shows of a response. Screen readers have the response itself.

/** A product as a storefront in Hindi shows it. */
export function ProductResult({
  product: { name, category, image, price, mrp, discount_percent },
}: {
  product: ProductCard
}) {
  return (
    <div
      lang="hi"
      aria-hidden="true"
      className="grid w-full max-w-sm grid-cols-[7.5rem_minmax(0,1fr)] items-center gap-4 rounded-xl border border-line bg-surface p-3 shadow-card"
    >
      <Picture src={image} alt="" size={240} className="aspect-square h-auto w-full rounded-lg" />
      <div className="grid gap-1">
        {category && <p className="text-xs text-muted">{category.name}</p>}
        <p className="line-clamp-2 font-medium">{name}</p>
        <p className="flex flex-wrap items-baseline gap-x-2 tabular-nums">
          <span className="font-semibold">{formatMoney(price, "hi")}</span>
          {discount_percent > 0 && <s className="text-xs text-muted">{formatMoney(mrp, "hi")}</s>}
        </p>
      </div>
    </div>
  )
}

/** A search box with what it suggests. */
export function SuggestionsResult({ suggested: { typed, items } }: { suggested: UseCases["suggested"] }) {
  const t = useTranslations("Landing")
  return (
    <div
      aria-hidden="true"
      className="w-full max-w-sm self-start overflow-hidden rounded-xl border border-line bg-surface text-sm shadow-card"
    >
      <p lang="en" className="border-b border-line px-4 py-2">
        {typed}
        <span className="ml-px inline-block h-4 w-px translate-y-0.5 bg-ink" />
      </p>
      <ul>
        {items.map(({ type, slug, name }) => (
          <li key={`${type}-${slug}`} className="flex items-baseline justify-between gap-3 px-4 py-1.5">
            <span lang="en" className="truncate">
              {name}
            </span>
            <span className="text-xs text-muted">{t(`type_${type}`)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
