import { JsonText } from "@/domain/json-text"
import { requirePrecondition } from "@/domain/precondition"
import { type ChangeConditions, changeIdempotently } from "@/features/seller-orders/change-idempotently"
import type { SellerOrder } from "@/orders/schema"
import { lockSellerOrder, type StoreOrderRef } from "@/orders/seller-order-lookup"
import { type Parcel, shipSellerOrder } from "@/orders/ship-seller-order"
import type { Queryable } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"

/**
 * Marks a seller order as shipped.
 * @returns the order after the change
 * @throws Problem not_found, when the store has no such order; precondition_failed; invalid_state, when it is neither
 * confirmed nor packed.
 */
export async function shipOrder(
  ref: StoreOrderRef,
  parcel: Parcel,
  { idempotency, precondition }: ChangeConditions,
): Promise<JsonText<SellerOrder>> {
  const ship = async (tx: Queryable): Promise<JsonText<SellerOrder>> => {
    if (precondition) requirePrecondition(precondition, await lockSellerOrder(tx, ref))
    const { order, version } = await shipSellerOrder(tx, ref, parcel)
    return new JsonText(order, version)
  }
  if (idempotency) return changeIdempotently(idempotency, ref.world, ship)
  // In the live world, without an Idempotency-Key or If-Match, all statements are known, and go in one round trip.
  return transaction(ship, { pipelined: ref.world.livemode && precondition === null })
}
