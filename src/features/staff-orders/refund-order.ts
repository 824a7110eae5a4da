import { findSellerOrderRef, requireOthersOrder } from "@/features/staff-orders/others-order"
import type { StaffRefund } from "@/features/staff-orders/schema"
import { refundOrder, refundSellerOrder } from "@/orders/refund"
import { type Actor, audit } from "@/platform/audit"
import { transaction } from "@/platform/db/transaction"

/**
 * Refunds a seller order, in full or in part, or all that remains of an order.
 * @returns the refund, in paise
 * @throws Problem not_found; invalid_state, when it is more than what remains, when another person refunded meanwhile,
 * or it is the staff member's own order.
 */
export async function refundByStaff(
  actor: Actor,
  { number, part: sellerOrder, reason, amount, refunded_total: expectedRefundedTotal }: StaffRefund,
): Promise<{ refunded: number }> {
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
