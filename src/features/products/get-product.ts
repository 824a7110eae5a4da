import { Problem } from "@/domain/problem"
import type { ProductCard } from "@/features/products/list-products"
import { batchedRead } from "@/platform/batched-read"
import { readCatalogue } from "@/platform/replica"

interface ProductParts {
  description: string
  options: { name: string; values: string[] }[]
  images: {
    id: number
    path: string
    alt: string
    position: number
    width: number
    height: number
    variant_ids: number[]
  }[]
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
const read = batchedRead<string, { card: string; parts: string }>(
  `
  SELECT place::int, l.card::text AS card, d.parts::text AS parts
  FROM unnest($1::text[]) WITH ORDINALITY AS asked (slug, place) JOIN listing l USING (slug) JOIN product_detail d USING (product_id)`,
  readCatalogue,
)

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
export const getProduct = async (slug: string): Promise<ProductCard & ProductParts> =>
  JSON.parse(await getProductText(slug)) as ProductCard & ProductParts
