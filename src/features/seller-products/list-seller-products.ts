import type { Page } from "@/domain/page"
import type { World } from "@/domain/world"
import type { SellerProduct, SellerProductFilter } from "@/features/seller-products/schema"
import { OFFER_SQL } from "@/orders/offer"
import { query } from "@/platform/db/query"

// SQL: a page of products with their variants in one statement.

const WHERE_SQL = `
  p.store_id = $1 AND p.world_id = $2 AND ($3::text IS NULL OR p.status = $3)
  AND ($4::text IS NULL OR EXISTS (SELECT FROM product_variant v WHERE v.product_id = p.id AND v.sku = $4))
  AND ($5::int IS NULL OR EXISTS (SELECT FROM product_variant v WHERE v.product_id = p.id AND v.stock <= $5))`

const COUNT_SQL = `SELECT count(*)::int AS total FROM product p WHERE ${WHERE_SQL}`
const LIST_SQL = `
  SELECT p.id, p.slug, p.name, p.status, iso_utc(p.updated_at) AS updated_at,
    coalesce((SELECT json_agg(${OFFER_SQL} ORDER BY v.position, v.id) FROM product_variant v WHERE v.product_id = p.id), '[]') AS offers
  FROM product p WHERE ${WHERE_SQL} ORDER BY p.id LIMIT $6 OFFSET $7`

/** Lists the products of a store by id, for sale or not. */
export async function listSellerProducts(
  { storeId, world }: { storeId: number; world: World },
  { status, sku, max_stock: maxStock, page, per_page: perPage }: SellerProductFilter,
): Promise<Page<SellerProduct>> {
  const filter = [storeId, world.id, status ?? null, sku ?? null, maxStock ?? null]
  const [counted, rows] = await Promise.all([
    query<{ total: number }>(COUNT_SQL, filter),
    query<SellerProduct>(LIST_SQL, [...filter, perPage, (page - 1) * perPage]),
  ])
  return { rows, total: counted[0]?.total ?? 0 }
}
