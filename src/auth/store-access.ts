import { HANDLES_APPROVED_ORDERS_SQL } from "@/domain/store"

/**
 * SQL for the approved store whose orders account a may handle, as owner or with an orders role (API-SPEC, GET
 * /seller/orders).
 */
export const HANDLED_STORE_ID_SQL = `
  SELECT m.store_id FROM store_member m JOIN store s ON s.id = m.store_id
  WHERE m.account_id = a.id AND ${HANDLES_APPROVED_ORDERS_SQL}`
