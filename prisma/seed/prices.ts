import type { Random } from "./random"

/** Rounds to a typical shop price in whole rupees: 38, 145, 299, 1249, 4999. */
export function shelfPrice(rupees: number): number {
  if (rupees < 60) return Math.max(9, Math.round(rupees))
  if (rupees < 200) return Math.round(rupees / 5) * 5 - (rupees < 100 ? 0 : 1)
  if (rupees < 1000) return Math.round(rupees / 10) * 10 - 1
  if (rupees < 5000) return Math.round(rupees / 50) * 50 - 1
  if (rupees < 20000) return Math.round(rupees / 100) * 100 - 1
  return Math.round(rupees / 500) * 500 - 10
}

/** Draws a discount as a share of the MRP: often none, usually 5 to 35 %, sometimes a sale. */
export function drawDiscount(random: Random): number {
  if (random.chance(0.14)) return 0
  if (random.chance(0.1)) return 0.4 + random.next() * 0.25
  return 0.05 + random.next() * 0.3
}

/** Returns the MRP from which `discount` leads to this price, never below it, in whole rupees. */
export function printedPrice(price: number, discount: number): number {
  if (discount === 0) return price
  const wanted = price / (1 - discount)
  const step = wanted < 100 ? 1 : wanted < 1000 ? 5 : wanted < 10000 ? 50 : 100
  return Math.max(price, Math.ceil(wanted / step) * step - (wanted >= 1000 ? 1 : 0))
}
