import { Problem } from "@/domain/problem"
import type { StoreRole } from "@/domain/store"
import { type Queryable, query } from "@/platform/db"

export interface Membership {
  store_id: number
  role: StoreRole
}

/** @throws Problem not_found, when the account works for no store. */
export const ownMembership = async (accountId: string, db?: Queryable): Promise<Membership> => {
  const [member] = await query<Membership>(
    "SELECT store_id, role FROM store_member WHERE account_id = $1",
    [accountId],
    db,
  )
  if (!member) throw new Problem("not_found")
  return member
}

/**
 * The store that the account owns, locked, so that two changes of its people come one after the other.
 * @throws Problem not_found, when the account owns none.
 */
export const lockOwnedStore = async (tx: Queryable, accountId: string): Promise<{ id: number; name: string }> => {
  const [store] = await query<{ id: number; name: string }>(
    "SELECT s.id, s.name FROM store s JOIN store_member m ON m.store_id = s.id WHERE m.account_id = $1 AND m.role = 'owner' FOR UPDATE OF s, m",
    [accountId],
    tx,
  )
  if (!store) throw new Problem("not_found")
  return store
}
