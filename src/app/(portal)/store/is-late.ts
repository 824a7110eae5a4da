import { canTransition } from "@/domain/order-status"
import type { StoreOrder } from "@/features/seller-orders/schema"

/** Whether an order should have been shipped by this time, in milliseconds. */
export function isLate({ status, ship_by }: Pick<StoreOrder, "status" | "ship_by">, now: number): boolean {
  return canTransition(status, "shipped") && Date.parse(ship_by) < now
}
