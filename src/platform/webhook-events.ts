import { v7 as uuidv7 } from "uuid"
import { API_VERSION } from "@/domain/api-version"
import type { WebhookEvent } from "@/domain/webhook-event"
import { type Queryable, query } from "@/platform/db"

export interface RecordedEvent {
  type: WebhookEvent
  /** Whose event it is: an account's, or a store's people's. */
  audience: { accountId: string } | { storeId: number }
  /** The order, or part of one, that it is about. */
  subjectId: string
  livemode: boolean
  /** The REST resource without the delivery address, whose visibility would end before a stored delivery does. */
  data: object
}

/** Writes an event in the transaction of the change that causes it: it exists if and only if that commits. */
export const recordEvent = async (tx: Queryable, { type, audience, subjectId, livemode, data }: RecordedEvent): Promise<void> => {
  await query(
    "INSERT INTO webhook_event (id, type, account_id, store_id, subject_id, api_version, livemode, data) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    [
      uuidv7(),
      type,
      "accountId" in audience ? audience.accountId : null,
      "storeId" in audience ? audience.storeId : null,
      subjectId,
      API_VERSION,
      livemode,
      JSON.stringify(data),
    ],
    tx,
  )
}
