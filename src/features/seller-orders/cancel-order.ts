import { cancelSellerOrder } from "@/orders/cancel-order"
import { findSellerOrder, type SellerOrderRef } from "@/orders/seller-order-lookup"
import { type Actor, audit } from "@/platform/audit"
import type { Queryable } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"

/**
 * Cancels a seller order, returns its items to stock and refunds its price.
 * @returns the refund, in paise
 * @throws Problem not_found; invalid_state, when it is shipped, delivered or cancelled.
 */
export function cancelStoreOrder(actor: Actor, ref: SellerOrderRef, reason: string): Promise<{ refunded: number }> {
  return transaction((tx) => cancelInTransaction(tx, actor, ref, reason))
}

/** Does what cancelStoreOrder does in a transaction of the caller, with or without a reason. */
export async function cancelInTransaction(
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
