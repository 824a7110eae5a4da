declare const paise: unique symbol

/** An amount of INR in whole paise, never a fraction of one. */
export type Paise = number & { readonly [paise]: true }

/** @throws RangeError when the amount is no safe integer of paise, or below zero. */
export const toPaise = (amount: number): Paise => {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`${amount} is no amount of paise`)
  return amount as Paise
}

/** The GST that an inclusive amount holds, to the nearest paisa. */
export const taxIncluded = (amount: Paise, gstPercent: number): Paise => toPaise(Math.round((amount * gstPercent) / (100 + gstPercent)))
