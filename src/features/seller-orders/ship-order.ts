import { type OrderStatus, showsDeliveryAddress } from "@/domain/order-status"
import { Problem } from "@/domain/problem"
import type { ShipInput } from "@/features/seller-orders/schema"
import { ADDRESS, type SellerOrder } from "@/orders/seller-order"
import { shipPart } from "@/orders/ship-part"
import { type Queryable, query, transaction } from "@/platform/db"
import { idempotent, type Idempotency } from "@/platform/idempotency"

/**
 * Marks a store's order as shipped, once for an Idempotency-Key.
 * @throws Problem not_found, when the store has no such order; invalid_state, when it is neither confirmed nor packed.
 */
export const shipOrder = async (storeId: number, livemode: boolean, input: ShipInput, idempotency: Idempotency | null): Promise<SellerOrder> => {
  const shipped = await transaction((tx) =>
    idempotent(tx, idempotency, () => shipPart(tx, { id: input.id, storeId, livemode }, input), {
      kept: ({ delivery_address: _address, ...order }) => order,
      whole: async (order) => ({ ...order, delivery_address: await addressNow(tx, order.number) }),
    }),
  )
  if (shipped instanceof Problem) throw shipped
  return shipped
}

const ADDRESS_NOW = `SELECT p.status, ${ADDRESS} AS address FROM seller_order p JOIN delivery_address d ON d.order_id = p.order_id WHERE p.number = $1`

// A kept result is given back for a day, and the address only for as long as it may be shown.
const addressNow = async (tx: Queryable, number: string): Promise<SellerOrder["delivery_address"]> => {
  const [row] = await query<{ status: OrderStatus; address: SellerOrder["delivery_address"] }>(ADDRESS_NOW, [number], tx)
  return row && showsDeliveryAddress(row.status) ? row.address : null
}
