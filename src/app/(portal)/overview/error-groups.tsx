import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import type { ErrorGroup } from "@/features/usage/schema"
import { pluralValues, formatAgo } from "@/i18n/format"
import { Badge } from "@/ui/badge"
import { withQuery } from "@/ui/query-url"

interface ErrorGroupsProps {
  groups: ErrorGroup[]
  /** All errors of the period. */
  total: number
  from: string | undefined
}

/** The constant beginning of the operation's path. */
const stem = (operation: string): string => (operation.split(" ")[1] ?? "").split("{")[0] ?? ""

/** The most frequent errors, by code and endpoint. Render it only on the server, because it contains relative times. */
export const ErrorGroups = ({ groups, total, from }: ErrorGroupsProps) => {
  const t = useTranslations("Overview")
  const locale = useLocale()
  return (
    <section aria-labelledby="errors" className="grid min-w-0 gap-3">
      <h2 id="errors" className="text-lg font-semibold">
        {t("errors_title")}
      </h2>
      {groups.length === 0 || total === 0 ? (
        <p className="rounded-2xl border border-line bg-surface px-4 py-5 text-sm text-muted shadow-card sm:px-5">
          {t("errors_none")}
        </p>
      ) : (
        <ul className="divide-y divide-line rounded-2xl border border-line bg-surface shadow-card">
          {groups.map(({ code, operation, status, requests, last_at }) => (
            <li
              key={`${code} ${operation}`}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3 sm:px-5"
            >
              <div className="grid min-w-0 gap-0.5">
                <p className="flex flex-wrap items-center gap-2">
                  <Link
                    href={`/docs/errors#${code}`}
                    title={t("errors_docs", { code })}
                    className="font-mono text-sm text-link wrap-anywhere hover:underline"
                  >
                    {code}
                  </Link>
                  <Badge tone={status >= 500 ? "danger" : "indigo"}>{String(status)}</Badge>
                </p>
                <p className="font-mono text-xs text-muted wrap-anywhere">{operation}</p>
              </div>
              <p className="flex flex-wrap items-center gap-x-4 text-sm">
                <span>
                  <span className="font-medium tabular-nums">{t("errors_count", pluralValues(requests, locale))}</span>
                  <span className="text-muted">, {t("errors_last", { ago: formatAgo(last_at, locale) })}</span>
                </span>
                <Link
                  href={withQuery("/requests", {
                    code,
                    method: operation.split(" ")[0],
                    path: stem(operation),
                    from,
                  })}
                  className="link inline-flex min-h-6 items-center"
                >
                  {t("log")}
                  <span className="sr-only">: {t("errors_open", { code, operation })}</span>
                </Link>
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
