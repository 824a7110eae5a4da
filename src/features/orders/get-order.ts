import type { Caller } from "@/domain/caller"
import { ORDER_NUMBER } from "@/domain/order-number"
import { Problem } from "@/domain/problem"
import { maskForMode } from "@/orders/mask-address"
import { ORDER_DETAIL, type OrderDetailRow } from "@/orders/order"
import { query } from "@/platform/db/query"
import { env } from "@/platform/env"

// SQL: a hot path, which shares the columns of an order with the statements of src/orders.

/**
 * @throws Problem not_found, when the account placed no order with this number. Sandbox orders exist only for test
 * keys, which see live orders masked.
 */
export const getOrder = async ({ accountId, livemode }: Caller, number: string): Promise<OrderDetailRow> => {
  const [order] = ORDER_NUMBER.test(number)
    ? await query<OrderDetailRow>(`${ORDER_DETAIL} WHERE o.number = $2 AND o.account_id = $3 AND (o.livemode OR $4)`, [
        env.appUrl,
        number,
        accountId,
        !livemode,
      ])
    : []
  if (!order) throw new Problem("not_found")
  return maskForMode(order, livemode)
}
