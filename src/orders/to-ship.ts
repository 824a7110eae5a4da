import { canTransition, type OrderStatus } from "@/domain/order-status"

/**
 * SQL for seller orders that are to be shipped: the store can ship them, or confirm them first because they are paid or
 * will be paid in cash on delivery. The index seller_order_urgent_idx has the same condition.
 * @param table the seller order or its alias
 */
export function toShipSql(table: string): string {
  const payment = `${table}.payment_status`
  return `(${table}.status IN ('confirmed', 'packed') OR ${table}.status = 'pending'
    AND (${payment} IN ('paid', 'partially_refunded') OR ${payment} = 'pending' AND ${table}.cash_on_delivery))`
}

/** Whether orders of this status can be among those that are to be shipped. */
export function canBeToShip(status: OrderStatus): boolean {
  return canTransition(status, "confirmed") || canTransition(status, "shipped")
}
