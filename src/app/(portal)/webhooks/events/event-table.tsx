"use client"

import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import { DeliveryBadge } from "@/app/(portal)/webhooks/webhook-badges"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { DeliveryStatus } from "@/domain/webhook-delivery"
import { formatSecond } from "@/i18n/format"
import type { TableColumn } from "@/ui/table/column"
import { DataTable } from "@/ui/table/data-table"

interface ListedEvent {
  id: string
  type: string
  /** What it is about, such as an order's number. */
  subject: string | null
  timestamp: string
  /** How its deliveries ended, each outcome once. */
  statuses: readonly DeliveryStatus[]
  /** The URL of the list with the event's details. */
  href: string
}

interface EventTableProps {
  events: readonly ListedEvent[]
  /** The id of the event whose details are open. */
  opened: string | undefined
  timeZone: ViewerTimeZone
}

/** Events, newest first. */
export function EventTable({ events, opened, timeZone }: EventTableProps) {
  const t = useTranslations("Webhooks")
  return (
    <DataTable
      caption={t("events_title")}
      rows={events}
      columns={useColumns({ opened, timeZone })}
      rowId={({ id }) => id}
      chosen={undefined}
      sort={undefined}
      sortHref={() => ""}
      opened={opened}
    />
  )
}

function useColumns({ opened, timeZone }: Pick<EventTableProps, "opened" | "timeZone">): TableColumn<ListedEvent>[] {
  const t = useTranslations("Webhooks")
  const locale = useLocale()
  const time = ({ timestamp }: ListedEvent) => (
    <time dateTime={timestamp} className="tabular-nums">
      {formatSecond(timestamp, locale, timeZone)}
    </time>
  )
  return [
    {
      id: "event",
      header: t("filter_type"),
      flexibleWhenNarrow: true,
      cell: ({ id, type, href }) => (
        <Link
          href={href}
          scroll={false}
          prefetch={false}
          aria-current={id === opened ? "true" : undefined}
          className="block truncate font-medium after:absolute after:inset-0 hover:underline"
        >
          {type}
        </Link>
      ),
      below: (event) => (
        <>
          {time(event)}
          {event.subject !== null && ` · ${event.subject}`}
        </>
      ),
    },
    {
      id: "about",
      header: t("about"),
      from: "sm",
      flexible: true,
      cell: ({ subject }) => (
        <span title={subject ?? undefined} className="text-muted">
          {subject ?? "–"}
        </span>
      ),
    },
    {
      id: "deliveries",
      header: t("deliveries"),
      cell: ({ statuses }) =>
        statuses.length === 0 ? (
          <span title={t("event_not_sent")} className="text-muted">
            –
          </span>
        ) : (
          <span className="flex flex-wrap gap-1.5 @xl:flex-nowrap">
            {statuses.map((status) => (
              <DeliveryBadge key={status} status={status} />
            ))}
          </span>
        ),
    },
    { id: "time", header: t("filter_time"), from: "sm", align: "right", cell: time },
  ]
}
