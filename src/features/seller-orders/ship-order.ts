import { Problem } from "@/domain/problem"
import type { ShipInput } from "@/features/seller-orders/schema"
import { type SellerOrderData, SHOWN_ADDRESS } from "@/orders/seller-order"
import { shipPart } from "@/orders/ship-part"
import { pool, type Queryable, query, transaction } from "@/platform/db"
import { idempotent, type Idempotency } from "@/platform/idempotency"
import type { SellerOrder } from "@/trpc/order-schemas"

/**
 * Marks a store's order as shipped, once for an Idempotency-Key.
 * @returns the SellerOrder as JSON text
 * @throws Problem not_found, when the store has no such order; invalid_state, when it is neither confirmed nor packed.
 */
export const shipOrder = async (storeId: number, livemode: boolean, input: ShipInput, idempotency: Idempotency | null): Promise<string> => {
  const ref = { id: input.id, storeId, livemode }
  if (!idempotency) return shipPart(pool(), ref, input)
  const shipped = await transaction((tx) =>
    idempotent(tx, idempotency, () => shipPart(tx, ref, input), { kept: withoutAddress, whole: (order) => withAddressNow(tx, order) }),
  )
  if (shipped instanceof Problem) throw shipped
  return shipped
}

// A kept result is given back for a day, and the address only for as long as it may be shown.
const withoutAddress = (shipped: string): SellerOrderData => {
  const { delivery_address: _address, ...order } = JSON.parse(shipped) as SellerOrder
  return order
}

const ADDRESS_NOW = `SELECT ${SHOWN_ADDRESS} AS address FROM seller_order p JOIN delivery_address d ON d.order_id = p.order_id WHERE p.number = $1`

const withAddressNow = async (tx: Queryable, order: SellerOrderData): Promise<string> => {
  const [row] = await query<{ address: SellerOrder["delivery_address"] }>(ADDRESS_NOW, [order.number], tx)
  return JSON.stringify({ ...order, delivery_address: row?.address ?? null })
}
