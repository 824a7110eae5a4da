import type { OrderStatus } from "@/domain/order-status"
import { offsetOf, type Page, type PageRequest } from "@/domain/page"
import { SELLER_ORDER_COLUMNS, SELLER_ORDER_TABLES, type SellerOrderRow } from "@/orders/seller-order"
import { countRows } from "@/platform/count-rows"
import { query } from "@/platform/db"

/** The store's orders, newest first. Those of the sandbox are among them for test keys, and for nobody else. */
export const listSellerOrders = async (
  storeId: number,
  livemode: boolean,
  { status, ...request }: PageRequest & { status?: OrderStatus | undefined },
): Promise<Page<SellerOrderRow>> => {
  const where = `store_id = $1${livemode ? " AND livemode" : ""}${status === undefined ? "" : " AND status = $2"}`
  const values: unknown[] = status === undefined ? [storeId] : [storeId, status]
  const [rows, total] = await Promise.all([
    query<SellerOrderRow>(
      `SELECT ${SELLER_ORDER_COLUMNS} FROM ${SELLER_ORDER_TABLES}
       WHERE p.id IN (SELECT id FROM seller_order WHERE ${where} ORDER BY placed_at DESC, id DESC
                      LIMIT $${values.length + 1} OFFSET $${values.length + 2})
       ORDER BY p.placed_at DESC, p.id DESC`,
      [...values, request.per_page, offsetOf(request)],
    ),
    countRows(`SELECT FROM seller_order WHERE ${where}`, values),
  ])
  return { rows, total }
}
