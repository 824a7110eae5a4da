import type { OrderStatus } from "@/domain/order-status"
import { offsetOf, type Page, type PageRequest } from "@/domain/page"
import { maskForMode } from "@/orders/mask-address"
import { SELLER_ORDER_TABLES_SQL, sellerOrderSql } from "@/orders/seller-order-json"
import { countRows } from "@/platform/db/count-rows"
import { query } from "@/platform/db/query"
import { env } from "@/platform/env"
import type { SellerOrder } from "@/orders/schema"

/** The store's orders, newest first. Sandbox orders are listed only for test keys, which see live orders masked. */
export const listSellerOrders = async (
  storeId: number,
  livemode: boolean,
  { status, ...request }: PageRequest & { status?: OrderStatus | undefined },
): Promise<Page<SellerOrder>> => {
  const where = `store_id = $1${livemode ? " AND livemode" : ""}${status === undefined ? "" : " AND status = $2"}`
  const values: unknown[] = status === undefined ? [storeId] : [storeId, status]
  const [rows, total] = await Promise.all([
    query<{ order: SellerOrder }>(
      `SELECT ${sellerOrderSql(`$${values.length + 3}::text`)} AS order FROM ${SELLER_ORDER_TABLES_SQL}
       WHERE p.id IN (SELECT id FROM seller_order WHERE ${where} ORDER BY placed_at DESC, id DESC
                      LIMIT $${values.length + 1} OFFSET $${values.length + 2})
       ORDER BY p.placed_at DESC, p.id DESC`,
      [...values, request.per_page, offsetOf(request), env.appUrl],
    ),
    countRows(`SELECT FROM seller_order WHERE ${where}`, values),
  ])
  return { rows: rows.map(({ order }) => maskForMode(order, livemode)), total }
}
