import { LIVE_WORLD_SQL } from "@/domain/world"
import type { PricedLine, VariantRow } from "@/orders/calculate-order"
import type { RunStatement } from "@/orders/insert-orders"

const VARIANT_COLUMNS = `
  v.id AS variant_id, v.world_id AS catalogue_world_id, p.store_id, p.id AS product_id, p.slug AS product_slug, v.sku, p.name, v.price, v.mrp, p.gst_percent,
  v.stock, p.status = 'active' AND s.status = 'approved' AS for_sale, s.slug AS store, s.name AS store_name,
  (SELECT count(*) FROM product_variant o WHERE o.product_id = p.id) = 1 AS only_variant,
  coalesce((SELECT json_agg(json_build_object('name', n.name, 'value', x.value) ORDER BY n.position)
            FROM variant_option_value c JOIN product_option_value x ON x.id = c.option_value_id JOIN product_option n ON n.id = x.option_id
            WHERE c.variant_id = v.id), '[]') AS options,
  coalesce((SELECT path FROM product_image WHERE id = v.image_id),
           (SELECT path FROM product_image WHERE product_id = p.id ORDER BY position LIMIT 1), '/media/products/none.svg') AS image_path`

/** Live variants by $1, their SKUs, and $2, the ids of their products. */
const FIND_VARIANTS_SQL = `
  SELECT ${VARIANT_COLUMNS} FROM product_variant v JOIN product p ON p.id = v.product_id JOIN store s ON s.id = p.store_id
  WHERE v.world_id = ${LIVE_WORLD_SQL} AND v.id IN (
    SELECT id FROM product_variant WHERE world_id = ${LIVE_WORLD_SQL} AND sku = ANY ($1::text[])
    UNION ALL SELECT id FROM product_variant WHERE world_id = ${LIVE_WORLD_SQL} AND product_id = ANY ($2::int[]))`

/** A live variant with what decides whether it can be ordered. */
export interface FoundVariant extends VariantRow {
  stock: number
  for_sale: boolean
  /** The slug and the name of its store. */
  store: string
  store_name: string
  /** Whether its product has no other variant. */
  only_variant: boolean
}

/** A line of a new order that knows its store. */
export type StoreLine = PricedLine & Pick<FoundVariant, "store" | "store_name">

/** Returns the slugs and names of the stores of these lines, by their ids. */
export function storesOf(lines: readonly StoreLine[]): Map<number, { store: string; storeName: string }> {
  return new Map(lines.map(({ store_id: id, store, store_name: storeName }) => [id, { store, storeName }]))
}

/** Names an item of an order: a SKU, or a product with one variant. */
export interface ItemName {
  sku?: string | null | undefined
  product_id?: number | null | undefined
}

export class VariantIndex {
  private readonly bySku = new Map<string, FoundVariant>()
  private readonly byProduct = new Map<number, FoundVariant>()

  constructor(variants: readonly FoundVariant[]) {
    for (const variant of variants) {
      this.bySku.set(variant.sku, variant)
      this.byProduct.set(variant.product_id, variant)
    }
  }

  /** Returns the variant, or why the name stands for none. */
  find({ sku, product_id: productId }: ItemName): FoundVariant | string {
    if (sku !== undefined && sku !== null) return this.bySku.get(sku) ?? `there is no SKU ${sku}`
    const variant = this.byProduct.get(productId ?? 0)
    if (!variant) return `there is no product ${productId}`
    return variant.only_variant ? variant : `product ${productId} has several variants: name one by its sku`
  }
}

/** Reads the live variants of these items. */
export async function findVariants(run: RunStatement, items: readonly ItemName[]): Promise<VariantIndex> {
  const skus = items.flatMap(({ sku }) => (sku === undefined || sku === null ? [] : [sku]))
  const products = items.flatMap(({ sku, product_id: id }) => (sku === undefined || sku === null ? [id ?? 0] : []))
  return new VariantIndex(await run<FoundVariant>(FIND_VARIANTS_SQL, [[...new Set(skus)], [...new Set(products)]]))
}
