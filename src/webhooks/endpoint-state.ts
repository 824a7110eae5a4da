import { type Queryable, query } from "@/platform/db"
import { addJob } from "@/platform/jobs"

/** Call in the transaction that enables an endpoint again: what waited for it goes at once instead of within seconds. */
export const wakeEndpoint = (tx: Queryable, endpointId: string): Promise<void> => addJob(tx, "deliver_webhooks", { endpoints: [endpointId] })

/** Call in the transaction that deletes an endpoint: what was still to be sent to it is not, and stays readable as failed. */
export const withdrawDeliveries = async (tx: Queryable, endpointId: string): Promise<void> => {
  await query(
    `WITH withdrawn AS (DELETE FROM webhook_pending WHERE endpoint_id = $1 RETURNING delivery_id, delivery_created_at)
     UPDATE webhook_delivery d SET status = 'failed', next_attempt_at = NULL FROM withdrawn w WHERE d.id = w.delivery_id AND d.created_at = w.delivery_created_at`,
    [endpointId],
    tx,
  )
}
