// SQL: it locks rows (FOR NO KEY UPDATE), which Prisma cannot express.

import { type Queryable, query } from "@/platform/db/query"

// The endpoints are locked first, as their deletion and the recording of failures do. What is being sent is not
// recorded.
const LOCK_ENDPOINTS_SQL =
  "SELECT id FROM webhook_endpoint WHERE account_id = $1 AND NOT livemode ORDER BY id FOR NO KEY UPDATE"
const FORGET_DELIVERIES_SQL = `
  WITH pending AS (DELETE FROM webhook_pending WHERE endpoint_id = ANY ($1::uuid[])),
  delivery AS (DELETE FROM webhook_delivery WHERE endpoint_id = ANY ($1::uuid[]) RETURNING id)
  DELETE FROM webhook_attempt a USING delivery d WHERE a.delivery_id = d.id`
const FORGET_EVENTS_SQL = "DELETE FROM webhook_event WHERE NOT livemode AND (account_id = $1 OR store_id = $2)"

/** Deletes the test events of an account and of its sandbox's store, with their deliveries. */
export async function forgetTestEvents(tx: Queryable, accountId: string, sandboxStoreId: number): Promise<void> {
  const endpoints = await query<{ id: string }>(LOCK_ENDPOINTS_SQL, [accountId], tx)
  if (endpoints.length > 0) await query(FORGET_DELIVERIES_SQL, [endpoints.map(({ id }) => id)], tx)
  await query(FORGET_EVENTS_SQL, [accountId, sandboxStoreId], tx)
}
