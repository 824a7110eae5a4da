import { JsonText } from "@/domain/json-text"
import type { Precondition } from "@/domain/precondition"
import { isProblem } from "@/domain/problem"
import type { World } from "@/domain/world"
import { SellerOrder } from "@/orders/schema"
import { type SellerOrderData, VISIBLE_ADDRESS_SQL } from "@/orders/seller-order-json"
import { type Queryable, query } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"
import { type Idempotency, idempotentWithStorage } from "@/platform/idempotency"

/** What a request says about how its change may be made. */
export interface ChangeConditions {
  idempotency: Idempotency | null
  precondition: Precondition | null
}

/**
 * Changes a seller order at most once per Idempotency-Key; a repeated request gets the stored order.
 * @param change makes the change in the transaction; if it is refused, it must have written nothing
 * @throws Problem idempotency_key_reused; idempotency_in_progress; what the change throws
 */
export async function changeIdempotently(
  idempotency: Idempotency,
  world: World,
  change: (tx: Queryable) => Promise<JsonText<SellerOrder>>,
): Promise<JsonText<SellerOrder>> {
  const changed = await transaction((tx) =>
    idempotentWithStorage(tx, idempotency, async () => (await change(tx)).parse(), storageOf(tx, world)),
  )
  if (isProblem(changed)) throw changed
  // The stored result (jsonb) has lost the order of its members.
  return new JsonText(JSON.stringify(SellerOrder.parse(changed)), changed.version)
}

// What the version before stored has no updated_at.
type StoredOrder = Omit<SellerOrderData, "updated_at"> & Partial<Pick<SellerOrderData, "updated_at">>

/** How an order is stored as the result of an Idempotency-Key: without its address. */
function storageOf(tx: Queryable, world: World) {
  return {
    store: ({ delivery_address: _address, ...order }: SellerOrder): StoredOrder => order,
    restore: async (order: StoredOrder): Promise<SellerOrder> => ({
      ...order,
      updated_at: order.updated_at ?? order.shipped_at ?? order.placed_at,
      delivery_address: await findCurrentAddress(tx, world, order.number),
    }),
  }
}

const CURRENT_ADDRESS_SQL = `SELECT ${VISIBLE_ADDRESS_SQL} AS address FROM seller_order so JOIN delivery_address d ON d.order_id = so.order_id WHERE so.number = $1 AND so.world_id = $2`

// A stored result is returned for a day, but the address only while it may be shown.
async function findCurrentAddress(
  tx: Queryable,
  world: World,
  number: string,
): Promise<SellerOrder["delivery_address"]> {
  const [row] = await query<{ address: SellerOrder["delivery_address"] }>(CURRENT_ADDRESS_SQL, [number, world.id], tx)
  return row?.address ?? null
}
