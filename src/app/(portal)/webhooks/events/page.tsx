import type { Metadata } from "next"
import Link from "next/link"
import { getLocale, getTranslations } from "next-intl/server"
import { periodStart, PERIODS } from "@/app/(portal)/webhooks/[id]/delivery-filter"
import { DeliveryBadge } from "@/app/(portal)/webhooks/webhook-badges"
import { eventMessageKey } from "@/app/(portal)/webhooks/message-keys"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { portal, requireAccount } from "@/app/current-account"
import type { EventDelivery } from "@/webhooks/deliveries/schema"
import { EVENT_TYPES } from "@/webhooks/events/schema"
import { formatSecond } from "@/i18n/format"
import { env } from "@/platform/env"
import { ButtonLink } from "@/ui/button"
import { ClientMessages } from "@/ui/client-messages"
import { CodeBlock } from "@/ui/code-block"
import { EmptyState } from "@/ui/empty-state"
import { oneOf, parsePage, withQuery } from "@/ui/query-url"
import { RefreshAfterMutations } from "@/ui/refresh-after-mutations"
import { TableFooter } from "@/ui/table/table-footer"
import { PAGE_SIZES, parsePageSize } from "@/ui/table/table-url"
import { ChoiceFilter } from "@/ui/table/filters"
import { Toolbar } from "@/ui/table/toolbar"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("Webhooks"))("events_title"),
  }
}

const PATH = "/webhooks/events"

async function EventsPage({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const renderedAt = Date.now()
  const params = await searchParams
  const filter = {
    type: oneOf(EVENT_TYPES, params.type),
    within: oneOf(PERIODS, params.within),
  }
  const { type, within } = filter
  const [page, size] = [parsePage(params.page), parsePageSize(params)]
  const common = { path: PATH, query: { ...filter, per_page: size === PAGE_SIZES[0] ? undefined : size } }
  await requireAccount(withQuery(PATH, { ...common.query, page }))
  const caller = await portal()
  const [t, locale, clock, events] = await Promise.all([
    getTranslations("Webhooks"),
    getLocale(),
    viewerTimeZone(),
    caller.webhookEvents.list({
      type,
      since: periodStart(within),
      page,
      per_page: size,
    }),
  ])
  const { data: sent } = await caller.portalWebhookDeliveries.ofEvents({ events: events.data.map(({ id }) => id) })
  const deliveriesOf = (event: string): EventDelivery[] => sent.filter(({ event_id }) => event_id === event)
  const filtered = Object.values(filter).some((value) => value !== undefined)
  return (
    <ClientMessages namespaces={["Table"]}>
      <RefreshAfterMutations renderedAt={renderedAt} />
      <Link href="/webhooks" className="link w-fit text-sm">
        {t("to_webhooks")}
      </Link>
      <Toolbar title={t("events_title")}>
        <ChoiceFilter
          {...common}
          name="type"
          label={t("filter_type")}
          options={EVENT_TYPES.map((each) => [each, each])}
        />
        <ChoiceFilter
          {...common}
          name="within"
          label={t("filter_time")}
          options={PERIODS.map((each) => [each, t(`within_${each}`)])}
        />
      </Toolbar>
      {events.data.length === 0 ? (
        <EmptyState
          sentence={t("no_events")}
          action={
            <ButtonLink href={filtered ? PATH : "/webhooks"}>{t(filtered ? "show_all" : "to_webhooks")}</ButtonLink>
          }
          note={t("no_events_note")}
          snippet={`curl "${env.appUrl}/v1/events" \\\n  -H "Authorization: Bearer $HAAT_KEY"`}
        />
      ) : (
        <ul
          aria-label={t("events_title")}
          className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface"
        >
          {events.data.map((event) => (
            <li key={event.id} className="min-w-0">
              <details className="min-w-0">
                <summary className="flex min-h-10 flex-wrap items-center gap-x-3 px-4 py-1.5 text-sm hover:bg-sunken">
                  <span className="min-w-0 basis-full truncate font-medium sm:flex-1 sm:basis-0">{event.type}</span>
                  {[...new Set(deliveriesOf(event.id).map(({ status }) => status))].map((status) => (
                    <DeliveryBadge key={status} status={status} />
                  ))}
                  <time dateTime={event.timestamp} className="text-muted tabular-nums">
                    {formatSecond(event.timestamp, locale, clock)}
                  </time>
                </summary>
                <div className="grid min-w-0 grid-cols-1 gap-2 border-t border-line px-4 py-4">
                  <p className="text-sm text-muted">{t(eventMessageKey(event.type))}</p>
                  <p className="font-mono text-xs text-muted wrap-anywhere">{event.id}</p>
                  <Deliveries deliveries={deliveriesOf(event.id)} />
                  <CodeBlock json label={t("body")} code={JSON.stringify(event, null, 2)} />
                </div>
              </details>
            </li>
          ))}
        </ul>
      )}
      {events.meta.total > 0 && <TableFooter {...common} meta={events.meta} />}
    </ClientMessages>
  )
}

/** The endpoints that it was sent to, and the outcome. */
async function Deliveries({ deliveries }: { deliveries: EventDelivery[] }) {
  const t = await getTranslations("Webhooks")
  if (deliveries.length === 0) return <p className="text-sm">{t("event_not_sent")}</p>
  return (
    <ul aria-label={t("deliveries")} className="grid grid-cols-1 gap-1.5">
      {deliveries.map(({ id, endpoint, status }) => (
        <li key={id} className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <DeliveryBadge status={status} />
          <Link href={`/webhooks/${endpoint.id}/deliveries/${id}`} className="link min-w-0 wrap-anywhere">
            {endpoint.url}
          </Link>
        </li>
      ))}
    </ul>
  )
}

export default EventsPage
