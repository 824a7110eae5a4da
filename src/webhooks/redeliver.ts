import { Problem } from "@/domain/problem"
import { HANDLES_ORDERS } from "@/domain/store"
import { uuidTime } from "@/domain/uuid-time"
import { query, transaction } from "@/platform/db"
import { addJob } from "@/platform/jobs"
import { hasten, POSTPONED } from "@/webhooks/hasten"

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
const HASTEN_ONE = hasten("p.delivery_id = $1")

// What was never tried has failed when it was made: it was withdrawn.
const LATELY = "d.endpoint_id = $1 AND coalesce(d.last_attempt_at, d.created_at) >= $2"
const FAILED = `${LATELY} AND d.status = 'failed' AND d.event_type <> 'ping' AND ${STILL_TOLD}`
const ALL_FAILED = queueAgain(FAILED)
const TRIED_LATELY = `p.endpoint_id = $1 AND EXISTS (
    SELECT FROM webhook_delivery d WHERE d.id = p.delivery_id AND d.created_at = p.delivery_created_at AND ${LATELY})`
const ALL_POSTPONED = hasten(TRIED_LATELY)
const COUNT = `
  SELECT ((SELECT count(*) FROM webhook_delivery d WHERE ${FAILED})
    + (SELECT count(*) FROM webhook_pending p WHERE ${TRIED_LATELY} AND ${POSTPONED}))::int AS count`

/**
 * Sends a delivery once more, by the workers and with the same event id. It is one attempt and does not count against the endpoint; while
 * the endpoint is paused or disabled it waits. One that waits for its next attempt makes that now, which counts as it would have then.
 * @param deliveryId its UUID
 * @throws Problem not_found; invalid_state, when it is on its way already, when its endpoint is deleted, or when its account no longer
 * handles the orders that it tells of.
 */
export const redeliver = async (deliveryId: string): Promise<void> => {
  const createdAt = uuidTime(deliveryId)
  await transaction(async (tx) => {
    const [queued] = [...(await query<{ endpoint_id: string }>(ONE, [deliveryId, createdAt], tx)), ...(await query<{ endpoint_id: string }>(HASTEN_ONE, [deliveryId], tx))]
    if (queued) return addJob(tx, "deliver_webhooks", { endpoints: [queued.endpoint_id] })
    const [delivery] = await query<{ status: string; told: boolean }>(WHY_NOT, [deliveryId, createdAt], tx)
    if (!delivery) throw new Problem("not_found")
    throw new Problem("invalid_state", { message: refusalOf(delivery) })
  })
}

const WHY_NOT = `SELECT d.status, ${STILL_TOLD} AS told FROM webhook_delivery d WHERE d.id = $1 AND d.created_at = $2`

const refusalOf = ({ status, told }: { status: string; told: boolean }): string => {
  if (!told) return "This account no longer handles the orders of the delivery's store."
  return status === "pending" ? "This delivery is on its way already." : "The endpoint of this delivery has been deleted."
}

interface Since {
  /** Its UUID. */
  endpointId: string
  since: Date
}

/** How many deliveries of an endpoint were last tried since then and failed: for good, or until their next attempt. Pings are not among them. */
export const countFailed = async ({ endpointId, since }: Since): Promise<number> => {
  const [row] = await query<{ count: number }>(COUNT, [endpointId, since])
  return row?.count ?? 0
}

/**
 * Sends all of them once more, each as redeliver() does.
 * @returns how many
 * @throws Problem invalid_state, when the endpoint is deleted.
 */
export const redeliverFailed = async ({ endpointId, since }: Since): Promise<number> =>
  transaction(async (tx) => {
    const queued = [...(await query(ALL_POSTPONED, [endpointId, since], tx)), ...(await query(ALL_FAILED, [endpointId, since], tx))]
    if (queued.length > 0) await addJob(tx, "deliver_webhooks", { endpoints: [endpointId] })
    else {
      const [endpoint] = await query("SELECT id FROM webhook_endpoint WHERE id = $1 AND deleted_at IS NULL", [endpointId], tx)
      if (!endpoint) throw new Problem("invalid_state", { message: "This endpoint has been deleted." })
    }
    return queued.length
  })
