import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import { formatNumber } from "@/i18n/format"
import { ButtonLink } from "@/ui/button"
import { type ListQuery, listUrl, PAGE_SIZES } from "@/ui/table/table-url"

interface TableFooterProps {
  path: string
  query: ListQuery
  meta: { page: number; per_page: number; total: number; last_page: number }
}

/** Below a table: which rows are shown, how many on a page, and the other pages. */
export function TableFooter({ path, query, meta: { page, per_page: size, total, last_page: last } }: TableFooterProps) {
  const t = useTranslations("Table")
  const pager = useTranslations("Pager")
  const locale = useLocale()
  const from = Math.min((page - 1) * size + 1, total)
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 text-sm text-muted">
      <span className="tabular-nums">
        {t("range", {
          from: formatNumber(from, locale),
          to: formatNumber(Math.min(page * size, total), locale),
          total: formatNumber(total, locale),
        })}
      </span>
      {total > PAGE_SIZES[0] && (
        <nav aria-label={t("per_page")} className="flex items-center gap-1">
          <span aria-hidden="true" className="mr-1">
            {t("per_page")}
          </span>
          {PAGE_SIZES.map((each) => (
            <Link
              key={each}
              href={listUrl(path, query, { per_page: each === PAGE_SIZES[0] ? undefined : each })}
              scroll={false}
              prefetch={false}
              aria-current={each === size ? "true" : undefined}
              className="grid min-h-8 min-w-8 place-items-center rounded-lg px-1.5 tabular-nums hover:bg-sunken aria-[current]:bg-sunken aria-[current]:font-medium aria-[current]:text-ink"
            >
              {formatNumber(each, locale)}
            </Link>
          ))}
        </nav>
      )}
      {(last > 1 || page > 1) && (
        <nav aria-label={pager("label")} className="ml-auto flex items-center gap-3">
          <span className="tabular-nums">
            {pager("position", { page: formatNumber(page, locale), last: formatNumber(last, locale) })}
          </span>
          {page > 1 && (
            <ButtonLink href={listUrl(path, query, { page: Math.min(page - 1, last) })} prefetch={false} rel="prev">
              {pager("previous")}
            </ButtonLink>
          )}
          {page < last && (
            <ButtonLink href={listUrl(path, query, { page: page + 1 })} prefetch={false} rel="next">
              {pager("next")}
            </ButtonLink>
          )}
        </nav>
      )}
    </div>
  )
}
