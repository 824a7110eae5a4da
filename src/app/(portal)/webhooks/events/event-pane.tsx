import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import { eventSubject } from "@/webhooks/events/event-subject"
import { eventMessageKey } from "@/app/(portal)/webhooks/message-keys"
import { DeliveryBadge } from "@/app/(portal)/webhooks/webhook-badges"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { formatSecond } from "@/i18n/format"
import { CodeBlock } from "@/ui/code-block"
import type { PaneLinks } from "@/ui/table/pane-links"
import { PaneDetail, PaneDetails, RowPane } from "@/ui/table/row-pane"
import type { EventDelivery } from "@/webhooks/deliveries/schema"
import type { WebhookEvent } from "@/webhooks/events/schema"

interface EventPaneProps {
  event: WebhookEvent
  deliveries: readonly EventDelivery[]
  links: PaneLinks
  timeZone: ViewerTimeZone
}

/** An event with its deliveries and its body. */
export function EventPane({ event, deliveries, links, timeZone }: EventPaneProps) {
  const t = useTranslations("Webhooks")
  const locale = useLocale()
  const { id, type, timestamp } = event
  return (
    <RowPane id={id} title={<span className="font-mono text-sm">{type}</span>} links={links}>
      <p className="text-sm text-muted">{t(eventMessageKey(type))}</p>
      <PaneDetails>
        <PaneDetail name={t("about")}>{eventSubject(event) ?? "–"}</PaneDetail>
        <PaneDetail name={t("filter_time")}>
          <time dateTime={timestamp}>{formatSecond(timestamp, locale, timeZone)}</time>
        </PaneDetail>
        <PaneDetail name={t("event_id")}>
          <span className="font-mono text-xs">{id}</span>
        </PaneDetail>
      </PaneDetails>
      <Deliveries deliveries={deliveries} />
      <CodeBlock json label={t("body")} code={JSON.stringify(event, null, 2)} />
    </RowPane>
  )
}

/** The endpoints that it was sent to, and the outcome. */
function Deliveries({ deliveries }: Pick<EventPaneProps, "deliveries">) {
  const t = useTranslations("Webhooks")
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
