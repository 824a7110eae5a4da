import { useTranslations } from "next-intl"
import type { Locale } from "@/domain/locale"
import { formatMoney } from "@/i18n/format"

interface PriceProps {
  /** In paise. */
  price: number
  mrp: number
  /** Percent. */
  discountPercent: number
  locale: Locale
  large?: boolean
}

export function Price({ price, mrp, discountPercent, locale, large = false }: PriceProps) {
  const t = useTranslations("Catalogue")
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 tabular-nums">
      <span className={large ? "text-2xl font-semibold" : "font-semibold"}>{formatMoney(price, locale)}</span>
      {discountPercent > 0 && (
        <>
          <span className={`text-muted ${large ? "text-base" : "text-xs"}`}>
            {t("mrp")} <s>{formatMoney(mrp, locale)}</s>
          </span>
          <span className={`font-medium text-neem-ink ${large ? "text-base" : "text-xs"}`}>
            {t("off", { percent: String(discountPercent) })}
          </span>
        </>
      )}
    </p>
  )
}
