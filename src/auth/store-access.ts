import { CHANGES_CATALOGUE_SQL, HANDLES_APPROVED_ORDERS_SQL } from "@/domain/store"
import { authQuery } from "@/platform/db/query"

/**
 * SQL for the approved store whose orders account a may handle, as owner or with an orders role (API-SPEC, GET
 * /seller/orders).
 */
export const HANDLED_STORE_ID_SQL = `
  SELECT m.store_id FROM store_member m JOIN store s ON s.id = m.store_id
  WHERE m.account_id = a.id AND ${HANDLES_APPROVED_ORDERS_SQL}`

const CATALOGUE_STORE_SQL = `
  SELECT m.store_id AS id FROM store_member m JOIN store s ON s.id = m.store_id
  WHERE m.account_id = $1 AND ${CHANGES_CATALOGUE_SQL}`

/** Returns the approved store whose catalogue the account may change; null if there is none. */
export async function findCatalogueStore(accountId: string): Promise<number | null> {
  const [store] = await authQuery<{ id: number }>(CATALOGUE_STORE_SQL, [accountId])
  return store?.id ?? null
}
