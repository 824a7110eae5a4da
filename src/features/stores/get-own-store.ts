import type { z } from "zod"
import type { SessionCaller } from "@/domain/caller"
import type { STORE_STATUSES, StoreRole } from "@/domain/store"
import type { OwnStore as Schema } from "@/features/stores/schema"
import { prisma } from "@/platform/db/prisma"

type OwnStore = z.output<typeof Schema>

/** The store of which the account is a member, in any state; null if there is none. */
export async function getOwnStore({ accountId, storeId, storeMember }: SessionCaller): Promise<OwnStore | null> {
  if (!storeMember) return null
  const member = await prisma().storeMember.findUnique({
    where: { accountId },
    select: { role: true, store: { select: { slug: true, name: true, status: true } } },
  })
  if (!member) return null
  const { role, store } = member
  return {
    slug: store.slug,
    name: store.name,
    status: store.status as (typeof STORE_STATUSES)[number],
    role: role as StoreRole,
    handles_orders: storeId !== null,
  }
}
