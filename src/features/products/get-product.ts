import type { z } from "zod"
import { JsonText } from "@/domain/json-text"
import { Problem } from "@/domain/problem"
import type { ProductCard } from "@/features/products/list-products"
import type { ProductDetail } from "@/features/products/schema"
import { withUrls } from "@/features/products/with-urls"
import { batchedRead } from "@/platform/db/batched-read"
import { readCatalogue } from "@/platform/db/replica"

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

// The parts are JSON text, because they are copied into a response body.
const read = batchedRead<string, { card: string; parts: string }>(
  `
  SELECT ordinal::int, l.card::text AS card, d.parts::text AS parts
  FROM unnest($1::text[]) WITH ORDINALITY AS requested (slug, ordinal) JOIN listing l USING (slug) JOIN product_detail d USING (product_id)`,
  readCatalogue,
)

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/

/**
 * A product with all its parts, as JSON text.
 * @throws Problem not_found, when no visible product has the slug.
 */
export const getProductText = async (slug: string): Promise<JsonText<z.output<typeof ProductDetail>>> =>
  new JsonText(withUrls(await readProduct(slug)))

/** A product with all its parts, as an object; its URLs are still paths. */
export const getProduct = async (slug: string): Promise<ProductCard & ProductParts> =>
  JSON.parse(await readProduct(slug)) as ProductCard & ProductParts

async function readProduct(slug: string): Promise<string> {
  const row = SLUG.test(slug) ? await read(slug) : null
  if (!row) throw new Problem("not_found")
  return `${row.card.slice(0, -1)},${row.parts.slice(1)}`
}
