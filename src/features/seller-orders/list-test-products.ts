import type { World } from "@/domain/world"
import type { TestProduct } from "@/features/seller-orders/schema"
import { query } from "@/platform/db/query"
import { absoluteUrl } from "@/trpc/wire"

const PRODUCTS_MAX = 20

const PRODUCTS_SQL = `
  SELECT v.id AS variant_id, p.name, v.sku, v.price, v.stock,
    coalesce((SELECT string_agg(x.value, ', ' ORDER BY n.position)
              FROM variant_option_value c JOIN product_option_value x ON x.id = c.option_value_id JOIN product_option n ON n.id = x.option_id
              WHERE c.variant_id = v.id), '') AS options,
    coalesce((SELECT path FROM product_image WHERE id = v.image_id),
             (SELECT path FROM product_image WHERE product_id = p.id ORDER BY position LIMIT 1), '/media/products/none.svg') AS image
  FROM product p JOIN product_variant v ON v.product_id = p.id
  WHERE p.store_id = $1 AND p.world_id = $3 AND p.status = 'active' AND v.stock > 0 AND ($2 = '' OR strpos(fold(p.name || ' ' || v.sku), fold($2)) > 0
    OR p.id IN (SELECT product_id FROM sandbox_listing WHERE world_id = $3 AND store_id = $1 AND search @@ (SELECT sound_query($2, $4))))
  ORDER BY p.popularity DESC, p.id, v.position LIMIT ${PRODUCTS_MAX}`

/**
 * Products of a sandbox's store for a test order: its best sellers in stock, or those whose name or SKU contains the words, or sounds like
 * them or means them by a synonym.
 */
export const listTestProducts = async (
  { world, storeId }: { world: World; storeId: number },
  search: string,
): Promise<TestProduct[]> =>
  (await query<TestProduct>(PRODUCTS_SQL, [storeId, search, world.id, world.catalogueId])).map((product) => ({
    ...product,
    image: absoluteUrl(product.image),
  }))
