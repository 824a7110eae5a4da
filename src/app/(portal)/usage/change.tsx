import { useLocale, useTranslations } from "next-intl"
import { formatNumber, formatShare } from "@/i18n/format"

/** How a number of requests has changed, as a signed share; new where there were none. */
export function Change({ now, before }: { now: number; before: number }) {
  const t = useTranslations("Usage")
  const locale = useLocale()
  if (now === before) return "="
  if (before === 0) return t("new")
  const sign = now > before ? "+" : "−"
  return (
    <span title={t("was", { before: formatNumber(before, locale) })}>
      {sign}
      {formatShare(Math.abs(now - before) / before, locale)}
    </span>
  )
}
