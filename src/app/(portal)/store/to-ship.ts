import { DAY_MS } from "@/domain/time-units"
import type { StoreOrder } from "@/features/seller-orders/schema"

/** Whether the store can ship the order, or confirm it first. Others have no date to be shipped by that matters. */
export function isToShip({ allowed_actions }: Pick<StoreOrder, "allowed_actions">): boolean {
  return allowed_actions.includes("ship") || allowed_actions.includes("confirm")
}

/** Whether a new order cannot be confirmed, because it is not paid. */
export function waitsForPayment(order: Pick<StoreOrder, "allowed_actions" | "status">): boolean {
  return order.status === "pending" && !isToShip(order)
}

/** Whether an order should have been shipped by this time, in milliseconds. */
export function isLate(order: Pick<StoreOrder, "allowed_actions" | "ship_by">, now: number): boolean {
  return isToShip(order) && Date.parse(order.ship_by) < now
}

/** The class of an order's ship-by time: late, due within a day, or neither. */
export function shipByClass(order: Pick<StoreOrder, "allowed_actions" | "ship_by">, now: number): string {
  if (isLate(order, now)) return "font-medium text-danger-ink"
  return Date.parse(order.ship_by) < now + DAY_MS ? "font-medium text-marigold-ink" : "text-ink"
}
