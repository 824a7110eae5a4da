import type { Caller } from "@/domain/caller"
import type { OrderStatus } from "@/domain/order-status"
import { offsetOf, type Page, type PageRequest } from "@/domain/page"
import { ORDER_COLUMNS, type OrderRow } from "@/features/orders/order-row"
import { query } from "@/platform/db"

/** The orders that the account placed, newest first. */
export const listOrders = async ({ accountId }: Caller, { status, ...request }: PageRequest & { status?: OrderStatus | undefined }): Promise<Page<OrderRow>> => {
  const where = status === undefined ? "o.account_id = $1" : "o.account_id = $1 AND o.status = $2"
  const values: unknown[] = status === undefined ? [accountId] : [accountId, status]
  const [rows, [count]] = await Promise.all([
    query<OrderRow>(
      `SELECT ${ORDER_COLUMNS} FROM customer_order o WHERE ${where} ORDER BY o.placed_at DESC, o.id DESC
       LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
      [...values, request.per_page, offsetOf(request)],
    ),
    query<{ total: number }>(`SELECT count(*)::int AS total FROM customer_order o WHERE ${where}`, values),
  ])
  return { rows, total: count?.total ?? 0 }
}
