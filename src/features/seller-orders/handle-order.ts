import type { RefundInput } from "@/features/seller-orders/schema"
import { cancelSellerOrder } from "@/orders/cancel-order"
import { deliverSellerOrder } from "@/orders/deliver-seller-order"
import { confirmSellerOrder, packSellerOrder } from "@/orders/advance-seller-order"
import { findSellerOrder, type SellerOrderRef } from "@/orders/seller-order-lookup"
import type { Refund } from "@/orders/record-refund"
import { refundSellerOrder } from "@/orders/refund"
import { type Actor, audit } from "@/platform/audit"
import { type Queryable } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"

const TRANSITIONS = { confirm: confirmSellerOrder, pack: packSellerOrder, deliver: deliverSellerOrder } as const

/**
 * @throws Problem not_found, when the store has no such order; invalid_state, when its status does not allow the move.
 */
export const transitionStoreOrder = (ref: SellerOrderRef, transition: keyof typeof TRANSITIONS): Promise<void> =>
  transaction((tx) => TRANSITIONS[transition](tx, ref))

/**
 * Cancels a seller order, returns its items to stock and refunds its price.
 * @returns the refund, in paise
 * @throws Problem not_found; invalid_state, when it is shipped, delivered or cancelled.
 */
export const cancelStoreOrder = (
  actor: Actor,
  { reason, ...ref }: SellerOrderRef & { reason: string },
): Promise<{ refunded: number }> => transaction((tx) => cancelInTransaction(tx, actor, ref, reason))

/** Does what cancelStoreOrder does in a transaction of the caller, with or without a reason. */
export async function cancelInTransaction(
  tx: Queryable,
  actor: Actor,
  ref: SellerOrderRef,
  reason: string | null,
): Promise<{ refunded: number }> {
  const { refunded } = await cancelSellerOrder(tx, ref, reason)
  await audit(tx, actor, "seller_order.cancelled", await auditSubject(tx, ref), { reason, refunded })
  return { refunded }
}

/**
 * Refunds a seller order, in full or in part.
 * @returns the refund, in paise
 * @throws Problem not_found; invalid_state, when nothing was paid, when it is more than what remains, or when another
 * person refunded meanwhile.
 */
export const refundStoreOrder = (
  actor: Actor,
  { reason, amount, refunded_total: expectedRefundedTotal, ...ref }: SellerOrderRef & RefundInput,
): Promise<{ refunded: number }> =>
  transaction((tx) => refundInTransaction(tx, actor, ref, { amount, expectedRefundedTotal, reason }))

/** Does what refundStoreOrder does in a transaction of the caller. */
export async function refundInTransaction(
  tx: Queryable,
  actor: Actor,
  ref: SellerOrderRef,
  refund: Refund,
): Promise<{ refunded: number }> {
  const refunded = await refundSellerOrder(tx, ref, refund)
  await audit(tx, actor, "seller_order.refunded", await auditSubject(tx, ref), { reason: refund.reason, refunded })
  return { refunded }
}

const auditSubject = async (tx: Queryable, ref: SellerOrderRef): Promise<string> => (await findSellerOrder(tx, ref)).id
