import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import type { KeyRateLimit } from "@/features/usage/schema"
import { formatNumber } from "@/i18n/format"
import { withQuery } from "@/ui/query-url"

/** The rate limit remaining for each active key. */
export function RateLimits({ allowances }: { allowances: KeyRateLimit[] }) {
  const t = useTranslations("Overview")
  const locale = useLocale()
  return (
    <section aria-labelledby="limits" className="grid min-w-0 gap-3">
      <h2 id="limits" className="text-lg font-semibold">
        {t("limits_title")}
      </h2>
      {allowances.length === 0 ? (
        <p className="rounded-2xl border border-line bg-surface px-4 py-5 text-sm text-muted shadow-card sm:px-5">
          {t("limits_none")}
        </p>
      ) : (
        <ul className="divide-y divide-line rounded-2xl border border-line bg-surface shadow-card">
          {allowances.map(({ id, name, limit, remaining, reset_seconds }) => (
            <li key={id} className="grid gap-1.5 px-4 py-3 text-sm sm:px-5">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <Link
                  href={withQuery("/requests", { key: id })}
                  title={t("limits_log", { name })}
                  className="link min-w-0 wrap-anywhere"
                >
                  {name}
                </Link>
                <span className="tabular-nums">
                  {t("limits_left", { left: formatNumber(remaining, locale), limit: formatNumber(limit, locale) })}
                </span>
              </div>
              {remaining < limit && (
                <meter
                  min={0}
                  max={limit}
                  value={remaining}
                  low={limit * 0.2}
                  high={limit * 0.5}
                  optimum={limit}
                  aria-label={name}
                  className="h-2 w-full"
                />
              )}
              {reset_seconds !== null && (
                <p className="text-xs text-muted">
                  {t("limits_resets", { seconds: formatNumber(reset_seconds, locale) })}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
