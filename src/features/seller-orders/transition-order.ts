import { confirmSellerOrder, packSellerOrder } from "@/orders/advance-seller-order"
import { deliverSellerOrder } from "@/orders/deliver-seller-order"
import type { SellerOrderRef } from "@/orders/seller-order-lookup"
import { transaction } from "@/platform/db/transaction"

const TRANSITIONS = { confirm: confirmSellerOrder, pack: packSellerOrder, deliver: deliverSellerOrder } as const

/**
 * @throws Problem not_found, when the store has no such order; invalid_state, when its status does not allow the move.
 */
export function transitionStoreOrder(ref: SellerOrderRef, transition: keyof typeof TRANSITIONS): Promise<void> {
  return transaction((tx) => TRANSITIONS[transition](tx, ref))
}
