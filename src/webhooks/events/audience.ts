import { HANDLES_ORDERS } from "@/domain/store"

/**
 * SQL condition: the endpoint's account has left the store of the event, or no longer handles its orders. It then
 * receives nothing more of it. While the store is suspended, nothing of it is claimed.
 * @param row alias of webhook_delivery or webhook_pending
 */
export const outOfStore = (row: string): string => `EXISTS (
    SELECT FROM webhook_event v JOIN webhook_endpoint e ON e.id = ${row}.endpoint_id
    WHERE v.id = ${row}.event_id AND v.created_at = ${row}.event_created_at AND v.store_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM store_member m WHERE m.store_id = v.store_id AND m.account_id = e.account_id AND ${HANDLES_ORDERS}))`
