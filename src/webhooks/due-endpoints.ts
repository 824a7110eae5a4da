import { query } from "@/platform/db"
import type { Limits } from "@/webhooks/claim"

const CLOCK = "coalesce($1::timestamptz, now())"

// One step of the index for each endpoint that has anything pending, however much that is.
const ENDPOINTS = `
  WITH RECURSIVE endpoint AS (
    (SELECT endpoint_id AS id FROM webhook_pending ORDER BY endpoint_id LIMIT 1)
    UNION ALL
    SELECT (SELECT endpoint_id FROM webhook_pending WHERE endpoint_id > endpoint.id ORDER BY endpoint_id LIMIT 1) FROM endpoint WHERE endpoint.id IS NOT NULL)
  SELECT id FROM endpoint
  WHERE EXISTS (
    SELECT FROM webhook_endpoint e JOIN account a ON a.id = e.account_id
    LEFT JOIN (store_member m JOIN store s ON s.id = m.store_id AND s.status <> 'approved') ON m.account_id = a.id
    WHERE e.id = endpoint.id AND e.status = 'enabled' AND e.deleted_at IS NULL AND a.locked_at IS NULL
    AND (SELECT count(*) FROM webhook_pending p WHERE p.endpoint_id = e.id AND p.leased AND p.leased_until > ${CLOCK})
      < CASE WHEN e.failures_in_a_row > 0 THEN least($2::int, $3::int) ELSE $2::int END
    AND (EXISTS (
        SELECT FROM webhook_pending p WHERE p.endpoint_id = e.id AND NOT p.leased AND p.due_at <= ${CLOCK} AND (s.id IS NULL OR p.store_id IS DISTINCT FROM s.id))
      OR EXISTS (
        SELECT FROM webhook_pending p WHERE p.endpoint_id = e.id AND p.leased AND p.leased_until <= ${CLOCK})))`

/** Endpoints that something could be sent to now. @param clock in place of PostgreSQL's */
export const dueEndpoints = async ({ perEndpoint, perFailingEndpoint }: Omit<Limits, "room">, clock: Date | null): Promise<string[]> =>
  (await query<{ id: string }>(ENDPOINTS, [clock, perEndpoint, perFailingEndpoint])).map(({ id }) => id)
