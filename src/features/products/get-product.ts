import { Problem } from "@/domain/problem"
import type { ProductCard } from "@/features/products/list-products"
import { readCatalogue } from "@/platform/replica"

interface ProductParts {
  description: string
  options: { name: string; values: string[] }[]
  images: { id: number; path: string; alt: string; position: number; width: number; height: number; variant_ids: number[] }[]
  variants: {
    id: number
    sku: string
    name: string
    options: { name: string; value: string }[]
    price: number
    mrp: number
    discount_percent: number
    in_stock: boolean
    image_id: number | null
    position: number
  }[]
}

const PRODUCT = `
  SELECT l.card, p.description,
    coalesce((
      SELECT json_agg(json_build_object('name', o.name, 'values', (
        SELECT json_agg(v.value ORDER BY v.position, v.id) FROM product_option_value v WHERE v.option_id = o.id)) ORDER BY o.position, o.id)
      FROM product_option o WHERE o.product_id = p.id), '[]') AS options,
    coalesce((
      SELECT json_agg(json_build_object('id', i.id, 'path', i.path, 'alt', i.alt, 'position', i.position, 'width', i.width, 'height', i.height,
        'variant_ids', coalesce((SELECT json_agg(v.id ORDER BY v.position) FROM product_variant v WHERE v.image_id = i.id), '[]')) ORDER BY i.position)
      FROM product_image i WHERE i.product_id = p.id), '[]') AS images,
    coalesce((
      SELECT json_agg(json_build_object('id', v.id, 'sku', v.sku, 'name', v.name, 'price', v.price, 'mrp', v.mrp,
        'discount_percent', discount_percent(v.price, v.mrp), 'in_stock', v.stock > 0, 'image_id', v.image_id, 'position', v.position,
        'options', coalesce((
          SELECT json_agg(json_build_object('name', o.name, 'value', ov.value) ORDER BY o.position, o.id)
          FROM variant_option_value vo JOIN product_option_value ov ON ov.id = vo.option_value_id JOIN product_option o ON o.id = ov.option_id
          WHERE vo.variant_id = v.id), '[]')) ORDER BY v.position)
      FROM product_variant v WHERE v.product_id = p.id), '[]') AS variants
  FROM listing l JOIN product p ON p.id = l.product_id
  WHERE l.slug = $1`

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** @throws Problem not_found, when no product that may be shown has the slug. */
export const getProduct = async (slug: string): Promise<ProductCard & ProductParts> => {
  const [row] = SLUG.test(slug) ? await readCatalogue<ProductParts & { card: ProductCard }>(PRODUCT, [slug]) : []
  if (!row) throw new Problem("not_found")
  const { card, ...parts } = row
  return { ...card, ...parts }
}
