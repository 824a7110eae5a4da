import { publicId } from "@/domain/public-id"
import type { StoreRole } from "@/domain/store"
import { requireMembership } from "@/features/stores/own-membership"
import type { Invite, StoreMembers } from "@/features/stores/schema"
import { prisma } from "@/platform/db/prisma"
import { toTimestamp } from "@/trpc/wire"

/**
 * The members of the account's store, owner first.
 * @throws Problem not_found, when the account belongs to none.
 */
export async function listMembers(accountId: string): Promise<StoreMembers> {
  const { storeId, role } = await requireMembership(accountId)
  const [members, invitations] = await Promise.all([
    prisma().storeMember.findMany({
      where: { storeId },
      select: { role: true, createdAt: true, account: { select: { id: true, name: true, email: true } } },
    }),
    role === "owner"
      ? prisma().storeInvitation.findMany({
          where: { storeId, expiresAt: { gt: new Date() } },
          select: { email: true, role: true, expiresAt: true },
          orderBy: [{ createdAt: "desc" }, { email: "asc" }],
        })
      : [],
  ])
  const people = members
    .map(({ account, role, createdAt }) => ({
      id: publicId("account", account.id),
      name: account.name,
      email: account.email,
      role: role as StoreRole,
      since: toTimestamp(createdAt),
      you: account.id === accountId,
    }))
    .sort(ownerThenName)
  return {
    role,
    people,
    invitations: invitations.map(({ email, role, expiresAt }) => ({
      email,
      role: role as Invite["role"],
      expires_at: toTimestamp(expiresAt),
    })),
  }
}

type Member = StoreMembers["people"][number]

function ownerThenName(a: Member, b: Member): number {
  return (
    Number(b.role === "owner") - Number(a.role === "owner") ||
    a.name.localeCompare(b.name, "en") ||
    a.id.localeCompare(b.id)
  )
}
