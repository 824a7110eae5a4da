import type { World } from "@/domain/world"
import type { HandledStore } from "@/features/seller-orders/schema"
import { prisma } from "@/platform/db/prisma"

/** Returns the store whose orders a caller handles in its world. */
export function getHandledStore({ world, storeId }: { world: World; storeId: number }): Promise<HandledStore> {
  return prisma().store.findUniqueOrThrow({
    where: { id_worldId: { id: storeId, worldId: world.id } },
    select: { slug: true, name: true },
  })
}
