import type { Caller } from "@/domain/caller"
import type { OrderStatus } from "@/domain/order-status"
import { offsetOf, type Page, type PageRequest } from "@/domain/page"
import { ORDER_COLUMNS, type OrderRow } from "@/orders/order"
import { countRows } from "@/platform/db/count-rows"
import { query } from "@/platform/db/query"

// SQL: a hot path, which shares the columns of an order with the statements of src/orders.

/** The orders that the account placed, newest first. Sandbox orders are listed only for test keys. */
export const listOrders = async (
  { accountId, livemode }: Caller,
  { status, ...request }: PageRequest & { status?: OrderStatus | undefined },
): Promise<Page<OrderRow>> => {
  const where = `account_id = $1${livemode ? " AND livemode" : ""}${status === undefined ? "" : " AND status = $2"}`
  const values: unknown[] = status === undefined ? [accountId] : [accountId, status]
  const [rows, total] = await Promise.all([
    query<OrderRow>(
      `SELECT ${ORDER_COLUMNS} FROM customer_order o
       WHERE o.id IN (SELECT id FROM customer_order WHERE ${where} ORDER BY placed_at DESC, id DESC
                      LIMIT $${values.length + 1} OFFSET $${values.length + 2})
       ORDER BY o.placed_at DESC, o.id DESC`,
      [...values, request.per_page, offsetOf(request)],
    ),
    countRows(`SELECT FROM customer_order WHERE ${where}`, values),
  ])
  return { rows, total }
}
