// SQL: lockOwnedStore() locks rows (FOR UPDATE), which Prisma cannot express.
import { Problem } from "@/domain/problem"
import type { STORE_STATUSES, StoreRole } from "@/domain/store"
import { prisma } from "@/platform/db/prisma"
import type { Prisma } from "@/platform/prisma/client"

/** @throws Problem not_found, when the account is not a member of a store. */
export async function requireMembership(
  accountId: string,
  db: Prisma.TransactionClient = prisma(),
): Promise<{ storeId: number; role: StoreRole }> {
  const member = await db.storeMember.findUnique({ where: { accountId }, select: { storeId: true, role: true } })
  if (!member) throw new Problem("not_found")
  return { storeId: member.storeId, role: member.role as StoreRole }
}

interface OwnedStore {
  id: number
  name: string
  status: (typeof STORE_STATUSES)[number]
}

/**
 * Locks the store that the account owns, so that changes of its members are serialized.
 * @throws Problem not_found, when the account owns none.
 */
export async function lockOwnedStore(tx: Prisma.TransactionClient, accountId: string): Promise<OwnedStore> {
  const [store] = await tx.$queryRaw<OwnedStore[]>`
    SELECT s.id, s.name, s.status FROM store s JOIN store_member m ON m.store_id = s.id
    WHERE m.account_id = ${accountId}::uuid AND m.role = 'owner' FOR UPDATE OF s, m`
  if (!store) throw new Problem("not_found")
  return store
}
