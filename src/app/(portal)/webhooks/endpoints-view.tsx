"use client"

import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import { UnverifiedBanner } from "@/app/(portal)/keys/unverified-banner"
import { EndpointBadge, EventNames } from "@/app/(portal)/webhooks/webhook-badges"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { pluralValues, formatDayAndHour, formatNumber } from "@/i18n/format"
import { Badge } from "@/ui/badge"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { PageHeading } from "@/ui/page-heading"
import { trpc } from "@/ui/trpc"

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
  const add = unverified === null && (
    <ButtonLink href="/webhooks/new" variant="primary">
      {t("add")}
    </ButtonLink>
  )
  return (
    <>
      <PageHeading title={t("title")} lead={t("lead")}>
        <span className="flex flex-wrap gap-3">
          <ButtonLink href="/webhooks/events">{t("events_link")}</ButtonLink>
          {endpoints.length > 0 && add}
        </span>
      </PageHeading>
      {unverified !== null && <UnverifiedBanner email={unverified} />}
      {endpoints.length === 0 ? (
        <EmptyState sentence={t("empty")} action={add} note={t("empty_note")} snippet={snippet(baseUrl)} />
      ) : (
        <ul aria-label={t("list")} className="grid gap-3">
          {endpoints.map(({ id, url, description, events, status, failures_in_a_row }) => (
            <li key={id} className="grid gap-3 rounded-2xl border border-line bg-surface p-4 shadow-card sm:p-5">
              <div className="grid gap-1">
                <div className="flex flex-wrap items-center gap-2">
                  <EndpointBadge status={status} />
                  {failures_in_a_row > 0 && (
                    <Badge tone="danger">{t("failures", pluralValues(failures_in_a_row, locale))}</Badge>
                  )}
                </div>
                <h2 className="font-semibold">
                  <Link href={`/webhooks/${id}`} className="wrap-anywhere hover:underline">
                    {url}
                  </Link>
                </h2>
                {description !== "" && <p className="text-sm text-muted wrap-anywhere">{description}</p>}
              </div>
              <EventNames events={events} />
            </li>
          ))}
        </ul>
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

const snippet = (baseUrl: string): string => `curl -X POST "${baseUrl}/v1/webhook-endpoints" \\
  -H "Authorization: Bearer $HAAT_KEY" -H "Content-Type: application/json" \\
  -d '{ "url": "https://example.com/webhooks/haat", "events": ["seller.order.updated"] }'`
