import type { Metadata } from "next"
import { BackLink } from "@/ui/back-link"
import { getTranslations } from "next-intl/server"
import { periodStart, PERIODS } from "@/app/(portal)/webhooks/[id]/delivery-filter"
import { EventPane } from "@/app/(portal)/webhooks/events/event-pane"
import { EventTable } from "@/app/(portal)/webhooks/events/event-table"
import { toListedEvent } from "@/app/(portal)/webhooks/events/listed-event"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { redirectToLastPage } from "@/app/last-page"
import { portal, requireAccount } from "@/app/current-account"
import { EVENT_TYPES } from "@/webhooks/events/schema"
import { env } from "@/platform/env"
import { ButtonLink } from "@/ui/button"
import { ClientMessages } from "@/ui/client-messages"
import { EmptyState } from "@/ui/empty-state"
import { oneOf, parsePage, withQuery } from "@/ui/query-url"
import { RefreshAfterMutations } from "@/ui/refresh-after-mutations"
import { paneLinks } from "@/ui/table/pane-links"
import { WithPane } from "@/ui/table/row-pane"
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
const EVENT_ID = /^evt_[0-9a-f-]{36}$/

async function EventsPage({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const renderedAt = Date.now()
  const params = await searchParams
  const filter = {
    type: oneOf(EVENT_TYPES, params.type),
    within: oneOf(PERIODS, params.within),
  }
  const { type, within } = filter
  const opened = typeof params.event === "string" && EVENT_ID.test(params.event) ? params.event : undefined
  const [page, size] = [parsePage(params.page), parsePageSize(params)]
  const common = { path: PATH, query: { ...filter, per_page: size === PAGE_SIZES[0] ? undefined : size } }
  const href = (event?: string): string => withQuery(PATH, { ...common.query, event, page })
  await requireAccount(href(opened))
  const caller = await portal()
  const [t, timeZone, events] = await Promise.all([
    getTranslations("Webhooks"),
    viewerTimeZone(),
    caller.webhookEvents.list({
      type,
      since: periodStart(within),
      page,
      per_page: size,
    }),
  ])
  redirectToLastPage(PATH, common.query, events.meta)
  const { data: sent } = await caller.portalWebhookDeliveries.ofEvents({ events: events.data.map(({ id }) => id) })
  const open = events.data.find(({ id }) => id === opened)
  const filtered = Object.values(filter).some((value) => value !== undefined)
  return (
    <ClientMessages namespaces={["Webhooks", "Table"]}>
      <RefreshAfterMutations renderedAt={renderedAt} />
      <BackLink href="/webhooks">{t("title")}</BackLink>
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
          action={<ButtonLink href={filtered ? PATH : "/webhooks"}>{t(filtered ? "show_all" : "title")}</ButtonLink>}
          note={t("no_events_note")}
          snippet={`curl "${env.appUrl}/v1/events" \\\n  -H "Authorization: Bearer $HAAT_KEY"`}
        />
      ) : (
        <WithPane
          pane={
            open && (
              <EventPane
                event={open}
                deliveries={sent.filter(({ event_id }) => event_id === open.id)}
                links={paneLinks(
                  events.data,
                  ({ id }) => id === open.id,
                  (event) => href(event?.id),
                )}
                timeZone={timeZone}
              />
            )
          }
        >
          <EventTable
            caption={t("events_title")}
            events={events.data.map((event) => toListedEvent(event, sent, href(event.id)))}
            opened={open?.id}
            timeZone={timeZone}
          />
        </WithPane>
      )}
      {events.meta.total > 0 && <TableFooter {...common} meta={events.meta} />}
    </ClientMessages>
  )
}

export default EventsPage
