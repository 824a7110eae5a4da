import { type Paise, toPaise } from "@/domain/money"

const SHIPPING = toPaise(4_900)
const FREE_SHIPPING_FROM = toPaise(49_900)

/** Returns the shipping charge for a store's part of an order. */
export function shippingFee(subtotal: Paise): Paise {
  return subtotal >= FREE_SHIPPING_FROM ? toPaise(0) : SHIPPING
}

/** Time from the order until the store must ship it. */
export const SHIP_WITHIN_SECONDS = 72 * 60 * 60
