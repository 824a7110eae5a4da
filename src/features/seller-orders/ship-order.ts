import { Problem } from "@/domain/problem"
import type { ShipInput } from "@/features/seller-orders/schema"
import { type SellerOrderData, SHOWN_ADDRESS } from "@/orders/seller-order"
import { shipPart } from "@/orders/ship-part"
import { pool, type Queryable, query, transaction } from "@/platform/db"
import { idempotent, type Idempotency } from "@/platform/idempotency"
import { SellerOrder } from "@/trpc/order-schemas"

/**
 * Marks a store's order as shipped, once for an Idempotency-Key.
 * @returns the SellerOrder as JSON text, the same for the same key
 * @throws Problem not_found, when the store has no such order; invalid_state, when it is neither confirmed nor packed.
 */
export const shipOrder = async (
  storeId: number,
  livemode: boolean,
  input: ShipInput,
  idempotency: Idempotency | null,
): Promise<string> => {
  const ref = { id: input.id, storeId, livemode }
  if (!idempotency) return shipPart(pool(), ref, input)
  const shipped = await transaction((tx) =>
    idempotent(tx, idempotency, async () => JSON.parse(await shipPart(tx, ref, input)) as SellerOrder, {
      kept: ({ delivery_address: _address, ...order }): SellerOrderData => order,
      whole: async (order) => ({ ...order, delivery_address: await addressNow(tx, order.number) }),
    }),
  )
  if (shipped instanceof Problem) throw shipped
  // What was kept has lost the order of its members.
  return JSON.stringify(SellerOrder.parse(shipped))
}

const ADDRESS_NOW = `SELECT ${SHOWN_ADDRESS} AS address FROM seller_order p JOIN delivery_address d ON d.order_id = p.order_id WHERE p.number = $1`

// A kept result is given back for a day, and the address only for as long as it may be shown.
const addressNow = async (tx: Queryable, number: string): Promise<SellerOrder["delivery_address"]> => {
  const [row] = await query<{ address: SellerOrder["delivery_address"] }>(ADDRESS_NOW, [number], tx)
  return row?.address ?? null
}
