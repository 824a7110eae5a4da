"use client"

import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import { ErrorCode } from "@/app/(portal)/requests/error-code"
import { LoggedUrl, queryText } from "@/app/(portal)/requests/logged-url"
import { toneOf } from "@/app/(portal)/requests/status-tone"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { RequestSummary } from "@/features/requests/schema"
import { formatNumber, formatSecond } from "@/i18n/format"
import { Badge } from "@/ui/badge"
import type { TableColumn } from "@/ui/table/column"

interface LogColumnsOptions {
  /** The names of credentials by their ids. */
  names: Record<string, string>
  /** The URL of the log with a request's details. */
  href: (request: RequestSummary) => string
  /** The request whose details are open. */
  opened: string | undefined
  timeZone: ViewerTimeZone
}

/** The columns of the log. What narrow screens leave out is in a request's details. */
export function useLogColumns({ names, href, opened, timeZone }: LogColumnsOptions): TableColumn<RequestSummary>[] {
  const t = useTranslations("Requests")
  const locale = useLocale()
  const time = ({ created_at: at }: RequestSummary) => (
    <time dateTime={at} className="tabular-nums">
      {formatSecond(at, locale, timeZone)}
    </time>
  )
  return [
    { id: "time", header: t("time"), from: "sm", cell: time },
    {
      id: "request",
      header: t("request"),
      flexible: true,
      cell: (request) => (
        <Link
          href={href(request)}
          scroll={false}
          prefetch={false}
          aria-current={request.id === opened ? "true" : undefined}
          aria-label={t("open", { request: `${request.method} ${request.path}${queryText(request.query)}` })}
          title={request.path + queryText(request.query)}
          className="font-mono text-xs after:absolute after:inset-0"
        >
          <LoggedUrl {...request} />
        </Link>
      ),
      below: (request) => (
        <span className="text-xs">
          {time(request)}
          <ErrorCode code={request.error_code} className="ml-2" />
        </span>
      ),
    },
    {
      id: "result",
      header: t("result"),
      cell: ({ status, error_code }) => (
        <span className="flex items-center gap-x-2">
          <Badge tone={toneOf(status)}>{String(status)}</Badge>
          <ErrorCode code={error_code} className="hidden @[44rem]:inline" />
        </span>
      ),
    },
    {
      id: "key",
      header: t("key_label"),
      from: "lg",
      cell: ({ credential_id }) => (
        <span className="block max-w-40 truncate text-muted">{names[credential_id] ?? t("deleted")}</span>
      ),
    },
    {
      id: "duration",
      header: t("duration"),
      from: "sm",
      align: "right",
      cell: ({ duration_ms }) => (
        <span className="text-muted">
          {t("ms", {
            ms: formatNumber(duration_ms < 10 ? Math.round(duration_ms * 10) / 10 : Math.round(duration_ms), locale),
          })}
        </span>
      ),
    },
  ]
}
