"use server"

import { type OfferErrors, type OfferFormState, parseOffer } from "@/app/(portal)/store/offers/offer-values"
import { portal } from "@/app/current-account"
import { fieldText, outcomeOf } from "@/app/form-result"
import type { OfferResult } from "@/features/seller-products/schema"
import type { Failure } from "@/ui/api"

/** The result of an offer's form that was posted before any script had loaded. */
export interface PostedOffer {
  form: OfferFormState
  errors: OfferErrors
  failure: Failure | null
  result: OfferResult | null
}

/** The form's action while no script has loaded. */
export async function saveOffer(_last: unknown, data: FormData): Promise<PostedOffer> {
  const read = (prefix: string) => ({
    price: fieldText(data, `${prefix}price`),
    mrp: fieldText(data, `${prefix}mrp`),
    stock: fieldText(data, `${prefix}stock`),
  })
  const form = { version: Number(fieldText(data, "version")), before: read("before_"), values: read("") }
  const { numbers, errors } = parseOffer(form.values)
  if (!numbers) return { form, errors, failure: null, result: null }
  const { sellerProducts } = await portal()
  const change = { sku: fieldText(data, "sku"), version: form.version, ...numbers }
  const { data: saved, failure } = await outcomeOf(sellerProducts.offers({ offers: [change] }))
  return { form, errors, failure, result: saved?.data[0] ?? null }
}
