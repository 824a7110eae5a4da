import type { OwnProduct } from "@/features/seller-orders/sandbox/schema"
import { query } from "@/platform/db/query"
import type { Sandbox } from "@/sandbox/open-sandbox"

const PRODUCTS_MAX = 200

const PRODUCTS_SQL = `
  SELECT p.name, v.sku, v.price, v.stock,
    coalesce((SELECT string_agg(x.value, ', ' ORDER BY n.position)
              FROM variant_option_value c JOIN product_option_value x ON x.id = c.option_value_id JOIN product_option n ON n.id = x.option_id
              WHERE c.variant_id = v.id), '') AS options
  FROM product p JOIN product_variant v ON v.product_id = p.id
  WHERE p.store_id = $1 AND p.world_id = $2 AND p.status = 'active' AND v.stock > 0
  ORDER BY p.popularity DESC, p.id, v.position LIMIT ${PRODUCTS_MAX}`

/** The variants of the sandbox's own store that are in stock, the best sellers first; 200 at most. */
export function listOwnProducts({ id, storeId }: Sandbox): Promise<OwnProduct[]> {
  return query<OwnProduct>(PRODUCTS_SQL, [storeId, id])
}
