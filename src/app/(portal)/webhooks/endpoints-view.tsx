"use client"

import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import { UnverifiedBanner } from "@/app/(portal)/keys/unverified-banner"
import { EndpointBadge } from "@/app/(portal)/webhooks/webhook-badges"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { pluralValues, formatDayAndHour, formatNumber } from "@/i18n/format"
import { Badge } from "@/ui/badge"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { PageHeading } from "@/ui/page-heading"
import type { TableColumn } from "@/ui/table/column"
import { DataTable } from "@/ui/table/data-table"
import { Toolbar, ToolbarEnd } from "@/ui/table/toolbar"
import { trpc } from "@/ui/trpc"
import type { WebhookEndpoint } from "@/webhooks/endpoints/schema"

interface EndpointsViewProps {
  /** The account's email address if it is not confirmed yet: such an account cannot add an endpoint. */
  unverified: string | null
  clock: ViewerTimeZone
  baseUrl: string
}

/** The account's endpoints, including deleted ones. */
export function EndpointsView({ unverified, clock, baseUrl }: EndpointsViewProps) {
  const t = useTranslations("Webhooks")
  const locale = useLocale()
  const [{ data: endpoints }] = trpc.webhookEndpoints.list.useSuspenseQuery({ per_page: 100 })
  const [{ data: deleted }] = trpc.portalWebhookEndpoints.deleted.useSuspenseQuery()
  const columns = useColumns()
  const add = unverified === null && (
    <ButtonLink href="/webhooks/new" variant="primary">
      {t("add")}
    </ButtonLink>
  )
  return (
    <>
      {endpoints.length === 0 ? (
        <>
          <PageHeading title={t("title")} lead={t("lead")}>
            <ButtonLink href="/webhooks/events">{t("events_link")}</ButtonLink>
          </PageHeading>
          {unverified !== null && <UnverifiedBanner email={unverified} />}
          <EmptyState sentence={t("empty")} action={add} note={t("empty_note")} snippet={snippet(baseUrl)} />
        </>
      ) : (
        <>
          <Toolbar title={t("title")} action={add}>
            <ToolbarEnd>
              <ButtonLink href="/webhooks/events">{t("events_link")}</ButtonLink>
            </ToolbarEnd>
          </Toolbar>
          {unverified !== null && <UnverifiedBanner email={unverified} />}
          <DataTable
            caption={t("list")}
            rows={endpoints}
            columns={columns}
            rowId={({ id }) => id}
            chosen={undefined}
            sort={undefined}
            sortHref={() => "/webhooks"}
          />
        </>
      )}
      {deleted.length > 0 && (
        <details>
          <summary className="w-fit rounded-lg py-2 text-sm text-muted hover:text-ink">
            {t("deleted_list", { count: formatNumber(deleted.length, locale) })}
          </summary>
          <ul className="mt-3 grid gap-2 text-sm">
            {deleted.map(({ id, url, deleted_at }) => (
              <li key={id} className="flex flex-wrap items-baseline gap-x-3">
                <Link href={`/webhooks/${id}`} className="link wrap-anywhere">
                  {url}
                </Link>
                <span className="text-muted">
                  {t("deleted_at", { when: formatDayAndHour(deleted_at, locale, clock) })}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function useColumns(): TableColumn<WebhookEndpoint>[] {
  const t = useTranslations("Webhooks")
  const locale = useLocale()
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
        <Link href={`/webhooks/${id}`} title={url} className="font-medium after:absolute after:inset-0 hover:underline">
          {url}
        </Link>
      ),
      below: eventsOf,
    },
    {
      id: "description",
      header: t("description"),
      from: "lg",
      cell: ({ description }) => <span className="block max-w-60 truncate text-muted">{description || "–"}</span>,
    },
    {
      id: "events",
      header: t("events"),
      from: "md",
      cell: (endpoint) => <span title={endpoint.events.join(", ")}>{eventsOf(endpoint)}</span>,
    },
    {
      id: "status",
      header: t("filter_status"),
      cell: ({ status, failures_in_a_row: failures }) => (
        <span className="flex gap-1.5">
          <EndpointBadge status={status} />
          {failures > 0 && (
            <span className="hidden @xl:inline">
              <Badge tone="danger">{t("failures", pluralValues(failures, locale))}</Badge>
            </span>
          )}
        </span>
      ),
    },
  ]
}

const snippet = (baseUrl: string): string => `curl -X POST "${baseUrl}/v1/webhook-endpoints" \\
  -H "Authorization: Bearer $HAAT_KEY" -H "Content-Type: application/json" \\
  -d '{ "url": "https://example.com/webhooks/haat", "events": ["seller.order.updated"] }'`
