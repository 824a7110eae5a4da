import { type Queryable, query } from "@/platform/db/query"
import { addJob } from "@/platform/jobs"

// Locks the endpoints first, as deletion and the recording of failures do.
const ENDPOINTS_SQL = `
  SELECT id, status FROM webhook_endpoint WHERE account_id = $1 AND NOT livemode AND deleted_at IS NULL ORDER BY id FOR NO KEY UPDATE`
const HEALTH_SQL =
  "UPDATE webhook_endpoint SET failure_counted_at = failure_counted_at - make_interval(secs => $2) WHERE id = ANY ($1::uuid[])"
// A paused or disabled endpoint's deliveries are sent when it is enabled again, and their schedule continues from there.
const PENDING_SQL = `
  WITH rescheduled AS (
    UPDATE webhook_pending p SET due_at = p.due_at - make_interval(secs => $2), resumes_at = p.resumes_at - make_interval(secs => $2),
      moved = p.endpoint_id = ANY ($3::uuid[]) AND p.due_at - make_interval(secs => $2) <= now()
    WHERE p.endpoint_id = ANY ($1::uuid[]) AND p.trigger <> 'test'
    RETURNING p.delivery_id, p.delivery_created_at, p.due_at)
  UPDATE webhook_delivery d SET next_attempt_at = rescheduled.due_at FROM rescheduled WHERE d.id = rescheduled.delivery_id AND d.created_at = rescheduled.delivery_created_at`

/**
 * Brings forward the pending deliveries of the account's test endpoints, as if time had passed. The workers send those
 * that fall due, in the order of their due times, and retry failures as usual.
 */
export async function advanceTestDeliveries(tx: Queryable, accountId: string, seconds: number): Promise<void> {
  const endpoints = await query<{ id: string; status: string }>(ENDPOINTS_SQL, [accountId], tx)
  if (endpoints.length === 0) return
  const ids = endpoints.map(({ id }) => id)
  const enabled = endpoints.filter(({ status }) => status === "enabled").map(({ id }) => id)
  await query(HEALTH_SQL, [ids, seconds], tx)
  await query(PENDING_SQL, [ids, seconds, enabled], tx)
  if (enabled.length > 0) await addJob(tx, "deliver_webhooks", { endpoints: enabled })
}
