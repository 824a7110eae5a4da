import { publicId } from "@/domain/public-id"
import type { Delivery } from "@/webhooks/deliveries/schema"
import type { Prisma } from "@/platform/prisma/client"
import { toTimestamp, toTimestampOrNull } from "@/trpc/wire"

export const DELIVERY_SELECT = {
  id: true,
  endpointId: true,
  eventId: true,
  eventType: true,
  status: true,
  attempts: true,
  lastStatusCode: true,
  lastAttemptAt: true,
  nextAttemptAt: true,
  createdAt: true,
} as const satisfies Prisma.WebhookDeliverySelect

export type DeliveryRow = Prisma.WebhookDeliveryGetPayload<{ select: typeof DELIVERY_SELECT }>

/** The columns of a delivery in SQL; d is webhook_delivery. */
export const DELIVERY_COLUMNS = `
  d.id, d.endpoint_id AS "endpointId", d.event_id AS "eventId", d.event_type AS "eventType", d.status, d.attempts, d.last_status_code AS "lastStatusCode",
  d.last_attempt_at AS "lastAttemptAt", d.next_attempt_at AS "nextAttemptAt", d.created_at AS "createdAt"`

export function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: publicId("webhook_delivery", row.id),
    endpoint_id: publicId("webhook_endpoint", row.endpointId),
    event_id: publicId("event", row.eventId),
    event_type: row.eventType as Delivery["event_type"],
    status: row.status as Delivery["status"],
    attempts: row.attempts,
    last_status_code: row.lastStatusCode,
    last_attempt_at: toTimestampOrNull(row.lastAttemptAt),
    next_attempt_at: toTimestampOrNull(row.nextAttemptAt),
    created_at: toTimestamp(row.createdAt),
  }
}
