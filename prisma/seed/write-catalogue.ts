import type { ClientBase } from "pg"
import { IMAGE_SIZE } from "@/features/media/product-image-path"
import type { ProductRecord } from "./catalogue"
import { copyInto, type Value } from "./copy"
import type { Marketplace } from "./marketplace"
import { PLATFORM_APPS } from "./platform-apps"

const SEQUENCES = [
  "store",
  "category",
  "brand",
  "product",
  "product_image",
  "product_variant",
  "product_option",
  "product_option_value",
]

export async function writeCatalogue(
  client: ClientBase,
  { accounts, stores, categories, brands, products }: Marketplace,
): Promise<void> {
  await copyInto(
    client,
    "platform_app",
    [
      "key",
      "name",
      "short_name",
      "description",
      "url_path",
      "icon_path",
      "accent_color",
      "installable",
      "maintenance",
      "enabled",
      "position",
    ],
    PLATFORM_APPS.map((a) => [
      a.key,
      a.name,
      a.shortName,
      a.description,
      a.urlPath,
      a.iconPath,
      a.accentColor,
      a.installable,
      a.maintenance,
      a.enabled,
      a.position,
    ]),
  )
  await copyInto(
    client,
    "store",
    [
      "id",
      "slug",
      "name",
      "description",
      "status",
      "is_official",
      "logo_path",
      "support_email",
      "city",
      "district",
      "state",
      "pincode",
      "approved_at",
      "created_at",
    ],
    stores.map((s) => [
      s.id,
      s.slug,
      s.name,
      s.description,
      s.status,
      s.official,
      s.logoPath,
      s.supportEmail,
      s.place.city,
      s.place.district,
      s.place.state,
      s.place.pincode,
      s.approvedAt,
      s.createdAt,
    ]),
  )
  await copyInto(
    client,
    "store_member",
    ["account_id", "store_id", "role", "created_at"],
    accounts.flatMap(({ id, member, createdAt }) => (member ? [[id, member.storeId, member.role, createdAt]] : [])),
  )
  // Parents precede their children, because a trigger sets depth and path for each row.
  await copyInto(
    client,
    "category",
    ["id", "parent_id", "slug", "name", "names", "position", "is_featured", "active"],
    categories.map((c) => [
      c.id,
      c.parentId,
      c.slug,
      c.name,
      JSON.stringify(c.names),
      c.position,
      c.isFeatured,
      c.active,
    ]),
  )
  await copyInto(
    client,
    "brand",
    ["id", "slug", "name"],
    brands.map((b) => [b.id, b.slug, b.name]),
  )
  await writeProducts(client, products)
  for (const table of SEQUENCES)
    await client.query(
      `SELECT setval(pg_get_serial_sequence('${table}', 'id'), coalesce((SELECT max(id) FROM ${table}), 1))`,
    )
}

/** Images precede variants, so that a product's listing is built once, with its first variant. */
async function writeProducts(client: ClientBase, products: readonly ProductRecord[]): Promise<void> {
  await copyInto(
    client,
    "product",
    [
      "id",
      "store_id",
      "category_id",
      "brand_id",
      "slug",
      "name",
      "names",
      "type",
      "status",
      "short_description",
      "description",
      "gst_percent",
      "rating_average",
      "rating_count",
      "popularity",
      "published_at",
      "created_at",
      "updated_at",
    ],
    products.map((p) => [
      p.id,
      p.storeId,
      p.categoryId,
      p.brandId,
      p.slug,
      p.name,
      JSON.stringify(p.names ?? {}),
      p.type,
      p.status,
      p.shortDescription,
      p.description,
      p.gstPercent,
      p.ratingAverage,
      p.ratingCount,
      p.popularity,
      p.publishedAt,
      p.createdAt,
      p.updatedAt,
    ]),
  )
  await copyInto(
    client,
    "product_image",
    ["id", "product_id", "path", "alt", "position", "width", "height"],
    products.flatMap((p) => p.images.map((i) => [i.id, p.id, i.path, i.alt, i.position, IMAGE_SIZE, IMAGE_SIZE])),
  )
  await copyInto(
    client,
    "product_variant",
    ["id", "product_id", "image_id", "sku", "name", "price", "mrp", "stock", "position"],
    products.flatMap((p) =>
      p.variants.map((v) => [v.id, p.id, v.imageId, v.sku, v.name, v.price, v.mrp, v.stock, v.position]),
    ),
  )
  const { options, values, links } = numberOptions(products)
  await copyInto(client, "product_option", ["id", "product_id", "name", "position"], options)
  await copyInto(client, "product_option_value", ["id", "option_id", "value", "position"], values)
  await copyInto(client, "variant_option_value", ["variant_id", "option_value_id"], links)
  await copyInto(
    client,
    "bundle_item",
    ["product_id", "variant_id", "quantity"],
    products.flatMap((p) => p.bundle.map((b) => [p.id, b.variantId, b.quantity])),
  )
}

/** Returns the options of each product and their values, in the order of its variants. */
function numberOptions(products: readonly ProductRecord[]): Record<"options" | "values" | "links", Value[][]> {
  const rows = { options: [] as Value[][], values: [] as Value[][], links: [] as Value[][] }
  for (const product of products) {
    const known = new Map<string, { id: number; values: Map<string, number> }>()
    for (const variant of product.variants) {
      for (const { name, value } of variant.options) {
        const option = known.get(name) ?? { id: rows.options.length + 1, values: new Map<string, number>() }
        if (!known.has(name)) {
          rows.options.push([option.id, product.id, name, known.size])
          known.set(name, option)
        }
        const valueId = option.values.get(value) ?? rows.values.length + 1
        if (!option.values.has(value)) {
          rows.values.push([valueId, option.id, value, option.values.size])
          option.values.set(value, valueId)
        }
        rows.links.push([variant.id, valueId])
      }
    }
  }
  return rows
}
