import { JsonText } from "@/domain/json-text"
import { Problem } from "@/domain/problem"
import type { SellerOrder } from "@/orders/schema"
import { SELLER_ORDER_TABLES_SQL, sellerOrderSql } from "@/orders/seller-order-json"
import { type SellerOrderKey, type SellerOrderRef, toSellerOrderKey } from "@/orders/seller-order-lookup"
import { pool } from "@/platform/db/pool"
import { type Queryable, query } from "@/platform/db/query"
import { env } from "@/platform/env"

function getSql(column: SellerOrderKey[0]): string {
  return `
  SELECT ${sellerOrderSql("$4::text")}::text AS "order", so.version FROM ${SELLER_ORDER_TABLES_SQL}
  WHERE so.${column} = $1 AND so.store_id = $2 AND so.world_id = $3`
}

const GET_SQL: Record<SellerOrderKey[0], string> = { id: getSql("id"), number: getSql("number") }

/**
 * Reads a seller order, with its delivery address while that may be shown.
 * @throws Problem not_found, also for orders of other stores and of other worlds
 */
export async function getSellerOrder(
  { id, storeId, world }: SellerOrderRef,
  db: Queryable = pool(),
): Promise<JsonText<SellerOrder>> {
  const [column, value] = toSellerOrderKey(id)
  const [row] = await query<{ order: string; version: number }>(
    GET_SQL[column],
    [value, storeId, world.id, env.appUrl],
    db,
  )
  if (!row) throw new Problem("not_found")
  return new JsonText(row.order, row.version)
}
