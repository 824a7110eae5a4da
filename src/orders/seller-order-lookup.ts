import { SELLER_ORDER_NUMBER } from "@/domain/order-number"
import type { OrderStatus } from "@/domain/order-status"
import { Problem } from "@/domain/problem"
import { parsePublicId } from "@/domain/public-id"
import type { World } from "@/domain/world"
import { type Queryable, query } from "@/platform/db/query"
import type { CurrentState } from "@/domain/precondition"

/** Identifies a seller order. */
export interface SellerOrderRef {
  /** Its public id or its number. */
  id: string
  /** The store that it must belong to; null for staff, who may handle any. */
  storeId: number | null
  /** The world that it must belong to. */
  world: World
}

/** Identifies a seller order of a known store. */
export interface StoreOrderRef extends SellerOrderRef {
  storeId: number
}

export type SellerOrderKey = readonly [column: "id" | "number", value: string]

/** @throws Problem not_found if it is neither an id nor a number */
export function toSellerOrderKey(id: string): SellerOrderKey {
  const uuid = parsePublicId("seller_order", id)
  if (uuid) return ["id", uuid]
  if (!SELLER_ORDER_NUMBER.test(id)) throw new Problem("not_found")
  return ["number", id]
}

interface FoundSellerOrder {
  id: string
  order_id: string
  status: OrderStatus
}

function findSql(column: SellerOrderKey[0]): string {
  return `
  SELECT id, order_id, status FROM seller_order
  WHERE ${column} = $1 AND world_id = $3 AND ($2::int IS NULL OR store_id = $2)`
}

/** @throws Problem not_found */
export async function findSellerOrder(
  tx: Queryable,
  { id, storeId, world }: SellerOrderRef,
): Promise<FoundSellerOrder> {
  const [column, value] = toSellerOrderKey(id)
  const [sellerOrder] = await query<FoundSellerOrder>(findSql(column), [value, storeId, world.id], tx)
  if (!sellerOrder) throw new Problem("not_found")
  return sellerOrder
}

function lockSql(column: SellerOrderKey[0]): string {
  return `
  SELECT version::text, updated_at AS "updatedAt" FROM seller_order
  WHERE ${column} = $1 AND world_id = $3 AND ($2::int IS NULL OR store_id = $2) FOR NO KEY UPDATE`
}

/**
 * Locks a seller order for a change that depends on its version.
 * @throws Problem not_found
 */
export async function lockSellerOrder(tx: Queryable, { id, storeId, world }: SellerOrderRef): Promise<CurrentState> {
  const [column, value] = toSellerOrderKey(id)
  const [sellerOrder] = await query<CurrentState>(lockSql(column), [value, storeId, world.id], tx)
  if (!sellerOrder) throw new Problem("not_found")
  return sellerOrder
}

/**
 * Locks all seller orders of an order in a fixed order, which prevents deadlocks. Call it before changing several of them,
 * or the order after one of them.
 */
export async function lockSellerOrders(tx: Queryable, orderId: string): Promise<void> {
  await query("SELECT FROM seller_order WHERE order_id = $1 ORDER BY position FOR NO KEY UPDATE", [orderId], tx)
}

const LOCK_SELLER_ORDERS_SQL =
  "SELECT FROM seller_order WHERE order_id = ANY ($1::uuid[]) ORDER BY order_id, position FOR NO KEY UPDATE"

/** Locks the seller orders of many orders, in a fixed order, as lockSellerOrders does for one. */
export async function lockSellerOrdersOf(tx: Queryable, orderIds: readonly string[]): Promise<void> {
  await query(LOCK_SELLER_ORDERS_SQL, [orderIds], tx)
}

/** Explains why a seller order could not change its status, by its current state. */
export async function transitionError(tx: Queryable, id: string, action: string): Promise<Problem> {
  const [sellerOrder] = await query<{ status: OrderStatus; payment_status: string }>(
    "SELECT status, payment_status FROM seller_order WHERE id = $1",
    [id],
    tx,
  )
  if (!sellerOrder) return new Problem("not_found")
  return new Problem("invalid_state", {
    message: `This order is ${sellerOrder.status} and its payment ${sellerOrder.payment_status}: it cannot be ${action}.`,
  })
}
