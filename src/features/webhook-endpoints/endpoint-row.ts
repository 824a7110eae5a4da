import { publicId } from "@/domain/public-id"
import type { WebhookEndpoint } from "@/features/webhook-endpoints/schema"
import { toTimestamp, toTimestampOrNull } from "@/trpc/wire"

export const ENDPOINT_COLUMNS = `
  id, url, description, events, status, disabled_reason, livemode, failures_in_a_row,
  CASE WHEN previous_secret_expires_at > now() THEN previous_secret_expires_at END AS previous_secret_expires_at, created_at, updated_at`

export interface EndpointRow {
  id: string
  url: string
  description: string
  events: WebhookEndpoint["events"]
  status: WebhookEndpoint["status"]
  disabled_reason: WebhookEndpoint["disabled_reason"]
  livemode: boolean
  failures_in_a_row: number
  previous_secret_expires_at: Date | null
  created_at: Date
  updated_at: Date
}

export const toEndpoint = ({
  id,
  previous_secret_expires_at,
  created_at,
  updated_at,
  ...row
}: EndpointRow): WebhookEndpoint => ({
  ...row,
  id: publicId("webhook_endpoint", id),
  previous_secret_expires_at: toTimestampOrNull(previous_secret_expires_at),
  created_at: toTimestamp(created_at),
  updated_at: toTimestamp(updated_at),
})
