/**
 * Of webhook_endpoint: what was deleted before the day $1 and has no delivery left, so that nobody can read anything of it any more. Its address
 * and its sealed secrets go with the row.
 */
export const FORGOTTEN = `deleted_at < $1::date
  AND NOT EXISTS (SELECT FROM webhook_delivery d WHERE d.endpoint_id = webhook_endpoint.id)
  AND NOT EXISTS (SELECT FROM webhook_pending p WHERE p.endpoint_id = webhook_endpoint.id)`
