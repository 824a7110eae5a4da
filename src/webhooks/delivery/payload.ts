import { publicId } from "@/domain/public-id"
import { uuidTime } from "@/domain/uuid-time"
import type { WebhookEvent } from "@/domain/webhook-event"

export interface StoredEvent {
  id: string
  type: WebhookEvent
  apiVersion: string
  livemode: boolean
  /** Its time in a sandbox; null for the time of its id. */
  occurredAt: Date | null
  /** The id of the account that an app's event is about; absent or null for all others. */
  account?: string | null
  /** JSON, as it was written. */
  data: string
}

/** Returns the body that is signed and sent: the same text at each attempt. */
export function serializePayload({ id, type, apiVersion, livemode, occurredAt, account, data }: StoredEvent): string {
  const envelope = JSON.stringify({
    id: publicId("event", id),
    type,
    timestamp: (occurredAt ?? uuidTime(id)).toISOString(),
    api_version: apiVersion,
    livemode,
    ...(account != null && { account: { id: account } }),
  })
  return `${envelope.slice(0, -1)},"data":${data}}`
}
