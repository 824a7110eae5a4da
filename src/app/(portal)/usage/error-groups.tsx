import { useLocale, useTranslations } from "next-intl"
import { ErrorTable } from "@/app/(portal)/usage/error-table"
import type { ErrorGroup } from "@/features/usage/schema"
import { formatAgo, formatNumber } from "@/i18n/format"
import { withQuery } from "@/ui/query-url"

interface ErrorGroupsProps {
  groups: ErrorGroup[]
  /** All errors of the period. */
  total: number
  from: string | undefined
  /** The end of the period, if it is not now. */
  until?: string | undefined
  /** The API key whose requests they are. */
  apiKey?: string
  /** Whether they stand in a narrow place. */
  stacked?: boolean
}

/** The constant beginning of the operation's path. */
export function pathStem(operation: string): string {
  return (operation.split(" ")[1] ?? "").split("{")[0] ?? ""
}

/** The most frequent errors, by code and endpoint. Render it only on the server, because it contains relative times. */
export function ErrorGroups({ groups, total, from, until, apiKey, stacked = false }: ErrorGroupsProps) {
  const t = useTranslations("Overview")
  const locale = useLocale()
  const logOf = ({ code, operation }: ErrorGroup): string =>
    withQuery("/requests", {
      ...{ key: apiKey, code, method: operation.split(" ")[0], path: pathStem(operation), from, until },
    })
  return (
    <section aria-labelledby="errors" className="grid min-w-0 gap-3">
      <h2 id="errors" className="text-lg font-semibold">
        {t("errors_title")}
      </h2>
      {groups.length === 0 || total === 0 ? (
        <p className="rounded-xl border border-line bg-surface px-4 py-3 text-sm text-muted">{t("errors_none")}</p>
      ) : (
        <ErrorTable
          caption={t("errors_title")}
          stacked={stacked}
          heads={{
            code: t("errors_code"),
            endpoint: t("errors_endpoint"),
            requests: t("failed"),
            lastSeen: t("errors_last_seen"),
          }}
          rows={groups.map((group) => ({
            code: group.code,
            status: group.status,
            operation: group.operation,
            requests: formatNumber(group.requests, locale),
            lastSeen: formatAgo(group.last_at, locale),
            docsTitle: t("errors_docs", { code: group.code }),
            logTitle: t("errors_open", { code: group.code, operation: group.operation }),
            logHref: logOf(group),
          }))}
        />
      )}
    </section>
  )
}
