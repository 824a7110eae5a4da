import { canTransition } from "@/domain/order-status"
import type { StoreOrder } from "@/features/seller-orders/schema"

/** Whether an order should have been shipped by this time, in milliseconds. */
export const isLate = ({ status, ship_by }: Pick<StoreOrder, "status" | "ship_by">, now: number): boolean =>
  canTransition(status, "shipped") && Date.parse(ship_by) < now
