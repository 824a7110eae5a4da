import { v7 as uuidv7 } from "uuid"
import { orderNumber } from "@/domain/order-number"
import type { World } from "@/domain/world"
import { type Queryable, query } from "@/platform/db/query"
import { sandboxOrderId, sandboxOrderNumber, sandboxPaymentId, sandboxSellerOrderId } from "@/sandbox/order-ids"

/** The ids and the number of a new order. */
export interface OrderIdentity {
  id: string
  number: string
  paymentId: string
  /** Returns the id of the seller order at a position; positions start at 1. */
  sellerOrderId: (position: number) => string
  /** The id of its first item; null where the table's sequence gives ids. */
  firstItemId: number | null
}

/**
 * Returns the identity of a world's next order. In a sandbox it follows from the world, its clock and the orders before,
 * so that two runs of a script get equal ids; its row of `world` stays locked.
 */
export function nextOrderIdentity(tx: Queryable, world: World, itemCount: number): Promise<OrderIdentity> {
  return world.livemode ? nextLiveIdentity(tx) : nextSandboxIdentity(tx, world.id, itemCount)
}

async function nextLiveIdentity(tx: Queryable): Promise<OrderIdentity> {
  const [row] = await query<{ running: number; now: Date }>(
    "SELECT nextval('customer_order_number')::int AS running, now() AS now",
    [],
    tx,
  )
  if (!row) throw new Error("the sequence gave no number")
  return {
    id: uuidv7(),
    number: orderNumber(row.now, row.running),
    paymentId: uuidv7(),
    sellerOrderId: () => uuidv7(),
    firstItemId: null,
  }
}

const FIRST_ITEM_ID = 1_000_000_001

const COUNT_ORDER_SQL = `
  UPDATE world SET order_count = order_count + 1, item_count = item_count + $2 WHERE id = $1
  RETURNING ordinal, clock, order_count AS n, item_count - $2 AS items`

async function nextSandboxIdentity(tx: Queryable, worldId: string, itemCount: number): Promise<OrderIdentity> {
  const [row] = await query<{ ordinal: number; clock: Date; n: number; items: number }>(
    COUNT_ORDER_SQL,
    [worldId, itemCount],
    tx,
  )
  if (!row) throw new Error(`there is no world ${worldId}`)
  const { ordinal, clock, n, items } = row
  return {
    id: sandboxOrderId(worldId, clock, n),
    number: sandboxOrderNumber(clock, ordinal, n),
    paymentId: sandboxPaymentId(worldId, clock, n),
    sellerOrderId: (position) => sandboxSellerOrderId(worldId, clock, n, position),
    firstItemId: FIRST_ITEM_ID + items,
  }
}
