import { v7 as uuidv7 } from "uuid"
import { API_VERSION } from "@/domain/api-version"
import { HANDLES_ORDERS } from "@/domain/store"
import { uuidTime } from "@/domain/uuid-time"
import type { WebhookEvent } from "@/domain/webhook-event"
import { type Queryable, query } from "@/platform/db"
import { addJobCall } from "@/platform/jobs"

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
 * Where as many deliveries of this kind are due to an endpoint already, and wait, no worker needs to be woken: whoever sends those takes the new
 * one behind them. Five times what may be under way to one endpoint, so that they are not all sent before this transaction commits; if they are
 * all the same, the new one is found a second later (Deliverer.sweep).
 */
export const BACKLOG = 100

/**
 * Writes an event in the transaction of the change that causes it, and a delivery to each endpoint that wants it: they exist, and are
 * sent, if and only if that commits.
 */
export const recordEvent = async (tx: Queryable, { type, audience, subjectId, livemode, data }: RecordedEvent): Promise<void> => {
  const id = uuidv7()
  const [text, owner] = "accountId" in audience ? [OF_ACCOUNT, audience.accountId] : [OF_STORE, audience.storeId]
  await query(text, [id, type, owner, subjectId, API_VERSION, livemode, JSON.stringify(data), uuidTime(id), BACKLOG], tx)
}

const record = (column: "account_id" | "store_id", storeId: string, audience: string): string => `
  WITH event AS (
    INSERT INTO webhook_event (id, type, ${column}, subject_id, api_version, livemode, data, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)),
  delivery AS (
    INSERT INTO webhook_delivery (id, endpoint_id, created_at, event_id, event_created_at, event_type, next_attempt_at)
    SELECT uuid_v7($8), e.id, $8, $1, $8, $2, now() FROM webhook_endpoint e
    WHERE ${audience} AND e.deleted_at IS NULL AND e.livemode = $6 AND $2 = ANY (e.events) AND e.disabled_reason IS DISTINCT FROM 'gone'
    RETURNING id, endpoint_id),
  pending AS (
    INSERT INTO webhook_pending (delivery_id, endpoint_id, delivery_created_at, event_id, event_created_at, store_id, due_at)
    SELECT id, endpoint_id, $8, $1, $8, ${storeId}, now() FROM delivery),
  woken AS (
    SELECT json_agg(endpoint_id) AS endpoints FROM delivery WHERE webhook_backlog(endpoint_id, ${storeId}, $9) < $9 HAVING count(*) > 0)
  SELECT FROM woken, ${addJobCall("'deliver_webhooks'", "json_build_object('endpoints', woken.endpoints)")}`

const OF_ACCOUNT = record("account_id", "NULL::integer", "e.account_id = $3")
// The people of a suspended store too: what is collected for them waits until it is reinstated (claim_webhook_deliveries).
const OF_STORE = record("store_id", "$3::integer", `e.account_id IN (SELECT m.account_id FROM store_member m WHERE m.store_id = $3 AND ${HANDLES_ORDERS})`)
