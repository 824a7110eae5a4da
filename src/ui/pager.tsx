import { useLocale, useTranslations } from "next-intl"
import { formatNumber } from "@/i18n/format"
import { ButtonLink } from "@/ui/button"

interface PagerProps {
  /** The accessible name, where a page has several lists. */
  label?: string
  page: number
  last: number
  /** The URL of another page of the list, with its filters. */
  href: (page: number) => string
}

export function Pager({ label, page, last, href }: PagerProps) {
  const t = useTranslations("Pager")
  const locale = useLocale()
  if (last === 1 && page === 1) return null
  return (
    <nav aria-label={label ?? t("label")} className="flex flex-wrap items-center justify-between gap-3">
      <span className="text-sm text-muted">
        {t("position", { page: formatNumber(page, locale), last: formatNumber(last, locale) })}
      </span>
      <span className="flex gap-3">
        {page > 1 && (
          <ButtonLink href={href(Math.min(page - 1, last))} rel="prev">
            {t("previous")}
          </ButtonLink>
        )}
        {page < last && (
          <ButtonLink href={href(page + 1)} rel="next">
            {t("next")}
          </ButtonLink>
        )}
      </span>
    </nav>
  )
}
