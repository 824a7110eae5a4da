import { publicId } from "@/domain/public-id"
import type { WebhookEvent } from "@/webhooks/events/schema"
import type { Prisma } from "@/platform/prisma/client"
import { toTimestamp } from "@/trpc/wire"

export const EVENT_SELECT = {
  id: true,
  type: true,
  createdAt: true,
  occurredAt: true,
  apiVersion: true,
  livemode: true,
  data: true,
  grantId: true,
} as const satisfies Prisma.WebhookEventSelect

export type StoredEventRow = Prisma.WebhookEventGetPayload<{ select: typeof EVENT_SELECT }>
/** With the id of the account that an app's event is about. */
export type EventRow = StoredEventRow & { account: string | null }

/** The columns of an event in SQL; e is webhook_event. */
export const EVENT_COLUMNS = `e.id, e.type, e.created_at AS "createdAt", e.occurred_at AS "occurredAt", e.api_version AS "apiVersion", e.livemode, e.data, e.grant_id AS "grantId"`

export function toEvent({
  id,
  type,
  createdAt,
  occurredAt,
  apiVersion,
  livemode,
  data,
  account,
}: EventRow): WebhookEvent {
  return {
    id: publicId("event", id),
    type: type as WebhookEvent["type"],
    timestamp: toTimestamp(occurredAt ?? createdAt),
    api_version: apiVersion,
    livemode,
    ...(account !== null && { account: { id: account } }),
    data: data as WebhookEvent["data"],
  }
}
