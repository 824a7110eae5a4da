import { findSellerOrderRef, requireOthersOrder } from "@/features/staff-orders/others-order"
import type { StaffCancel } from "@/features/staff-orders/schema"
import { type Cancellation, cancelOrder, cancelSellerOrder } from "@/orders/cancel-order"
import { type Actor, audit } from "@/platform/audit"
import { transaction } from "@/platform/db/transaction"

/**
 * Cancels a seller order, or all seller orders of an order that were not shipped.
 * @throws Problem not_found; invalid_state, when there is nothing left to cancel, or it is the staff member's own
 * order.
 */
export async function cancelByStaff(
  actor: Actor,
  { number, part: sellerOrder, reason }: StaffCancel,
): Promise<Cancellation> {
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
