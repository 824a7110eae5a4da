"use client"

import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import { useWebhooksOwner } from "@/app/(portal)/webhooks/owner-context"
import { succeededShare } from "@/app/(portal)/webhooks/succeeded-share"
import { EndpointBadge } from "@/app/(portal)/webhooks/webhook-badges"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { pluralValues, formatDayAndHour, formatNumber, formatShare } from "@/i18n/format"
import { Badge } from "@/ui/badge"
import type { TableColumn } from "@/ui/table/column"
import { DataTable } from "@/ui/table/data-table"
import { trpc } from "@/ui/trpc"
import type { WebhookEndpoint } from "@/webhooks/endpoints/schema"

/** An endpoint of which fewer deliveries succeed needs its owner's attention. */
const EXPECTED_SUCCESS = 0.9

/** The owner's endpoints. */
export function EndpointList({ endpoints }: { endpoints: readonly WebhookEndpoint[] }) {
  const t = useTranslations("Webhooks")
  const { list } = useWebhooksOwner()
  return (
    <DataTable
      caption={t("list")}
      rows={endpoints}
      columns={useColumns()}
      rowId={({ id }) => id}
      chosen={undefined}
      sort={undefined}
      sortHref={() => list}
    />
  )
}

function useColumns(): TableColumn<WebhookEndpoint>[] {
  const t = useTranslations("Webhooks")
  const { path } = useWebhooksOwner()
  const locale = useLocale()
  const [{ data: counted }] = trpc.portalWebhookDeliveries.counts.useSuspenseQuery()
  const successOf = ({ id }: WebhookEndpoint) => {
    const counts = counted.find(({ endpoint }) => endpoint === id)
    const share = counts && succeededShare(counts)
    if (share === undefined) return <span className="text-muted">–</span>
    return (
      <span title={t("delivered_7d")} className={share < EXPECTED_SUCCESS ? "font-medium text-danger-ink" : ""}>
        {formatShare(share, locale)}
      </span>
    )
  }
  const eventsOf = ({ events: [first, ...others] }: WebhookEndpoint) => (
    <>
      {first}
      {others.length > 0 && (
        <>
          <span aria-hidden="true" className="text-muted">{` +${formatNumber(others.length, locale)}`}</span>
          <span className="sr-only">, {others.join(", ")}</span>
        </>
      )}
    </>
  )
  return [
    {
      id: "url",
      header: t("url"),
      flexible: true,
      cell: ({ id, url }) => (
        <Link
          href={`${path}/${id}`}
          prefetch={false}
          title={url}
          className="font-medium after:absolute after:inset-0 hover:underline"
        >
          {url}
        </Link>
      ),
      below: eventsOf,
    },
    {
      id: "description",
      header: t("description"),
      from: "lg",
      cell: ({ description }) => <span className="block w-[20cqw] truncate text-muted">{description || "–"}</span>,
    },
    {
      id: "events",
      header: t("events"),
      from: "md",
      cell: (endpoint) => <span title={endpoint.events.join(", ")}>{eventsOf(endpoint)}</span>,
    },
    { id: "success", header: t("delivered_7d"), from: "sm", align: "right", cell: successOf },
    {
      id: "status",
      header: t("filter_status"),
      cell: ({ status, failures_in_a_row: failures }) => (
        <span className="flex gap-1.5">
          <EndpointBadge status={status} />
          {failures > 0 && (
            <span className="hidden @[60rem]:inline">
              <Badge tone="danger">{t("failures", pluralValues(failures, locale))}</Badge>
            </span>
          )}
        </span>
      ),
      below: (endpoint) => (
        <>
          <span className="sr-only">{t("delivered_7d")}: </span>
          {successOf(endpoint)}
        </>
      ),
    },
  ]
}

/** The owner's deleted endpoints whose deliveries can still be read. */
export function DeletedEndpoints({ timeZone }: { timeZone: ViewerTimeZone }) {
  const t = useTranslations("Webhooks")
  const locale = useLocale()
  const { path } = useWebhooksOwner()
  const [{ data: deleted }] = trpc.portalWebhookEndpoints.deleted.useSuspenseQuery()
  if (deleted.length === 0) return null
  return (
    <details>
      <summary className="w-fit rounded-lg py-2 text-sm text-muted hover:text-ink">
        {t("deleted_list", { count: formatNumber(deleted.length, locale) })}
      </summary>
      <ul className="mt-3 grid gap-2 text-sm">
        {deleted.map(({ id, url, deleted_at }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-3">
            <Link href={`${path}/${id}`} prefetch={false} className="link wrap-anywhere">
              {url}
            </Link>
            <span className="text-muted">
              {t("deleted_at", { when: formatDayAndHour(deleted_at, locale, timeZone) })}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
