import { cancelSellerOrder } from "@/orders/cancel-order"
import { findSellerOrder, type SellerOrderRef } from "@/orders/seller-order-lookup"
import { type Actor, audit } from "@/platform/audit"
import type { Queryable } from "@/platform/db/query"

/**
 * Cancels a seller order, returns its items to stock and refunds its price.
 * @returns the refund, in paise
 * @throws Problem not_found; invalid_state, when it is shipped, delivered or cancelled.
 */
export async function cancelStoreOrder(
  tx: Queryable,
  actor: Actor,
  ref: SellerOrderRef,
  reason: string | null,
): Promise<{ refunded: number }> {
  const { refunded } = await cancelSellerOrder(tx, ref, reason)
  const { id } = await findSellerOrder(tx, ref)
  await audit(tx, actor, "seller_order.cancelled", id, { reason, refunded })
  return { refunded }
}
