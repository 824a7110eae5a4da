import { Problem } from "@/domain/problem"
import { uuidTime } from "@/domain/uuid-time"
import { type Queryable, query } from "@/platform/db/query"
import { addJob } from "@/platform/jobs"
import { noLongerAuthorizedSql } from "@/webhooks/events/audience"
import { consentedSql } from "@/webhooks/events/consent"
import { retryNowSql } from "@/webhooks/delivery/retry-now"

// SQL: one statement changes a delivery's state and queues it, as in delivery/.

const STILL_HANDLED_SQL = `NOT ${noLongerAuthorizedSql("d")}`
const STILL_CONSENTED_SQL = `NOT EXISTS (
    SELECT FROM webhook_event e WHERE e.id = d.event_id AND e.created_at = d.event_created_at AND e.grant_id IS NOT NULL AND NOT ${consentedSql("e")})`

/**
 * SQL condition on webhook_delivery d: its account still receives what it is about, or its app may still hear of it.
 */
export const STILL_AUTHORIZED_SQL = `${STILL_HANDLED_SQL} AND ${STILL_CONSENTED_SQL}`

/** SQL that queues deliveries that have ended. @param condition condition on webhook_delivery d */
export function requeueSql(condition: string): string {
  return `
  WITH delivery AS (
    UPDATE webhook_delivery d SET status = 'pending', next_attempt_at = now()
    WHERE ${condition} AND ${STILL_AUTHORIZED_SQL}
    RETURNING d.id, d.created_at, d.endpoint_id, d.event_id, d.event_created_at,
      (SELECT v.store_id FROM webhook_event v WHERE v.id = d.event_id AND v.created_at = d.event_created_at) AS store_id)
  INSERT INTO webhook_pending (delivery_id, delivery_created_at, endpoint_id, event_id, event_created_at, store_id, trigger, due_at)
  SELECT id, created_at, endpoint_id, event_id, event_created_at, store_id, 'redelivery', now() FROM delivery
  RETURNING endpoint_id`
}

const REQUEUE_ONE_SQL = requeueSql(
  "d.id = $1 AND d.created_at = $2 AND d.status <> 'pending' AND EXISTS (SELECT FROM webhook_endpoint e WHERE e.id = d.endpoint_id AND e.deleted_at IS NULL)",
)
const RETRY_ONE_SQL = retryNowSql("p.delivery_id = $1", "redelivery")

// Locks the endpoint first, as its deletion and the recording of its failures do.
const LOCK_ENDPOINT_SQL = `
  SELECT FROM webhook_endpoint e WHERE e.id = (SELECT endpoint_id FROM webhook_delivery WHERE id = $1 AND created_at = $2) FOR NO KEY UPDATE`

/**
 * Redelivers a delivery through the workers, with the same event id. Call it in a transaction. It is a single attempt
 * that does not count against the endpoint, and it waits while the endpoint is paused or disabled. A delivery that
 * waits for its next attempt keeps that attempt if this one fails.
 * @param deliveryId its UUID
 * @throws Problem not_found; invalid_state if it is being sent, its endpoint is deleted, its account no longer handles
 * the store's orders, or the consent that an app had for it has ended
 */
export async function requeueDelivery(tx: Queryable, deliveryId: string): Promise<void> {
  const createdAt = uuidTime(deliveryId)
  await query(LOCK_ENDPOINT_SQL, [deliveryId, createdAt], tx)
  const [requeued] = [
    ...(await query<{ endpoint_id: string }>(REQUEUE_ONE_SQL, [deliveryId, createdAt], tx)),
    ...(await query<{ endpoint_id: string }>(RETRY_ONE_SQL, [deliveryId], tx)),
  ]
  if (requeued) return addJob(tx, "deliver_webhooks", { endpoints: [requeued.endpoint_id] })
  const [delivery] = await query<DeliveryState>(FIND_STATUS_SQL, [deliveryId, createdAt], tx)
  if (!delivery) throw new Problem("not_found")
  throw new Problem("invalid_state", { message: redeliveryError(delivery) })
}

interface DeliveryState {
  status: string
  handled: boolean
  consented: boolean
}

const FIND_STATUS_SQL = `
  SELECT d.status, ${STILL_HANDLED_SQL} AS handled, ${STILL_CONSENTED_SQL} AS consented FROM webhook_delivery d WHERE d.id = $1 AND d.created_at = $2`

function redeliveryError({ status, handled, consented }: DeliveryState): string {
  if (!handled) return "This account no longer handles the orders of the delivery's store."
  if (!consented) return "The app no longer receives events of this delivery's account."
  return status === "pending"
    ? "This delivery is already being sent."
    : "The endpoint of this delivery has been deleted."
}
