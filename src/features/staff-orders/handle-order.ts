import { ORDER_NUMBER } from "@/domain/order-number"
import { Problem } from "@/domain/problem"
import { LIVE_WORLD } from "@/domain/world"
import type { StaffCancel, StaffRefund } from "@/features/staff-orders/schema"
import { type Cancellation, cancelOrder, cancelSellerOrder } from "@/orders/cancel-order"
import { findSellerOrder, type SellerOrderRef } from "@/orders/seller-order-lookup"
import { refundOrder, refundSellerOrder } from "@/orders/refund"
import { type Actor, audit } from "@/platform/audit"
import { prisma } from "@/platform/db/prisma"
import { type Queryable } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"

/**
 * Cancels a seller order, or all seller orders of an order that were not shipped.
 * @throws Problem not_found; invalid_state, when there is nothing left to cancel, or it is the staff member's own
 * order.
 */
export const cancelByStaff = async (
  actor: Actor,
  { number, part: sellerOrder, reason }: StaffCancel,
): Promise<Cancellation> => {
  const orderId = await requireOthersOrder(actor, number)
  return transaction(async (tx) => {
    const ref = sellerOrder === null ? null : await findSellerOrderRef(tx, orderId, sellerOrder)
    const cancelled = ref ? await cancelSellerOrder(tx, ref, reason) : await cancelOrder(tx, orderId, reason)
    await audit(tx, actor, ref ? "seller_order.cancelled" : "order.cancelled", ref?.uuid ?? orderId, {
      number,
      reason,
      ...cancelled,
    })
    return cancelled
  })
}

/**
 * Refunds a seller order, in full or in part, or all that remains of an order.
 * @returns the refund, in paise
 * @throws Problem not_found; invalid_state, when it is more than what remains, when another person refunded meanwhile,
 * or it is the staff member's own order.
 */
export const refundByStaff = async (
  actor: Actor,
  { number, part: sellerOrder, reason, amount, refunded_total: expectedRefundedTotal }: StaffRefund,
): Promise<{ refunded: number }> => {
  const orderId = await requireOthersOrder(actor, number)
  return transaction(async (tx) => {
    const ref = sellerOrder === null ? null : await findSellerOrderRef(tx, orderId, sellerOrder)
    const refunded = ref
      ? await refundSellerOrder(tx, ref, { amount, expectedRefundedTotal, reason })
      : await refundOrder(tx, orderId, { expectedRefundedTotal, reason })
    await audit(tx, actor, ref ? "seller_order.refunded" : "order.refunded", ref?.uuid ?? orderId, {
      number,
      reason,
      refunded,
    })
    return { refunded }
  })
}

const requireOthersOrder = async ({ caller }: Actor, number: string): Promise<string> => {
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

const findSellerOrderRef = async (
  tx: Queryable,
  orderId: string,
  sellerOrder: string,
): Promise<SellerOrderRef & { uuid: string }> => {
  const ref = { id: sellerOrder, storeId: null, world: LIVE_WORLD }
  const found = await findSellerOrder(tx, ref)
  if (found.order_id !== orderId) throw new Problem("not_found")
  return { ...ref, uuid: found.id }
}
