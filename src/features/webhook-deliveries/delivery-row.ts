import { publicId } from "@/domain/public-id"
import type { Delivery } from "@/features/webhook-deliveries/schema"
import { toTimestamp, toTimestampOrNull } from "@/trpc/wire"

export const DELIVERY_COLUMNS = `
  d.id, d.event_id, d.event_type, d.status, d.attempts, d.last_status_code, d.last_attempt_at, d.next_attempt_at, d.created_at`

export interface DeliveryRow {
  id: string
  event_id: string
  event_type: Delivery["event_type"]
  status: Delivery["status"]
  attempts: number
  last_status_code: number | null
  last_attempt_at: Date | null
  next_attempt_at: Date | null
  created_at: Date
}

export const toDelivery = (row: DeliveryRow): Delivery => ({
  id: publicId("webhook_delivery", row.id),
  event_id: publicId("event", row.event_id),
  event_type: row.event_type,
  status: row.status,
  attempts: row.attempts,
  last_status_code: row.last_status_code,
  last_attempt_at: toTimestampOrNull(row.last_attempt_at),
  next_attempt_at: toTimestampOrNull(row.next_attempt_at),
  created_at: toTimestamp(row.created_at),
})
