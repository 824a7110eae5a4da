"use client"

import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import type { ReactNode } from "react"
import { Section } from "@/app/(portal)/apps/section"
import type { DeliveryFilter } from "@/app/(portal)/webhooks/[id]/delivery-filter"
import { RedeliverFailedButton } from "@/app/(portal)/webhooks/[id]/redeliver-failed-button"
import { usePollDeliveries } from "@/app/(portal)/webhooks/use-poll-deliveries"
import { DeliveryBadge } from "@/app/(portal)/webhooks/webhook-badges"
import { modeOf } from "@/domain/mode"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { Delivery } from "@/webhooks/deliveries/schema"
import { pluralValues, formatSecond } from "@/i18n/format"
import type { PortalInputs } from "@/ui/api"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { Pager } from "@/ui/pager"
import { withQuery } from "@/ui/query-url"
import { trpc } from "@/ui/trpc"

interface DeliveriesSectionProps {
  endpoint: string
  livemode: boolean
  /** Whether pending deliveries are sent. */
  sending: boolean
  deleted: boolean
  filter: DeliveryFilter
  /** The reader's time zone. */
  clock: ViewerTimeZone
  query: PortalInputs["webhookDeliveries"]["list"]
  baseUrl: string
  filterForm: ReactNode
}

const REFRESH_MS = 5_000

const snippet = (baseUrl: string, endpoint: string): string =>
  `curl -X POST ${baseUrl}/v1/webhook-endpoints/${endpoint}/test \\\n  -H "Authorization: Bearer $HAAT_KEY"`

/** An endpoint's deliveries, with actions for failed ones. */
export const DeliveriesSection = ({
  endpoint,
  livemode,
  sending,
  deleted,
  filter,
  clock,
  query,
  baseUrl,
  filterForm,
}: DeliveriesSectionProps) => {
  const t = useTranslations("Webhooks")
  const [{ data, meta }] = trpc.webhookDeliveries.list.useSuspenseQuery(query)
  usePollDeliveries(sending && data.some(({ status }) => status === "pending"), REFRESH_MS)
  const path = `/webhooks/${endpoint}`
  const filtered = Object.values(filter).some((value) => value !== undefined)
  return (
    <Section title={t("deliveries")}>
      {filterForm}
      {data.length === 0 && !deleted && meta.page === 1 && !filtered ? (
        <EmptyState
          sentence={t("nothing_sent")}
          action={<ButtonLink href="#test">{t("test")}</ButtonLink>}
          note={t("nothing_sent_note")}
          snippet={snippet(baseUrl, endpoint)}
        />
      ) : data.length === 0 ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-dashed border-line-strong px-4 py-5">
          <p>{t("no_deliveries")}</p>
          {filtered && <ButtonLink href={path}>{t("show_all")}</ButtonLink>}
        </div>
      ) : (
        <ul aria-label={t("deliveries")} className="grid gap-px overflow-hidden rounded-xl border border-line bg-line">
          {data.map((delivery) => (
            <DeliveryLine key={delivery.id} endpoint={endpoint} delivery={delivery} sending={sending} clock={clock} />
          ))}
        </ul>
      )}
      <Pager page={meta.page} last={meta.last_page} href={(page) => withQuery(path, { ...filter, page })} />
      <div className="flex flex-wrap gap-3">
        {!deleted && <RedeliverFailedButton endpoint={endpoint} livemode={livemode} zone={clock.zone} />}
        {(["csv", "ndjson"] as const).map((format) => (
          <a
            key={format}
            href={withQuery(`${path}/deliveries/export`, { ...filter, format, mode: modeOf(livemode) })}
            download
            className="link inline-flex min-h-10 items-center px-1 text-sm"
          >
            {t(`export_${format}`)}
          </a>
        ))}
      </div>
    </Section>
  )
}

const DeliveryLine = ({
  endpoint,
  delivery,
  sending,
  clock,
}: {
  endpoint: string
  delivery: Delivery
  sending: boolean
  clock: ViewerTimeZone
}) => {
  const t = useTranslations("Webhooks")
  const locale = useLocale()
  const { id, event_type, status, attempts, last_status_code, last_attempt_at, next_attempt_at, created_at } = delivery
  const lastResponse = last_attempt_at === null ? null : (last_status_code ?? t("no_answer"))
  return (
    <li className="grid gap-x-4 gap-y-1 bg-surface px-4 py-3 text-sm md:grid-cols-[9rem_minmax(0,1fr)_auto] md:items-baseline">
      <span>
        <DeliveryBadge status={status} />
      </span>
      <span className="grid min-w-0">
        <Link href={`/webhooks/${endpoint}/deliveries/${id}`} className="w-fit font-mono wrap-anywhere hover:underline">
          {event_type}
        </Link>
        <span className="text-xs text-muted">
          {[lastResponse, t("attempts", pluralValues(attempts, locale))].filter((part) => part !== null).join(" · ")}
          {status === "pending" &&
            next_attempt_at !== null &&
            ` · ${sending ? t("next_attempt", { when: formatSecond(next_attempt_at, locale, clock) }) : t("waits")}`}
        </span>
      </span>
      <time dateTime={created_at} title={created_at} className="text-xs text-muted tabular-nums">
        {formatSecond(created_at, locale, clock)}
      </time>
    </li>
  )
}
