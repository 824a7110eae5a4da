import { ORDER_NUMBER } from "@/domain/order-number"
import { Problem } from "@/domain/problem"
import { LIVE_WORLD } from "@/domain/world"
import { findSellerOrder, type SellerOrderRef } from "@/orders/seller-order-lookup"
import type { Actor } from "@/platform/audit"
import { prisma } from "@/platform/db/prisma"
import type { Queryable } from "@/platform/db/query"

/**
 * Finds an order that staff may handle.
 * @returns its UUID
 * @throws Problem not_found; invalid_state, when it is the staff member's own
 */
export async function requireOthersOrder({ caller }: Actor, number: string): Promise<string> {
  const order = ORDER_NUMBER.test(number)
    ? await prisma().customerOrder.findUnique({
        where: { number_worldId: { number, worldId: LIVE_WORLD.id } },
        select: { id: true, accountId: true },
      })
    : null
  if (!order) throw new Problem("not_found")
  if (order.accountId === caller.accountId)
    throw new Problem("invalid_state", { message: "You cannot handle your own order." })
  return order.id
}

/** @throws Problem not_found if the order has no such seller order */
export async function findSellerOrderRef(
  tx: Queryable,
  orderId: string,
  sellerOrder: string,
): Promise<SellerOrderRef & { uuid: string }> {
  const ref = { id: sellerOrder, storeId: null, world: LIVE_WORLD }
  const found = await findSellerOrder(tx, ref)
  if (found.order_id !== orderId) throw new Problem("not_found")
  return { ...ref, uuid: found.id }
}
