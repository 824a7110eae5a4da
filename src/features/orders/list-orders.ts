import type { Caller } from "@/domain/caller"
import type { OrderStatus } from "@/domain/order-status"
import { offsetOf, type Page, type PageRequest } from "@/domain/page"
import { ORDER_COLUMNS, type OrderRow } from "@/orders/order"
import { query } from "@/platform/db"

/** The orders that the account placed, newest first. Those of the sandbox are among them for test keys, and for nobody else. */
export const listOrders = async ({ accountId, livemode }: Caller, { status, ...request }: PageRequest & { status?: OrderStatus | undefined }): Promise<Page<OrderRow>> => {
  const where = `o.account_id = $1${livemode ? " AND o.livemode" : ""}${status === undefined ? "" : " AND o.status = $2"}`
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
