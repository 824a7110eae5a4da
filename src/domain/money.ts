import { sum, sumOf } from "@/domain/sum"

declare const paise: unique symbol

/** An amount of INR in whole paise. */
export type Paise = number & { readonly [paise]: true }

/** @throws RangeError if the amount is negative or not a safe integer */
export function toPaise(amount: number): Paise {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`${amount} is no amount of paise`)
  return amount as Paise
}

/** Returns the sum of one amount of each row. @throws RangeError of toPaise() */
export function sumPaise<Row>(rows: readonly Row[], amountOf: (row: Row) => number): Paise {
  return toPaise(sumOf(rows, amountOf))
}

/** Returns the GST included in an amount, rounded to the nearest paisa. */
export function taxIncluded(amount: Paise, gstPercent: number): Paise {
  return toPaise(Math.round((amount * gstPercent) / (100 + gstPercent)))
}

/** Splits a discount over subtotals in proportion, in whole paise; no share exceeds its subtotal. */
export function allocateDiscount(discount: Paise, subtotals: readonly Paise[]): Paise[] {
  const subtotal = sum(subtotals)
  if (discount > subtotal)
    throw new RangeError(`${discount} paise are more than the ${subtotal} that they are taken off`)
  let subtotalSoFar = 0
  let allocated = 0
  return subtotals.map((value) => {
    subtotalSoFar += value
    const allocatedSoFar = subtotal === 0 ? 0 : Number((BigInt(discount) * BigInt(subtotalSoFar)) / BigInt(subtotal))
    const share = allocatedSoFar - allocated
    allocated = allocatedSoFar
    return toPaise(share)
  })
}

/** Parses an amount of rupees as a person types it: "1,499" or "99.50"; null if it is invalid. */
export function parseRupees(input: string): Paise | null {
  const [, rupees, paise = ""] = /^₹?\s*(\d{1,3}(?:,?\d{2,3})*|\d+)(?:\.(\d{1,2}))?$/.exec(input.trim()) ?? []
  if (rupees === undefined) return null
  const amount = Number(rupees.replaceAll(",", "")) * 100 + Number(paise.padEnd(2, "0"))
  return Number.isSafeInteger(amount) ? toPaise(amount) : null
}
