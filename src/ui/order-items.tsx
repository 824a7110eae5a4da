import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import { formatMoney, formatNumber } from "@/i18n/format"
import { Picture } from "@/ui/picture"

interface OrderItemsProps {
  items: readonly {
    id: number
    product: { slug: string }
    sku: string
    name: string
    options: readonly { name: string; value: string }[]
    image: string
    quantity: number
    unit_price: number
    total: number
  }[]
}

export function OrderItems({ items }: OrderItemsProps) {
  const t = useTranslations("Store")
  const locale = useLocale()
  return (
    <ul className="grid gap-3" aria-label={t("items")}>
      {items.map(({ id, product, sku, name, options, image, quantity, unit_price, total }) => (
        <li key={id} className="flex items-start gap-3">
          <Picture src={image} alt="" size={48} className="size-12 shrink-0 rounded-lg" />
          <div className="min-w-0 flex-1 text-sm">
            <Link href={`/products/${product.slug}`} className="font-medium wrap-anywhere hover:underline">
              {name}
            </Link>
            <p className="text-xs text-muted wrap-anywhere">
              {[...options.map((option) => `${option.name}: ${option.value}`), t("sku", { sku })].join(" · ")}
            </p>
          </div>
          <div className="flex shrink-0 flex-col items-end gap-x-4 text-sm tabular-nums sm:flex-row">
            <span className="text-muted">
              {t("quantity", { count: formatNumber(quantity, locale), price: formatMoney(unit_price, locale) })}
            </span>
            <span className="min-w-20 text-right">{formatMoney(total, locale)}</span>
          </div>
        </li>
      ))}
    </ul>
  )
}
