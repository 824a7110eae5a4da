import { parseRupees } from "@/domain/money"
import { PAISE_MAX } from "@/domain/order-limits"

export const OFFER_FIELDS = ["price", "mrp", "stock"] as const
export type OfferField = (typeof OFFER_FIELDS)[number]

/** What an offer's form shows: amounts in rupees. */
export type OfferValues = Record<OfferField, string>
export type OfferErrors = Partial<Record<OfferField, "amount" | "stock" | "above_mrp">>

/** An offer's numbers as in the API: amounts in paise. */
export type OfferNumbers = Record<OfferField, number>

/** An offer's form: what is typed, and the offer that it was typed over. */
export interface OfferFormState {
  version: number
  before: OfferValues
  values: OfferValues
}

function toRupees(paise: number): string {
  return paise % 100 === 0 ? String(paise / 100) : (paise / 100).toFixed(2)
}

function toValues({ price, mrp, stock }: OfferNumbers): OfferValues {
  return { price: toRupees(price), mrp: toRupees(mrp), stock: String(stock) }
}

/** The form of an offer that nothing has been typed over. */
export function formOf(offer: OfferNumbers & { version: number }): OfferFormState {
  const values = toValues(offer)
  return { version: offer.version, before: values, values }
}

/** The form after the offer has changed: only what was typed stays. */
export function followOffer(
  { before, values }: Pick<OfferFormState, "before" | "values">,
  offer: OfferNumbers & { version: number },
): OfferFormState {
  const current = formOf(offer)
  const kept = OFFER_FIELDS.filter((field) => values[field] !== before[field])
  return {
    ...current,
    values: { ...current.values, ...Object.fromEntries(kept.map((field) => [field, values[field]])) },
  }
}

function parseAmount(text: string): number | null {
  const paise = parseRupees(text)
  return paise === null || paise > PAISE_MAX ? null : paise
}

function parseStock(text: string): number | null {
  const stock = /^\d{1,10}$/.test(text.trim()) ? Number(text) : PAISE_MAX + 1
  return stock > PAISE_MAX ? null : stock
}

/** The errors that the API would return, before anything is sent; without any, the numbers to send. */
export function parseOffer(values: OfferValues): { numbers: OfferNumbers | null; errors: OfferErrors } {
  const [price, mrp, stock] = [parseAmount(values.price), parseAmount(values.mrp), parseStock(values.stock)]
  const errors: OfferErrors = {
    ...(price === null ? { price: "amount" as const } : mrp !== null && price > mrp && { price: "above_mrp" as const }),
    ...(mrp === null && { mrp: "amount" as const }),
    ...(stock === null && { stock: "stock" as const }),
  }
  const valid = price !== null && mrp !== null && stock !== null && Object.keys(errors).length === 0
  return { numbers: valid ? { price, mrp, stock } : null, errors }
}
