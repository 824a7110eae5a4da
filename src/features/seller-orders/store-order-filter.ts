import { ORDER_STATUSES, showsDeliveryAddress } from "@/domain/order-status"
import type { World } from "@/domain/world"
import type { StoreOrderFilter } from "@/features/seller-orders/schema"
import { inWorldSql } from "@/orders/in-world"
import { toShipSql } from "@/orders/to-ship"
import { escapeLike } from "@/platform/db/like-pattern"

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(", ")
}

// Only these have an airway bill.
const SHIPPED_SQL = "shipped_at IS NOT NULL"

// What a delivery address contains can be found only while the address is shown.
const ADDRESS_SHOWN_SQL = `status IN (${quoted(ORDER_STATUSES.filter(showsDeliveryAddress))})`

/**
 * SQL for orders that contain a text: in the number, an item, the airway bill, or the customer's name, city or phone number. The aggregates
 * make PostgreSQL look up the rows of each order of the store by their indexes; as EXISTS it would scan the tables of
 * all stores.
 */
function containsSql(pattern: string): string {
  return `(
  number ILIKE ${pattern}
  OR (SELECT bool_or(i.name ILIKE ${pattern} OR i.sku ILIKE ${pattern}) FROM order_item i WHERE i.seller_order_id = seller_order.id)
  OR ${SHIPPED_SQL} AND (SELECT bool_or(h.awb ILIKE ${pattern}) FROM shipment h WHERE h.seller_order_id = seller_order.id)
  OR ${ADDRESS_SHOWN_SQL}
    AND (SELECT bool_or(d.name ILIKE ${pattern} OR d.city ILIKE ${pattern} OR d.phone ILIKE ${pattern})
      FROM delivery_address d WHERE d.order_id = seller_order.order_id))`
}

/**
 * The SQL condition for a store's orders, and the values of its parameters, which begin at $1.
 */
export function storeOrderFilterSql(
  { world, storeId }: { world: World; storeId: number },
  { status, q, placed_after, to_ship, next_step, late_at }: Partial<StoreOrderFilter>,
): { where: string; values: unknown[] } {
  const values: unknown[] = [storeId]
  const value = (parameter: unknown): string => `$${values.push(parameter)}`
  const conditions = ["store_id = $1", inWorldSql(world, value)]
  if (status !== undefined) conditions.push(`status = ${value(status)}`)
  if (placed_after !== undefined) conditions.push(`placed_at >= ${value(placed_after)}`)
  if (to_ship === true || next_step !== undefined || late_at !== undefined) conditions.push(toShipSql("seller_order"))
  if (next_step !== undefined) conditions.push(`status ${next_step === "confirm" ? "=" : "<>"} 'pending'`)
  if (late_at !== undefined) conditions.push(`ship_by < ${value(late_at)}`)
  if (q !== undefined && q !== "") conditions.push(containsSql(value(`%${escapeLike(q)}%`)))
  return { where: conditions.join(" AND "), values }
}
