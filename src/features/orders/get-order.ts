import { ORDER_NUMBER } from "@/domain/order-number"
import { Problem } from "@/domain/problem"
import type { World } from "@/domain/world"
import { ORDER_DETAIL, type OrderDetailRow } from "@/orders/order"
import { query } from "@/platform/db/query"
import { env } from "@/platform/env"

// SQL: a hot path, which shares the columns of an order with the statements of src/orders.

/** @throws Problem not_found, when the account placed no order with this number in the world */
export async function getOrder(accountId: string, world: World, number: string): Promise<OrderDetailRow> {
  const [order] = ORDER_NUMBER.test(number)
    ? await query<OrderDetailRow>(`${ORDER_DETAIL} WHERE o.number = $2 AND o.world_id = $4 AND o.account_id = $3`, [
        env.appUrl,
        number,
        accountId,
        world.id,
      ])
    : []
  if (!order) throw new Problem("not_found")
  return order
}
