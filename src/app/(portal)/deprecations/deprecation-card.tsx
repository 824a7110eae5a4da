import { useLocale, useTranslations } from "next-intl"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { formatNumber, formatTime } from "@/i18n/format"

interface DeprecationCardProps {
  deprecation: {
    operation: string
    name: string | null
    deprecated_on: string
    sunset_on: string
    replacement: string | null
    guide_url: string
  }
  /** The heading of the column that names the rows. */
  who: string
  rows: { id: string; name: string; calls: number; last_called_at: string | null; requestIds: string[] | null }[]
  timeZone: ViewerTimeZone
}

/** One deprecation, with who called it in the last 30 days. */
export function DeprecationCard({ deprecation, who, rows, timeZone }: DeprecationCardProps) {
  const t = useTranslations("Deprecations")
  const common = useTranslations("Common")
  const locale = useLocale()
  const { operation, name, deprecated_on: since, sunset_on: sunset, replacement, guide_url: guide } = deprecation
  const hasIds = rows.some(({ requestIds }) => requestIds !== null)
  return (
    <section className="grid grid-cols-1 gap-4 rounded-2xl border border-line bg-surface p-4 shadow-card sm:p-5">
      <div className="grid gap-1">
        <h2 className="font-semibold wrap-anywhere">
          <code lang="en" className="font-mono text-[0.9375em]">
            {name === null ? operation : `${operation} · ${name}`}
          </code>
        </h2>
        <p className="text-sm">{t("dates", { since, sunset })}</p>
        <p className="flex flex-wrap gap-x-4 text-sm">
          {replacement !== null && <span>{t("replacement", { replacement })}</span>}
          <a href={guide} className="link">
            {t("guide")}
          </a>
        </p>
      </div>
      <div className="overflow-x-auto" tabIndex={0} role="group" aria-label={who}>
        <table className="w-full text-sm">
          <thead>
            <tr className="text-left text-xs text-muted">
              <th scope="col" className="py-1.5 pr-4 font-medium">
                {who}
              </th>
              <th scope="col" className="py-1.5 pr-4 text-right font-medium">
                {t("calls")}
              </th>
              <th scope="col" className="py-1.5 pr-4 font-medium">
                {t("last_call")}
              </th>
              {hasIds && (
                <th scope="col" className="py-1.5 font-medium">
                  {t("request_ids")}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id} className="border-t border-line align-top">
                <th scope="row" className="py-2 pr-4 text-left font-normal wrap-anywhere">
                  {row.name}
                </th>
                <td className="py-2 pr-4 text-right tabular-nums">{formatNumber(row.calls, locale)}</td>
                <td className="py-2 pr-4">
                  {row.last_called_at === null ? common("never") : formatTime(row.last_called_at, locale, timeZone)}
                </td>
                {hasIds && (
                  <td lang="en" className="py-2 font-mono text-xs">
                    {(row.requestIds ?? []).map((id) => (
                      <div key={id}>{id}</div>
                    ))}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
