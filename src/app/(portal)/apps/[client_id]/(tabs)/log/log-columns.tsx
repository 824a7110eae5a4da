"use client"

import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { OauthLogEntry } from "@/features/oauth-apps/schema"
import { formatNumber, formatSecond } from "@/i18n/format"
import { Badge } from "@/ui/badge"
import type { TableColumn } from "@/ui/table/column"

interface AppLogColumnsOptions {
  /** The URL of the list with an entry's details. */
  href: (entry: OauthLogEntry) => string
  opened: string | undefined
  timeZone: ViewerTimeZone
}

/** The columns of an app's log. What narrow tables leave out is in an entry's details. */
export function useAppLogColumns({ href, opened, timeZone }: AppLogColumnsOptions): TableColumn<OauthLogEntry>[] {
  const t = useTranslations("OauthLog")
  const locale = useLocale()
  const time = ({ created_at: at }: OauthLogEntry) => (
    <time dateTime={at} className="tabular-nums">
      {formatSecond(at, locale, timeZone)}
    </time>
  )
  const error = ({ error: code, livemode }: OauthLogEntry) => (
    <>
      <span className="font-mono text-xs">{code}</span> {!livemode && <Badge tone="marigold">{t("test")}</Badge>}
    </>
  )
  return [
    { id: "time", header: t("time"), from: "sm", cell: time },
    { id: "error", header: t("error"), from: "sm", cell: error },
    {
      id: "reason",
      header: t("reason"),
      flexible: true,
      cell: (entry) => (
        <Link
          href={href(entry)}
          scroll={false}
          prefetch={false}
          aria-current={entry.id === opened ? "true" : undefined}
          title={t(entry.reason)}
          className="after:absolute after:inset-0 hover:underline"
        >
          {t(entry.reason)}
        </Link>
      ),
      below: (entry) => (
        <span className="text-xs">
          {time(entry)} · {error(entry)}
        </span>
      ),
    },
    {
      id: "endpoint",
      header: t("endpoint"),
      from: "mdPlus",
      cell: ({ endpoint }) => <span className="font-mono text-xs text-muted">{endpoint}</span>,
    },
    {
      id: "person",
      header: t("person"),
      from: "lg",
      cell: ({ person }) => <span className="font-mono text-xs text-muted">{person}</span>,
    },
    {
      id: "count",
      header: t("count"),
      from: "lg",
      align: "right",
      cell: ({ occurrences }) => formatNumber(occurrences, locale),
    },
  ]
}
