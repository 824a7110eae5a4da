import { type Queryable, query } from "@/platform/db"
import { addJob } from "@/platform/jobs"
import { hasten } from "@/webhooks/hasten"

const HASTEN = hasten("p.endpoint_id = $1")

/** Call in the transaction that enables an endpoint again: what waited for it goes at once, what had failed before too. */
export const wakeEndpoint = async (tx: Queryable, endpointId: string): Promise<void> => {
  await query(HASTEN, [endpointId], tx)
  await addJob(tx, "deliver_webhooks", { endpoints: [endpointId] })
}

const withdraw = (which: string): string => `
  WITH withdrawn AS (DELETE FROM webhook_pending p WHERE ${which} RETURNING delivery_id, delivery_created_at)
  UPDATE webhook_delivery d SET status = 'failed', next_attempt_at = NULL FROM withdrawn w WHERE d.id = w.delivery_id AND d.created_at = w.delivery_created_at`

const OF_ENDPOINT = withdraw("p.endpoint_id = $1")

/** Call in the transaction that deletes an endpoint: what was still to be sent to it is not, and stays readable as failed. */
export const withdrawDeliveries = async (tx: Queryable, endpointId: string): Promise<void> => {
  await query(OF_ENDPOINT, [endpointId], tx)
}

const OF_DELETED = withdraw("p.endpoint_id IN (SELECT id FROM webhook_endpoint WHERE deleted_at IS NOT NULL)")

/** What an event that was written in the very moment of a deletion has left pending. */
export const withdrawFromDeleted = async (tx: Queryable): Promise<void> => {
  await query(OF_DELETED, [], tx)
}

const OF_STORE = withdraw(`p.endpoint_id IN (SELECT id FROM webhook_endpoint WHERE account_id = $1)
    AND EXISTS (SELECT FROM webhook_event v WHERE v.id = p.event_id AND v.created_at = p.event_created_at AND v.store_id = $2)`)

/** Call in the transaction that takes a store's orders from somebody: what was still to be sent to them of that store is not. */
export const withdrawStoreDeliveries = async (tx: Queryable, accountId: string, storeId: number): Promise<void> => {
  await query(OF_STORE, [accountId, storeId], tx)
}
