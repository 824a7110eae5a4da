import { v7 as uuidv7 } from "uuid"
import { API_VERSION } from "@/domain/api-version"
import { HANDLES_ORDERS } from "@/domain/store"
import { uuidTime } from "@/domain/uuid-time"
import type { WebhookEvent } from "@/domain/webhook-event"
import { type Queryable, query } from "@/platform/db"
import { addJob } from "@/platform/jobs"

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

/**
 * Writes an event in the transaction of the change that causes it, and a delivery to each endpoint that wants it: they exist, and are
 * sent, if and only if that commits.
 */
export const recordEvent = async (tx: Queryable, { type, audience, subjectId, livemode, data }: RecordedEvent): Promise<void> => {
  const id = uuidv7()
  const createdAt = uuidTime(id)
  const [column, owner] = "accountId" in audience ? (["account_id", audience.accountId] as const) : (["store_id", audience.storeId] as const)
  const endpoints = await query<{ id: string }>(EVENT[column], [id, type, owner, subjectId, API_VERSION, livemode, JSON.stringify(data), createdAt], tx)
  if (endpoints.length === 0) return
  const ids = endpoints.map((endpoint) => endpoint.id)
  await Promise.all([
    query(DELIVERIES, [ids.map(() => uuidv7({ msecs: createdAt.getTime() })), ids, createdAt, id, type, "storeId" in audience ? audience.storeId : null], tx),
    addJob(tx, "deliver_webhooks", { endpoints: ids }),
  ])
}

const eventFor = (column: "account_id" | "store_id", audience: string): string => `
  WITH event AS (
    INSERT INTO webhook_event (id, type, ${column}, subject_id, api_version, livemode, data, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8))
  SELECT e.id FROM webhook_endpoint e
  WHERE ${audience} AND e.deleted_at IS NULL AND e.livemode = $6 AND $2 = ANY (e.events) AND e.disabled_reason IS DISTINCT FROM 'gone'`

// The people of a suspended store too: what is collected for them waits until it is reinstated (claim_webhook_deliveries).
const EVENT = {
  account_id: eventFor("account_id", "e.account_id = $3"),
  store_id: eventFor("store_id", `e.account_id IN (SELECT m.account_id FROM store_member m WHERE m.store_id = $3 AND ${HANDLES_ORDERS})`),
}

const DELIVERIES = `
  WITH delivery AS (
    INSERT INTO webhook_delivery (id, endpoint_id, created_at, event_id, event_created_at, event_type, next_attempt_at)
    SELECT id, endpoint_id, $3, $4, $3, $5, now() FROM unnest($1::uuid[], $2::uuid[]) AS d (id, endpoint_id))
  INSERT INTO webhook_pending (delivery_id, endpoint_id, delivery_created_at, event_id, event_created_at, store_id, due_at)
  SELECT id, endpoint_id, $3, $4, $3, $6, now() FROM unnest($1::uuid[], $2::uuid[]) AS d (id, endpoint_id)`
