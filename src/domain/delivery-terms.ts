import { type Paise, toPaise } from "@/domain/money"

const SHIPPING = toPaise(4_900)
const FREE_SHIPPING_FROM = toPaise(49_900)

/** What a store's part of an order costs to send. */
export const shippingOf = (subtotal: Paise): Paise => (subtotal >= FREE_SHIPPING_FROM ? toPaise(0) : SHIPPING)

/** How long a store has from the order until the parcel leaves. */
export const SHIP_WITHIN_SECONDS = 72 * 60 * 60
