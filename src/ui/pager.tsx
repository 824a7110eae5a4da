import { useTranslations } from "next-intl"
import { ButtonLink } from "@/ui/button"

interface PagerProps {
  page: number
  last: number
  /** The address of another page of the list, with its filters. */
  href: (page: number) => string
}

export const Pager = ({ page, last, href }: PagerProps) => {
  const t = useTranslations("Pager")
  if (last === 1 && page === 1) return null
  return (
    <nav aria-label={t("label")} className="flex flex-wrap items-center justify-between gap-3">
      <span className="text-sm text-muted">{t("position", { page: String(page), last: String(last) })}</span>
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
