// SQL: the current address is read by the conditions that the order itself is read by.

import { JsonText } from "@/domain/json-text"
import { isProblem } from "@/domain/problem"
import type { World } from "@/domain/world"
import type { ShipInput } from "@/features/seller-orders/schema"
import { lockSellerOrder } from "@/orders/seller-order-lookup"
import { type SellerOrderData, VISIBLE_ADDRESS_SQL } from "@/orders/seller-order-json"
import type { ShippedSellerOrder } from "@/orders/record-shipment"
import { shipInSandbox, shipSellerOrder } from "@/orders/ship-seller-order"
import { type Queryable, query } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"
import { type Idempotency, idempotentKeeping } from "@/platform/idempotency"
import { type Precondition, requirePrecondition } from "@/domain/precondition"
import { SellerOrder } from "@/orders/schema"

interface StoreInWorld {
  world: World
  storeId: number
}

/**
 * Marks an order of the store as shipped.
 * @param tx a transaction
 * @param mailDelay seconds until the customer's email may be sent
 * @throws Problem not_found; invalid_state
 */
export function shipInWorld(
  tx: Queryable,
  { world, storeId }: StoreInWorld,
  input: ShipInput,
  mailDelay = 0,
): Promise<ShippedSellerOrder> {
  const ref = { id: input.id, storeId, world }
  return world.livemode ? shipSellerOrder(tx, ref, input, mailDelay) : shipInSandbox(tx, ref, input)
}

/**
 * Marks a seller order as shipped, once for an Idempotency-Key, which returns the same order again.
 * @throws Problem not_found, when the store has no such order; precondition_failed; invalid_state, when it is neither
 * confirmed nor packed.
 */
export const shipOrder = async (
  store: StoreInWorld,
  input: ShipInput,
  idempotency: Idempotency | null,
  precondition: Precondition | null,
): Promise<JsonText<SellerOrder>> => {
  const { world } = store
  const ship = async (tx: Queryable): Promise<ShippedSellerOrder> => {
    if (precondition) requirePrecondition(precondition, await lockSellerOrder(tx, { ...store, id: input.id }))
    return shipInWorld(tx, store, input)
  }
  if (!idempotency) {
    // In the live world, without an Idempotency-Key or If-Match, all statements are known, and go in one round trip.
    const { order, version } = await transaction(ship, { pipelined: world.livemode && precondition === null })
    return new JsonText(order, version)
  }
  const shipped = await transaction((tx) =>
    idempotentKeeping(
      tx,
      idempotency,
      async () => JSON.parse((await ship(tx)).order) as SellerOrder,
      storedOrder(tx, world),
    ),
  )
  if (isProblem(shipped)) throw shipped
  // The stored result (jsonb) has lost the order of its members.
  return new JsonText(JSON.stringify(SellerOrder.parse(shipped)), shipped.version)
}

// What the version before stored has no updated_at.
type StoredOrder = Omit<SellerOrderData, "updated_at"> & Partial<Pick<SellerOrderData, "updated_at">>

/** How an order is stored as the result of an Idempotency-Key. */
export const storedOrder = (tx: Queryable, world: World) => ({
  store: ({ delivery_address: _address, ...order }: SellerOrder): StoredOrder => order,
  restore: async (order: StoredOrder): Promise<SellerOrder> => ({
    ...order,
    updated_at: order.updated_at ?? order.shipped_at ?? order.placed_at,
    delivery_address: await findCurrentAddress(tx, world, order.number),
  }),
})

const CURRENT_ADDRESS_SQL = `SELECT ${VISIBLE_ADDRESS_SQL} AS address FROM seller_order p JOIN delivery_address d ON d.order_id = p.order_id WHERE p.number = $1 AND p.world_id = $2`

// A stored result is returned for a day, but the address only while it may be shown.
const findCurrentAddress = async (
  tx: Queryable,
  world: World,
  number: string,
): Promise<SellerOrder["delivery_address"]> => {
  const [row] = await query<{ address: SellerOrder["delivery_address"] }>(CURRENT_ADDRESS_SQL, [number, world.id], tx)
  return row?.address ?? null
}
