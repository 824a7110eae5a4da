import { offsetOf, type Page, type PageRequest } from "@/domain/page"
import type { World } from "@/domain/world"
import type { SellerOrderSort } from "@/domain/seller-order-sort"
import type { SellerOrderFilter } from "@/features/seller-orders/schema"
import { inWorldSql } from "@/orders/in-world"
import { SELLER_ORDER_TABLES_SQL, sellerOrderSql } from "@/orders/seller-order-json"
import { countRows } from "@/platform/db/count-rows"
import { query } from "@/platform/db/query"
import { env } from "@/platform/env"
import type { SellerOrder } from "@/orders/schema"

/** The columns of each order; ids go with the time of an order. */
const ORDER_BY: Record<SellerOrderSort, [column: string, direction: "ASC" | "DESC"]> = {
  "-placed_at": ["placed_at", "DESC"],
  placed_at: ["placed_at", "ASC"],
  "-updated_at": ["updated_at", "DESC"],
  updated_at: ["updated_at", "ASC"],
  "-ship_by": ["ship_by", "DESC"],
  ship_by: ["ship_by", "ASC"],
}

/** The store's orders that a filter finds. */
export async function listSellerOrders(
  { world, storeId }: { world: World; storeId: number },
  {
    status,
    placed_after,
    updated_after,
    ship_by_before,
    sort = "-placed_at",
    ...request
  }: PageRequest & Partial<SellerOrderFilter>,
): Promise<Page<SellerOrder>> {
  const values: unknown[] = [storeId]
  const value = (parameter: unknown): string => `$${values.push(parameter)}`
  const compare = (comparison: string, parameter: unknown): string[] =>
    parameter === undefined ? [] : [`${comparison} ${value(parameter)}`]
  const where = [
    "store_id = $1",
    inWorldSql(world, value),
    ...compare("status =", status),
    ...compare("placed_at >=", placed_after),
    ...compare("updated_at >=", updated_after),
    ...compare("ship_by <=", ship_by_before),
  ].join(" AND ")
  const [limit, offset, origin] = [1, 2, 3].map((place) => `$${values.length + place}`)
  const [column, direction] = ORDER_BY[sort]
  const [rows, total] = await Promise.all([
    query<{ order: SellerOrder }>(
      `SELECT ${sellerOrderSql(`${origin}::text`)} AS order FROM ${SELLER_ORDER_TABLES_SQL}
       WHERE so.id IN (SELECT id FROM seller_order WHERE ${where} ORDER BY ${column} ${direction}, id ${direction}
                      LIMIT ${limit} OFFSET ${offset})
       ORDER BY so.${column} ${direction}, so.id ${direction}`,
      [...values, request.per_page, offsetOf(request), env.appUrl],
    ),
    countRows(`SELECT FROM seller_order WHERE ${where}`, values),
  ])
  return { rows: rows.map(({ order }) => order), total }
}
