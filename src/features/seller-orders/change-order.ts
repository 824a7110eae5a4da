import { JsonText } from "@/domain/json-text"
import { type Precondition, requirePrecondition } from "@/domain/precondition"
import { isProblem } from "@/domain/problem"
import { getSellerOrder } from "@/features/seller-orders/get-seller-order"
import { storedOrder } from "@/features/seller-orders/ship-order"
import { SellerOrder } from "@/orders/schema"
import { findSellerOrder, lockSellerOrder, lockSellerOrders, type SellerOrderRef } from "@/orders/seller-order-lookup"
import type { Queryable } from "@/platform/db/query"
import { transaction, withSavepoint } from "@/platform/db/transaction"
import { type Idempotency, idempotentKeeping } from "@/platform/idempotency"

/** What a request says about how its change may be made. */
interface Conditions {
  idempotency: Idempotency | null
  precondition: Precondition | null
}

/**
 * Changes a seller order, once for an Idempotency-Key, which returns the same order again. A refused change writes
 * nothing, and its refusal is returned again too.
 * @param change makes the change in the transaction
 * @returns the order after the change
 * @throws Problem not_found; precondition_failed; what the change throws
 */
export async function changeOrder(
  ref: SellerOrderRef,
  { idempotency, precondition }: Conditions,
  change: (tx: Queryable) => Promise<unknown>,
): Promise<JsonText<SellerOrder>> {
  const work = async (tx: Queryable): Promise<JsonText<SellerOrder>> => {
    if (precondition) await requireOrder(tx, ref, precondition)
    await change(tx)
    return getSellerOrder(ref, tx)
  }
  if (!idempotency) return transaction(work)
  const changed = await transaction((tx) =>
    // The refusal is stored, so what the change wrote before it must be undone without ending the transaction.
    idempotentKeeping(
      tx,
      idempotency,
      () => withSavepoint(tx, async () => (await work(tx)).parse()),
      storedOrder(tx, ref.world),
    ),
  )
  if (isProblem(changed)) throw changed
  // The stored result (jsonb) has lost the order of its members.
  return new JsonText(JSON.stringify(SellerOrder.parse(changed)), changed.version)
}

// Locks all parts first, as the changes do: two that lock their own part first would wait for each other.
const requireOrder = async (tx: Queryable, ref: SellerOrderRef, precondition: Precondition): Promise<void> => {
  const { order_id: orderId } = await findSellerOrder(tx, ref)
  await lockSellerOrders(tx, orderId)
  requirePrecondition(precondition, await lockSellerOrder(tx, ref))
}
