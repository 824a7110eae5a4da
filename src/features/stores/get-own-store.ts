import type { z } from "zod"
import type { SessionCaller } from "@/domain/caller"
import type { OwnStore as Schema } from "@/features/stores/schema"
import { query } from "@/platform/db"

export type OwnStore = z.output<typeof Schema>

const OWN =
  "SELECT s.slug, s.name, s.status, m.role FROM store_member m JOIN store s ON s.id = m.store_id WHERE m.account_id = $1"

/** The store that the account works for, whatever its state; null when there is none. */
export const getOwnStore = async ({ accountId, storeId }: SessionCaller): Promise<OwnStore | null> => {
  const [store] = await query<Omit<OwnStore, "handles_orders">>(OWN, [accountId])
  return store ? { ...store, handles_orders: storeId !== null } : null
}
