import { eventSubject } from "@/webhooks/events/event-subject"
import type { DeliveryStatus } from "@/domain/webhook-delivery"
import type { EventDelivery } from "@/webhooks/deliveries/schema"
import type { WebhookEvent } from "@/webhooks/events/schema"

/** An event as a row of a table. */
export interface ListedEvent {
  id: string
  type: string
  /** What it is about, such as an order's number. */
  subject: string | null
  timestamp: string
  /** How its deliveries ended, each outcome once. */
  statuses: readonly DeliveryStatus[]
  /** The URL of the event's details. */
  href: string
}

/** @param deliveries those of the event, and perhaps of others */
export function toListedEvent(event: WebhookEvent, deliveries: readonly EventDelivery[], href: string): ListedEvent {
  const { id, type, timestamp } = event
  const own = deliveries.filter(({ event_id }) => event_id === id)
  const statuses = [...new Set(own.map(({ status }) => status))]
  return { id, type, subject: eventSubject(event), timestamp, statuses, href }
}
