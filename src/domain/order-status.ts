/** Ordered by progress; cancelled is outside this order (API-SPEC, States and transitions). */
export const ORDER_STATUSES = ["pending", "confirmed", "packed", "shipped", "delivered", "cancelled"] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

export const PAYMENT_STATUSES = ["pending", "paid", "partially_refunded", "refunded", "failed"] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

const TRANSITIONS: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ["confirmed", "cancelled"],
  confirmed: ["packed", "shipped", "cancelled"],
  packed: ["shipped", "cancelled"],
  shipped: ["delivered"],
  delivered: [],
  cancelled: [],
}

export function canTransition(from: OrderStatus, to: OrderStatus): boolean {
  return TRANSITIONS[from].includes(to)
}

/** The states from which an order can move to the given one. */
export function statusesBefore(to: OrderStatus): OrderStatus[] {
  return ORDER_STATUSES.filter((from) => canTransition(from, to))
}

/** The delivery address is shown to the store until the order is delivered or cancelled (API-SPEC, Visibility rule). */
export function showsDeliveryAddress(status: OrderStatus): boolean {
  return status !== "delivered" && status !== "cancelled"
}

/** How many parts of an order that is not cancelled are further than the others: delivered, or else shipped. */
export function partlyReached(
  sellerOrderStatuses: readonly OrderStatus[],
): { status: "shipped" | "delivered"; reached: number; all: number } | undefined {
  const active = sellerOrderStatuses.filter((status) => status !== "cancelled")
  for (const status of ["delivered", "shipped"] as const) {
    const reached = active.filter((each) => ORDER_STATUSES.indexOf(each) >= ORDER_STATUSES.indexOf(status)).length
    if (reached > 0 && reached < active.length) return { status, reached, all: active.length }
  }
  return undefined
}

/** Returns the status of a customer's order: the least advanced of its parts that are not cancelled. */
export function combinedStatus(sellerOrderStatuses: readonly OrderStatus[]): OrderStatus {
  const active = new Set<OrderStatus>(sellerOrderStatuses)
  active.delete("cancelled")
  return ORDER_STATUSES.find((status) => active.has(status)) ?? "cancelled"
}
