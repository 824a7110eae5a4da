import type { SessionCaller } from "@/domain/caller"
import { prisma } from "@/platform/db"

export interface OwnStore {
  slug: string
  name: string
  status: "pending" | "approved" | "suspended"
  role: "owner" | "manager" | "orders" | "catalogue"
  handles_orders: boolean
}

export const getOwnStore = async ({ accountId, storeId }: SessionCaller): Promise<OwnStore | null> => {
  const member = await prisma().storeMember.findUnique({
    where: { accountId },
    select: { role: true, store: { select: { slug: true, name: true, status: true } } },
  })
  if (!member) return null
  // The database's CHECKs hold these to the same words.
  return {
    slug: member.store.slug,
    name: member.store.name,
    status: member.store.status as OwnStore["status"],
    role: member.role as OwnStore["role"],
    handles_orders: storeId !== null,
  }
}
