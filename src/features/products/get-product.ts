import { Problem } from "@/domain/problem"
import type { ProductCard } from "@/features/products/list-products"
import { batchedRead } from "@/platform/batched-read"
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

// The parts come as text, which is what a body is made of.
const read = batchedRead<string, { card: string; parts: string }>(`
  SELECT place::int, l.card::text AS card, json_build_object('description', p.description, 'options', coalesce((
      SELECT json_agg(json_build_object('name', o.name, 'values', (
        SELECT json_agg(v.value ORDER BY v.position, v.id) FROM product_option_value v WHERE v.option_id = o.id)) ORDER BY o.position, o.id)
      FROM product_option o WHERE o.product_id = p.id), '[]'),
    'images', coalesce((
      SELECT json_agg(json_build_object('id', i.id, 'path', i.path, 'alt', i.alt, 'position', i.position, 'width', i.width, 'height', i.height,
        'variant_ids', coalesce((SELECT json_agg(v.id ORDER BY v.position) FROM product_variant v WHERE v.image_id = i.id), '[]')) ORDER BY i.position)
      FROM product_image i WHERE i.product_id = p.id), '[]'),
    'variants', coalesce((
      SELECT json_agg(json_build_object('id', v.id, 'sku', v.sku, 'name', v.name, 'price', v.price, 'mrp', v.mrp,
        'discount_percent', discount_percent(v.price, v.mrp), 'in_stock', v.stock > 0, 'image_id', v.image_id, 'position', v.position,
        'options', coalesce((
          SELECT json_agg(json_build_object('name', o.name, 'value', ov.value) ORDER BY o.position, o.id)
          FROM variant_option_value vo JOIN product_option_value ov ON ov.id = vo.option_value_id JOIN product_option o ON o.id = ov.option_id
          WHERE vo.variant_id = v.id), '[]')) ORDER BY v.position)
      FROM product_variant v WHERE v.product_id = p.id), '[]'))::text AS parts
  FROM unnest($1::text[]) WITH ORDINALITY AS asked (slug, place) JOIN listing l USING (slug) JOIN product p ON p.id = l.product_id`, readCatalogue)

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/

/**
 * A product whole, as JSON text; its addresses are still paths.
 * @throws Problem not_found, when no product that may be shown has the slug.
 */
export const getProductText = async (slug: string): Promise<string> => {
  const row = SLUG.test(slug) ? await read(slug) : null
  if (!row) throw new Problem("not_found")
  return `${row.card.slice(0, -1)},${row.parts.slice(1)}`
}

/** The same as an object. */
export const getProduct = async (slug: string): Promise<ProductCard & ProductParts> => JSON.parse(await getProductText(slug)) as ProductCard & ProductParts
