import { credentialTransaction } from "@/auth/api-key"
import { Problem } from "@/domain/problem"
import { parsePublicId } from "@/domain/public-id"
import { handlesOrders, type StoreRole } from "@/domain/store"
import { lockOwnedStore, requireMembership } from "@/features/stores/own-membership"
import { type Actor, audit } from "@/platform/audit"
import { queryableOf } from "@/platform/db/transaction"
import { cancelStoreDeliveries } from "@/webhooks/endpoints/pending-deliveries"

function requireAccountUuid(id: string): string {
  const uuid = parsePublicId("account", id)
  if (!uuid) throw new Problem("not_found")
  return uuid
}

const NOT_OWNER = { role: { not: "owner" } } as const

/** @throws Problem not_found, for members who are not the owner, or when the member does not exist or is the owner. */
export async function changeRole(actor: Actor, id: string, role: Exclude<StoreRole, "owner">): Promise<void> {
  const uuid = requireAccountUuid(id)
  await credentialTransaction(async (tx) => {
    const store = await lockOwnedStore(tx, actor.caller.accountId)
    const changed = await tx.storeMember.updateMany({
      where: { storeId: store.id, accountId: uuid, ...NOT_OWNER },
      data: { role },
    })
    if (changed.count === 0) throw new Problem("not_found")
    if (!handlesOrders(role)) await cancelStoreDeliveries(queryableOf(tx), uuid, store.id)
    await audit(queryableOf(tx), actor, "store.role_changed", String(store.id), { account: uuid, role })
  })
}

/**
 * Removes members and withdraws invitations, all or none.
 * @param emails the addresses of the invitations
 * @throws Problem not_found, for members who are not the owner, or when one of them does not exist or is the owner.
 */
export async function removePeople(
  actor: Actor,
  { ids, emails }: { ids: readonly string[]; emails: readonly string[] },
): Promise<void> {
  const accounts = [...new Set(ids)].map(requireAccountUuid).toSorted()
  await credentialTransaction(async (tx) => {
    const store = await lockOwnedStore(tx, actor.caller.accountId)
    for (const accountId of accounts) {
      const removed = await tx.storeMember.deleteMany({ where: { storeId: store.id, accountId, ...NOT_OWNER } })
      if (removed.count === 0) throw new Problem("not_found")
      await cancelStoreDeliveries(queryableOf(tx), accountId, store.id)
      await audit(queryableOf(tx), actor, "store.person_removed", String(store.id), { account: accountId })
    }
    for (const email of new Set(emails)) {
      const withdrawn = await tx.storeInvitation.deleteMany({ where: { storeId: store.id, email } })
      if (withdrawn.count === 0) throw new Problem("not_found")
      await audit(queryableOf(tx), actor, "store.invitation_withdrawn", String(store.id))
    }
  })
}

/**
 * Makes another member the owner; the previous owner becomes a manager.
 * @throws Problem not_found, for members who are not the owner, or when there is no such other member.
 */
export async function transferOwnership(actor: Actor, id: string): Promise<void> {
  const uuid = requireAccountUuid(id)
  const { accountId } = actor.caller
  await credentialTransaction(async (tx) => {
    const store = await lockOwnedStore(tx, accountId)
    if (uuid === accountId) throw new Problem("not_found")
    await tx.storeMember.updateMany({ where: { storeId: store.id, accountId }, data: { role: "manager" } })
    const promoted = await tx.storeMember.updateMany({
      where: { storeId: store.id, accountId: uuid },
      data: { role: "owner" },
    })
    if (promoted.count === 0) throw new Problem("not_found")
    await audit(queryableOf(tx), actor, "store.ownership_transferred", String(store.id), { account: uuid })
  })
}

/**
 * Leaves the store.
 * @throws Problem not_found; invalid_state, for the owner, who must transfer it first.
 */
export async function leaveStore(actor: Actor): Promise<void> {
  const { accountId } = actor.caller
  await credentialTransaction(async (tx) => {
    const { storeId } = await requireMembership(accountId, tx)
    const deleted = await tx.storeMember.deleteMany({ where: { accountId, ...NOT_OWNER } })
    if (deleted.count === 0) throw new Problem("invalid_state", { message: "Transfer the store first." })
    await cancelStoreDeliveries(queryableOf(tx), accountId, storeId)
    await audit(queryableOf(tx), actor, "store.left", String(storeId))
  })
}
