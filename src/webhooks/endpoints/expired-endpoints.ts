/**
 * Condition on webhook_endpoint: deleted before day $1 and without deliveries, so that nothing of it is readable any
 * more. Its URL and its encrypted secrets are deleted with the row.
 */
export const EXPIRED_ENDPOINTS_SQL = `deleted_at < $1::date
  AND NOT EXISTS (SELECT FROM webhook_delivery d WHERE d.endpoint_id = webhook_endpoint.id)
  AND NOT EXISTS (SELECT FROM webhook_pending p WHERE p.endpoint_id = webhook_endpoint.id)`
