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
} as const satisfies Prisma.WebhookEventSelect

export type EventRow = Prisma.WebhookEventGetPayload<{ select: typeof EVENT_SELECT }>

/** The columns of an event in SQL; e is webhook_event. */
export const EVENT_COLUMNS = `e.id, e.type, e.created_at AS "createdAt", e.occurred_at AS "occurredAt", e.api_version AS "apiVersion", e.livemode, e.data`

export const toEvent = ({ id, type, createdAt, occurredAt, apiVersion, livemode, data }: EventRow): WebhookEvent => ({
  id: publicId("event", id),
  type: type as WebhookEvent["type"],
  timestamp: toTimestamp(occurredAt ?? createdAt),
  api_version: apiVersion,
  livemode,
  data: data as WebhookEvent["data"],
})
