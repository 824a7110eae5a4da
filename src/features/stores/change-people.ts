import { forgetCredentials } from "@/auth/bearer"
import { Problem } from "@/domain/problem"
import { uuidOf } from "@/domain/public-id"
import { handlesOrders, type StoreRole } from "@/domain/store"
import { lockOwnedStore, ownMembership } from "@/features/stores/own-membership"
import { type Actor, audit } from "@/platform/audit"
import { query, transaction } from "@/platform/db"
import { withdrawStoreDeliveries } from "@/webhooks/endpoint-state"

const person = (id: string): string => {
  const uuid = uuidOf("account", id)
  if (!uuid) throw new Problem("not_found")
  return uuid
}

/** @throws Problem not_found, for all but an owner, or when nobody but the owner is meant. */
export const changeRole = async (actor: Actor, id: string, role: Exclude<StoreRole, "owner">): Promise<void> => {
  const uuid = person(id)
  await transaction(async (tx) => {
    const store = await lockOwnedStore(tx, actor.caller.accountId)
    const [changed] = await query(
      "UPDATE store_member SET role = $3 WHERE store_id = $1 AND account_id = $2 AND role <> 'owner' RETURNING account_id",
      [store.id, uuid, role],
      tx,
    )
    if (!changed) throw new Problem("not_found")
    if (!handlesOrders(role)) await withdrawStoreDeliveries(tx, uuid, store.id)
    await audit(tx, actor, "store.role_changed", String(store.id), { account: uuid, role })
  })
  forgetCredentials()
}

/** @throws Problem not_found, for all but an owner, or when nobody but the owner is meant. */
export const removePerson = async (actor: Actor, id: string): Promise<void> => {
  const uuid = person(id)
  await transaction(async (tx) => {
    const store = await lockOwnedStore(tx, actor.caller.accountId)
    const [removed] = await query(
      "DELETE FROM store_member WHERE store_id = $1 AND account_id = $2 AND role <> 'owner' RETURNING account_id",
      [store.id, uuid],
      tx,
    )
    if (!removed) throw new Problem("not_found")
    await withdrawStoreDeliveries(tx, uuid, store.id)
    await audit(tx, actor, "store.person_removed", String(store.id), { account: uuid })
  })
  forgetCredentials()
}

/**
 * Makes somebody of the store its owner; who was it becomes a manager.
 * @throws Problem not_found, for all but an owner, or when nobody else of the store is meant.
 */
export const handOver = async (actor: Actor, id: string): Promise<void> => {
  const uuid = person(id)
  const { accountId } = actor.caller
  await transaction(async (tx) => {
    const store = await lockOwnedStore(tx, accountId)
    await query(
      "UPDATE store_member SET role = 'manager' WHERE store_id = $1 AND account_id = $2",
      [store.id, accountId],
      tx,
    )
    const [raised] =
      uuid === accountId
        ? []
        : await query(
            "UPDATE store_member SET role = 'owner' WHERE store_id = $1 AND account_id = $2 RETURNING account_id",
            [store.id, uuid],
            tx,
          )
    if (!raised) throw new Problem("not_found")
    await audit(tx, actor, "store.handed_over", String(store.id), { account: uuid })
  })
  forgetCredentials()
}

/**
 * Leaves the store.
 * @throws Problem not_found; invalid_state, for an owner, who hands it over first.
 */
export const leaveStore = async (actor: Actor): Promise<void> => {
  const { accountId } = actor.caller
  await transaction(async (tx) => {
    const { store_id: storeId } = await ownMembership(accountId, tx)
    const [left] = await query(
      "DELETE FROM store_member WHERE account_id = $1 AND role <> 'owner' RETURNING store_id",
      [accountId],
      tx,
    )
    if (!left) throw new Problem("invalid_state", { message: "Hand the store over first." })
    await withdrawStoreDeliveries(tx, accountId, storeId)
    await audit(tx, actor, "store.left", String(storeId))
  })
  forgetCredentials()
}
