import type { Refund } from "@/orders/record-refund"
import { refundSellerOrder } from "@/orders/refund"
import { findSellerOrder, type SellerOrderRef } from "@/orders/seller-order-lookup"
import { type Actor, audit } from "@/platform/audit"
import type { Queryable } from "@/platform/db/query"

/**
 * Refunds a seller order, in full or in part.
 * @returns the refund, in paise
 * @throws Problem not_found; invalid_state, when nothing was paid, when it is more than what remains, or when another
 * person refunded meanwhile.
 */
export async function refundStoreOrder(
  tx: Queryable,
  actor: Actor,
  ref: SellerOrderRef,
  refund: Refund,
): Promise<{ refunded: number }> {
  const refunded = await refundSellerOrder(tx, ref, refund)
  const { id } = await findSellerOrder(tx, ref)
  await audit(tx, actor, "seller_order.refunded", id, { reason: refund.reason, refunded })
  return { refunded }
}
