import type { JsonText } from "@/domain/json-text"
import { type Precondition, requirePrecondition } from "@/domain/precondition"
import { type ChangeConditions, changeIdempotently } from "@/features/seller-orders/change-idempotently"
import { getSellerOrder } from "@/features/seller-orders/get-seller-order"
import type { SellerOrder } from "@/orders/schema"
import { findSellerOrder, lockSellerOrder, lockSellerOrders, type SellerOrderRef } from "@/orders/seller-order-lookup"
import type { Queryable } from "@/platform/db/query"
import { transaction, withSavepoint } from "@/platform/db/transaction"

/**
 * Changes a seller order.
 * @param change makes the change in the transaction; if it is refused, what it wrote is undone
 * @returns the order after the change
 * @throws Problem not_found; precondition_failed; what the change throws
 */
export async function changeOrder(
  ref: SellerOrderRef,
  { idempotency, precondition }: ChangeConditions,
  change: (tx: Queryable) => Promise<unknown>,
): Promise<JsonText<SellerOrder>> {
  const work = async (tx: Queryable): Promise<JsonText<SellerOrder>> => {
    if (precondition) await requireOrder(tx, ref, precondition)
    await change(tx)
    return getSellerOrder(ref, tx)
  }
  if (!idempotency) return transaction(work)
  // The refusal is stored, so what the change wrote before it must be undone without ending the transaction.
  return changeIdempotently(idempotency, ref.world, (tx) => withSavepoint(tx, () => work(tx)))
}

// Locks all seller orders of the order first, as the changes do: two that lock their own first would wait for each other.
async function requireOrder(tx: Queryable, ref: SellerOrderRef, precondition: Precondition): Promise<void> {
  const { order_id: orderId } = await findSellerOrder(tx, ref)
  await lockSellerOrders(tx, orderId)
  requirePrecondition(precondition, await lockSellerOrder(tx, ref))
}
