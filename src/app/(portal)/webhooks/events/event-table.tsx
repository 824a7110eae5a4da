"use client"

import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import { aboutColumn } from "@/app/(portal)/webhooks/about-column"
import type { ListedEvent } from "@/app/(portal)/webhooks/events/listed-event"
import { DeliveryBadge } from "@/app/(portal)/webhooks/webhook-badges"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { formatSecond } from "@/i18n/format"
import type { TableColumn } from "@/ui/table/column"
import { DataTable } from "@/ui/table/data-table"

interface EventTableProps {
  caption: string
  events: readonly ListedEvent[]
  /** The id of the event whose details are open. */
  opened: string | undefined
  /** Whether the details of an event are on another page, not beside the table. */
  elsewhere?: boolean
  timeZone: ViewerTimeZone
}

/** Events, newest first. */
export function EventTable({ caption, events, opened, elsewhere = false, timeZone }: EventTableProps) {
  return (
    <DataTable
      caption={caption}
      rows={events}
      columns={useColumns({ opened, elsewhere, timeZone })}
      rowId={({ id }) => id}
      chosen={undefined}
      sort={undefined}
      sortHref={() => ""}
      opened={opened}
    />
  )
}

function useColumns({
  opened,
  elsewhere,
  timeZone,
}: Pick<EventTableProps, "opened" | "elsewhere" | "timeZone">): TableColumn<ListedEvent>[] {
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
          scroll={elsewhere ?? false}
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
    aboutColumn(t("about")),
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
