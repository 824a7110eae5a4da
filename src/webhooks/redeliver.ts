import { Problem } from "@/domain/problem"
import { HANDLES_ORDERS } from "@/domain/store"
import { uuidTime } from "@/domain/uuid-time"
import { query, transaction } from "@/platform/db"
import { addJob } from "@/platform/jobs"

// Whoever has left a store, or no longer handles its orders, is told nothing more of it.
const STILL_TOLD = `NOT EXISTS (
    SELECT FROM webhook_event v JOIN webhook_endpoint e ON e.id = d.endpoint_id
    WHERE v.id = d.event_id AND v.created_at = d.event_created_at AND v.store_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM store_member m WHERE m.store_id = v.store_id AND m.account_id = e.account_id AND ${HANDLES_ORDERS}))`

const queueAgain = (which: string): string => `
  WITH delivery AS (
    UPDATE webhook_delivery d SET status = 'pending', next_attempt_at = now()
    WHERE ${which} AND d.status <> 'pending'
      AND EXISTS (SELECT FROM webhook_endpoint e WHERE e.id = d.endpoint_id AND e.deleted_at IS NULL)
    RETURNING d.id, d.created_at, d.endpoint_id, d.event_id, d.event_created_at)
  INSERT INTO webhook_pending (delivery_id, delivery_created_at, endpoint_id, event_id, event_created_at, trigger, due_at)
  SELECT id, created_at, endpoint_id, event_id, event_created_at, 'redelivery', now() FROM delivery
  RETURNING endpoint_id`

const ONE = queueAgain(`d.id = $1 AND d.created_at = $2 AND ${STILL_TOLD}`)
const FAILED = `d.endpoint_id = $1 AND d.created_at >= $2 AND d.status = 'failed' AND d.event_type <> 'ping' AND ${STILL_TOLD}`
const ALL_FAILED = queueAgain(FAILED)

/**
 * Sends a delivery once more, by the workers and with the same event id. It is one attempt and does not count against the endpoint; while
 * the endpoint is paused or disabled it waits.
 * @param deliveryId its UUID
 * @throws Problem not_found; invalid_state, while it is pending, when its endpoint is deleted, or when its account no longer handles the
 * orders that it tells of.
 */
export const redeliver = async (deliveryId: string): Promise<void> => {
  const createdAt = uuidTime(deliveryId)
  await transaction(async (tx) => {
    const [queued] = await query<{ endpoint_id: string }>(ONE, [deliveryId, createdAt], tx)
    if (queued) return addJob(tx, "deliver_webhooks", { endpoints: [queued.endpoint_id] })
    const [delivery] = await query<{ status: string; told: boolean }>(WHY_NOT, [deliveryId, createdAt], tx)
    if (!delivery) throw new Problem("not_found")
    throw new Problem("invalid_state", { message: refusalOf(delivery) })
  })
}

const WHY_NOT = `SELECT d.status, ${STILL_TOLD} AS told FROM webhook_delivery d WHERE d.id = $1 AND d.created_at = $2`

const refusalOf = ({ status, told }: { status: string; told: boolean }): string => {
  if (!told) return "This account no longer handles the orders of the delivery's store."
  return status === "pending" ? "This delivery is still pending." : "The endpoint of this delivery has been deleted."
}

interface Since {
  /** Its UUID. */
  endpointId: string
  since: Date
}

/** How many deliveries of an endpoint have failed for good since then; pings are not among them. */
export const countFailed = async ({ endpointId, since }: Since): Promise<number> => {
  const [row] = await query<{ count: number }>(`SELECT count(*)::int AS count FROM webhook_delivery d WHERE ${FAILED}`, [endpointId, since])
  return row?.count ?? 0
}

/**
 * Sends all of them once more, each as redeliver() does.
 * @returns how many
 * @throws Problem invalid_state, when the endpoint is deleted.
 */
export const redeliverFailed = async ({ endpointId, since }: Since): Promise<number> =>
  transaction(async (tx) => {
    const queued = await query(ALL_FAILED, [endpointId, since], tx)
    if (queued.length > 0) await addJob(tx, "deliver_webhooks", { endpoints: [endpointId] })
    else {
      const [endpoint] = await query("SELECT id FROM webhook_endpoint WHERE id = $1 AND deleted_at IS NULL", [endpointId], tx)
      if (!endpoint) throw new Problem("invalid_state", { message: "This endpoint has been deleted." })
    }
    return queued.length
  })
