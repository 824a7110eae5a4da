import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import { ErrorCode } from "@/app/(portal)/requests/error-code"
import { LoggedUrl } from "@/app/(portal)/requests/logged-url"
import { toneOf } from "@/app/(portal)/requests/status-tone"
import { logUrl } from "@/app/(portal)/requests/log-url"
import { PlainTable } from "@/app/(portal)/usage/plain-table"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { RequestSummary } from "@/features/requests/schema"
import { formatNumber, formatSecond } from "@/i18n/format"
import { Badge } from "@/ui/badge"

const ROWS = 10

interface RecentRequestsProps {
  apiKey: string
  requests: RequestSummary[]
  timeZone: ViewerTimeZone
}

/** The last requests of a key, with a link to its log. */
export function RecentRequests({ apiKey, requests, timeZone }: RecentRequestsProps) {
  const t = useTranslations("KeyPage")
  const log = useTranslations("Requests")
  const locale = useLocale()
  const time = ({ created_at }: RequestSummary) => (
    <time dateTime={created_at} className="text-xs text-muted tabular-nums">
      {formatSecond(created_at, locale, timeZone)}
    </time>
  )
  return (
    <section aria-labelledby="key-requests" className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="key-requests" className="text-lg font-semibold">
          {t("requests_title")}
        </h2>
        {requests.length > 0 && (
          <Link href={logUrl({ key: apiKey })} className="link text-sm">
            {t("requests_all")}
          </Link>
        )}
      </div>
      {requests.length === 0 ? (
        <p className="rounded-xl border border-line bg-surface px-4 py-3 text-sm text-muted">{t("requests_none")}</p>
      ) : (
        <PlainTable
          caption={t("requests_title")}
          rows={requests.slice(0, ROWS)}
          rowId={({ id }) => id}
          columns={[
            {
              id: "time",
              header: log("time"),
              from: "sm",
              cell: time,
            },
            {
              id: "request",
              header: log("request"),
              flexible: true,
              cell: ({ id, method, path, query }) => (
                <Link
                  href={logUrl({ key: apiKey }, { request: id })}
                  prefetch={false}
                  className="font-mono text-xs after:absolute after:inset-0"
                >
                  <LoggedUrl method={method} path={path} query={query} />
                </Link>
              ),
              below: (request) => (
                <>
                  {time(request)}
                  <ErrorCode code={request.error_code} className="ml-3" />
                </>
              ),
            },
            {
              id: "result",
              header: log("result"),
              cell: ({ status, error_code }) => (
                <span className="flex items-center gap-x-2">
                  <Badge tone={toneOf(status)}>{String(status)}</Badge>
                  <ErrorCode code={error_code} className="hidden @xl:inline" />
                </span>
              ),
            },
            {
              id: "duration",
              header: log("duration"),
              align: "right",
              from: "sm",
              cell: ({ duration_ms: ms }) => (
                <span className="text-xs text-muted">
                  {log("ms", { ms: formatNumber(ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms), locale) })}
                </span>
              ),
            },
          ]}
        />
      )}
    </section>
  )
}
