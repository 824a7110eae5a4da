import { publicId } from "@/domain/public-id"
import type { WebhookEvent } from "@/features/webhook-events/schema"
import { toTimestamp } from "@/trpc/wire"

export const EVENT_COLUMNS = "e.id, e.type, e.created_at, e.api_version, e.livemode, e.data"

export interface EventRow {
  id: string
  type: WebhookEvent["type"]
  created_at: Date
  api_version: string
  livemode: boolean
  data: Record<string, unknown>
}

export const toEvent = ({ id, created_at, ...row }: EventRow): WebhookEvent => ({
  id: publicId("event", id),
  type: row.type,
  timestamp: toTimestamp(created_at),
  api_version: row.api_version,
  livemode: row.livemode,
  data: row.data,
})
