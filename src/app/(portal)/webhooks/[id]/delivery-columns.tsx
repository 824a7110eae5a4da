"use client"

import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import { aboutColumn } from "@/app/(portal)/webhooks/about-column"
import { useWebhooksOwner } from "@/app/(portal)/webhooks/owner-context"
import { NextAttempt } from "@/app/(portal)/webhooks/[id]/next-attempt"
import { DeliveryBadge } from "@/app/(portal)/webhooks/webhook-badges"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { formatNumber, formatSecond } from "@/i18n/format"
import type { TableColumn } from "@/ui/table/column"
import type { ListedDelivery } from "@/webhooks/deliveries/schema"

interface DeliveryColumnsOptions {
  endpoint: string
  deliveries: readonly ListedDelivery[]
  /** Whether pending deliveries are sent. */
  sending: boolean
  timeZone: ViewerTimeZone
  /** When the deliveries were read, in milliseconds. */
  now: number
}

/** The columns of the table of an endpoint's deliveries. */
export function useDeliveryColumns({
  endpoint,
  deliveries,
  sending,
  timeZone,
  now,
}: DeliveryColumnsOptions): TableColumn<ListedDelivery>[] {
  const t = useTranslations("Webhooks")
  const { path } = useWebhooksOwner()
  const locale = useLocale()
  const created = ({ created_at: at }: ListedDelivery) => (
    <time dateTime={at} title={at} className="tabular-nums">
      {formatSecond(at, locale, timeZone)}
    </time>
  )
  const nextAttempt = ({ status, next_attempt_at: at }: ListedDelivery) =>
    status === "pending" &&
    at !== null && <NextAttempt at={at} title={formatSecond(at, locale, timeZone)} sending={sending} readAt={now} />
  return [
    {
      id: "event",
      header: t("filter_type"),
      flexibleWhenNarrow: true,
      cell: ({ id, event_type }) => (
        <Link
          href={`${path}/${endpoint}/deliveries/${id}`}
          prefetch={false}
          className="block truncate font-medium after:absolute after:inset-0 hover:underline"
        >
          {event_type}
        </Link>
      ),
      below: (delivery) => (
        <>
          {created(delivery)}
          {delivery.subject !== null && ` · ${delivery.subject}`}
        </>
      ),
    },
    aboutColumn(t("about")),
    {
      id: "status",
      header: t("filter_status"),
      cell: ({ status }) => <DeliveryBadge status={status} />,
      below: (delivery) =>
        delivery.status === "pending"
          ? nextAttempt(delivery)
          : delivery.last_attempt_at !== null && (delivery.last_status_code ?? t("no_response")),
    },
    {
      id: "response",
      header: t("test_response"),
      from: "sm",
      cell: ({ last_attempt_at, last_status_code }) =>
        last_attempt_at === null ? (
          <span className="text-muted">–</span>
        ) : (
          <span className={last_status_code === null ? "text-muted" : "tabular-nums"}>
            {last_status_code ?? t("no_response")}
          </span>
        ),
    },
    {
      id: "attempts",
      header: t("history"),
      from: "md",
      align: "right",
      cell: ({ attempts }) => formatNumber(attempts, locale),
    },
    ...(deliveries.some(({ status, next_attempt_at: at }) => status === "pending" && at !== null)
      ? [{ id: "next", header: t("next_attempt_column"), from: "md", cell: nextAttempt } as const]
      : []),
    { id: "created", header: t("created"), from: "sm", align: "right", cell: created },
  ]
}
