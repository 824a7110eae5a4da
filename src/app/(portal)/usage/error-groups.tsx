import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import { PlainTable } from "@/app/(portal)/usage/plain-table"
import type { ErrorGroup } from "@/features/usage/schema"
import { formatAgo, formatNumber } from "@/i18n/format"
import { Badge } from "@/ui/badge"
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
}

/** The constant beginning of the operation's path. */
export function pathStem(operation: string): string {
  return (operation.split(" ")[1] ?? "").split("{")[0] ?? ""
}

/** The most frequent errors, by code and endpoint. Render it only on the server, because it contains relative times. */
export function ErrorGroups({ groups, total, from, until, apiKey }: ErrorGroupsProps) {
  const t = useTranslations("Overview")
  const locale = useLocale()
  const logOf = ({ code, operation }: ErrorGroup): string =>
    withQuery("/requests", {
      ...{ key: apiKey, code, method: operation.split(" ")[0], path: pathStem(operation), from, until },
    })
  const endpoint = ({ operation }: ErrorGroup) => <span className="font-mono text-xs text-muted">{operation}</span>
  return (
    <section aria-labelledby="errors" className="grid min-w-0 gap-3">
      <h2 id="errors" className="text-lg font-semibold">
        {t("errors_title")}
      </h2>
      {groups.length === 0 || total === 0 ? (
        <p className="rounded-xl border border-line bg-surface px-4 py-3 text-sm text-muted">{t("errors_none")}</p>
      ) : (
        <PlainTable
          caption={t("errors_title")}
          rows={groups}
          rowId={({ code, operation }) => `${code} ${operation}`}
          columns={[
            {
              id: "code",
              header: t("errors_code"),
              flexibleWhenNarrow: true,
              cell: ({ code, status }) => (
                <span className="flex items-center gap-2">
                  <Badge tone={status >= 500 ? "danger" : "marigold"}>{String(status)}</Badge>
                  <Link
                    href={`/docs/errors#${code}`}
                    title={t("errors_docs", { code })}
                    className="font-mono text-xs text-link hover:underline truncate"
                  >
                    {code}
                  </Link>
                </span>
              ),
              below: (group) => (
                <>
                  {endpoint(group)} · {formatAgo(group.last_at, locale)}
                </>
              ),
            },
            {
              id: "endpoint",
              header: t("errors_endpoint"),
              flexible: true,
              from: "sm",
              cell: endpoint,
            },
            {
              id: "requests",
              header: t("failed"),
              align: "right",
              cell: (group) => (
                <Link href={logOf(group)} className="link inline-flex min-h-6 items-center">
                  {formatNumber(group.requests, locale)}
                  <span className="sr-only">
                    : {t("errors_open", { code: group.code, operation: group.operation })}
                  </span>
                </Link>
              ),
            },
            {
              id: "last",
              header: t("errors_last_seen"),
              align: "right",
              from: "sm",
              cell: ({ last_at }) => <span className="text-muted">{formatAgo(last_at, locale)}</span>,
            },
          ]}
        />
      )}
    </section>
  )
}
