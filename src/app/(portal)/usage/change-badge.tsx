import { useLocale, useTranslations } from "next-intl"
import { hasShareOfChange } from "@/app/(portal)/usage/has-share-of-change"
import { formatNumber, formatShare } from "@/i18n/format"

/** How a number of requests has changed: as a signed share, from few as their number, or new where there were none. */
export function ChangeBadge({ now, before }: { now: number; before: number }) {
  const t = useTranslations("Usage")
  const locale = useLocale()
  if (now === before) return "="
  if (before === 0) return t("new")
  const count = formatNumber(before, locale)
  const share = `${now > before ? "+" : "−"}${formatShare(Math.abs(now - before) / before, locale)}`
  return (
    <span title={t("before", { before: count })}>
      {hasShareOfChange(now, before) ? share : t("from", { before: count })}
    </span>
  )
}
