import { getTranslations } from "next-intl/server"
import { EventTable } from "@/app/(portal)/webhooks/events/event-table"
import { toListedEvent } from "@/app/(portal)/webhooks/events/listed-event"
import { portal } from "@/app/current-account"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { ButtonLink } from "@/ui/button"
import { withQuery } from "@/ui/query-url"
import { RefreshAfterMutations } from "@/ui/refresh-after-mutations"
import { Toolbar, ToolbarEnd } from "@/ui/table/toolbar"

const EVENTS = 10
const PATH = "/webhooks/events"

/** The latest events of the account, with the way to all of them; nothing if there are none. */
export async function LatestEvents({ timeZone }: { timeZone: ViewerTimeZone }) {
  const renderedAt = Date.now()
  const [t, caller] = await Promise.all([getTranslations("Webhooks"), portal()])
  const { data: events } = await caller.webhookEvents.list({ page: 1, per_page: EVENTS })
  if (events.length === 0) return null
  const { data: sent } = await caller.portalWebhookDeliveries.ofEvents({ events: events.map(({ id }) => id) })
  return (
    <div className="grid grid-cols-1 gap-3">
      <RefreshAfterMutations renderedAt={renderedAt} />
      <Toolbar part title={t("events_latest")}>
        <ToolbarEnd>
          <ButtonLink href={PATH}>{t("events_link")}</ButtonLink>
        </ToolbarEnd>
      </Toolbar>
      <EventTable
        caption={t("events_latest")}
        events={events.map((event) => toListedEvent(event, sent, withQuery(PATH, { event: event.id })))}
        opened={undefined}
        elsewhere
        timeZone={timeZone}
      />
    </div>
  )
}
