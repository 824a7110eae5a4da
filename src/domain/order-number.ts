const INDIA_MS = 5.5 * 3_600_000

/** `HT-2611-000123`: year and month in Indian time, and a serial number. */
export function orderNumber(placedAt: Date, sequence: number): string {
  const inIndia = new Date(placedAt.getTime() + INDIA_MS).toISOString()
  return `HT-${inIndia.slice(2, 4)}${inIndia.slice(5, 7)}-${String(sequence).padStart(6, "0")}`
}

/** Returns the number of a store's part of an order; positions start at 1. */
export function sellerOrderNumber(order: string, position: number): string {
  return `${order}-${position}`
}

export const ORDER_NUMBER = /^HT-\d{4}-\d{6,13}$/
export const SELLER_ORDER_NUMBER = /^HT-\d{4}-\d{6,13}-\d{1,4}$/
