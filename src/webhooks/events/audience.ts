import { HANDLES_ORDERS_SQL } from "@/domain/store"

/**
 * SQL condition: the endpoint's account has left the store of the event, or no longer handles its orders. It then
 * receives nothing more of it. While the store is suspended, nothing of it is claimed.
 * @param alias alias of webhook_delivery or webhook_pending
 */
export function noLongerAuthorizedSql(alias: string): string {
  return `EXISTS (
    SELECT FROM webhook_event v JOIN webhook_endpoint e ON e.id = ${alias}.endpoint_id
    WHERE v.id = ${alias}.event_id AND v.created_at = ${alias}.event_created_at AND v.store_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM store_member m WHERE m.store_id = v.store_id AND m.account_id = e.account_id AND ${HANDLES_ORDERS_SQL}))`
}
