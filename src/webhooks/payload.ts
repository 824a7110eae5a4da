import { publicId } from "@/domain/public-id"
import type { WebhookEvent } from "@/domain/webhook-event"

export interface StoredEvent {
  id: string
  type: WebhookEvent
  apiVersion: string
  livemode: boolean
  createdAt: Date
  /** JSON, as PostgreSQL writes it. */
  data: string
}

/** The body that is signed and sent: the same text at each attempt. */
export const payloadOf = ({ id, type, apiVersion, livemode, createdAt, data }: StoredEvent): string => {
  const head = JSON.stringify({ id: publicId("event", id), type, timestamp: createdAt.toISOString(), api_version: apiVersion, livemode })
  return `${head.slice(0, -1)},"data":${data}}`
}
