import { isProblem } from "@/domain/problem"
import type { World } from "@/domain/world"
import type { AdvanceResult, AdvanceStep } from "@/features/seller-orders/schema"
import { confirmSellerOrder, packSellerOrder } from "@/orders/advance-seller-order"
import { deliverSellerOrder } from "@/orders/deliver-seller-order"
import type { StoreOrderRef } from "@/orders/seller-order-lookup"
import type { Queryable } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"

const STEPS: Record<AdvanceStep, (tx: Queryable, ref: StoreOrderRef) => Promise<void>> = {
  confirm: confirmSellerOrder,
  pack: packSellerOrder,
  deliver: deliverSellerOrder,
}

/**
 * Advances orders of a store by one step, each in a transaction of its own. An order that cannot take the step does not
 * affect the others.
 * @returns a result for each order, in the same order
 */
export async function advanceOrders(
  store: { world: World; storeId: number },
  { step, ids }: { step: AdvanceStep; ids: readonly string[] },
): Promise<AdvanceResult[]> {
  const results: AdvanceResult[] = []
  for (const id of ids)
    try {
      await transaction((tx) => STEPS[step](tx, { ...store, id }))
      results.push({ id })
    } catch (error) {
      if (!isProblem(error)) throw error
      results.push({ id, error: { code: error.code, message: error.message } })
    }
  return results
}
