import { z } from "zod"
import { count, LIST_MAX, timestamp, name, names, pincode, position, slug, text } from "./fields"
import { Order } from "./order-record"
import { EMAIL_MAX } from "@/domain/email-address"

const Category = z.strictObject({
  kind: z.literal("category"),
  slug: slug.refine((value) => value !== "root", "cannot be root"),
  name: name(500),
  names: names.nullish(),
  parent: slug.nullish(),
  position: position.nullish(),
  is_featured: z.boolean().nullish(),
  active: z.boolean().nullish(),
})

const Brand = z.strictObject({ kind: z.literal("brand"), slug, name: name(500) })

const Store = z.strictObject({
  kind: z.literal("store"),
  slug,
  name: name(500),
  description: text(100_000, 0).nullish(),
  status: z.enum(["pending", "approved", "suspended"]).nullish(),
  is_official: z.boolean().nullish(),
  logo_path: text(2_000).nullish(),
  support_email: text(EMAIL_MAX).nullish(),
  city: name(200),
  district: name(200),
  state: name(200),
  pincode,
  approved_at: timestamp.nullish(),
})

const OptionValue = z.union([name(200), z.strictObject({ value: name(200), position })])

const Product = z
  .strictObject({
    kind: z.literal("product"),
    slug,
    name: name(500),
    names: names.nullish(),
    store: slug,
    category: slug.nullish(),
    brand: slug.nullish(),
    type: z.enum(["simple", "variable", "bundle"]).nullish(),
    status: z.enum(["draft", "active", "archived"]).nullish(),
    short_description: text(2_000, 0).nullish(),
    description: text(100_000, 0).nullish(),
    gst_percent: z.int().min(0).max(40).nullish(),
    rating: z.strictObject({ average: z.number().min(0).max(5).multipleOf(0.1), count }).nullish(),
    popularity: count.nullish(),
    published_at: timestamp.nullish(),
    options: z
      .array(
        z.strictObject({ name: name(200), position: position.nullish(), values: z.array(OptionValue).max(LIST_MAX) }),
      )
      .max(20)
      .nullish(),
    images: z
      .array(
        z.strictObject({
          path: text(2_000),
          alt: text(2_000, 0),
          width: count.min(1),
          height: count.min(1),
          position: position.nullish(),
        }),
      )
      .max(LIST_MAX)
      .nullish(),
    variants: z
      .array(
        z.strictObject({
          sku: name(200),
          name: name(500),
          price: count,
          mrp: count,
          stock: count.nullish(),
          image: position.nullish(),
          position: position.nullish(),
          options: z
            .array(z.strictObject({ name: text(200), value: text(200) }))
            .max(20)
            .nullish(),
        }),
      )
      .max(LIST_MAX),
    bundle: z
      .array(z.strictObject({ sku: text(200), quantity: count.min(1) }))
      .max(LIST_MAX)
      .nullish(),
  })
  .superRefine((product, context) => {
    const addIssue = (path: (string | number)[], message: string): void =>
      context.addIssue({ code: "custom", path, message })
    const unique = (list: string, field: string, values: readonly unknown[]): void => {
      const known = new Set<unknown>()
      values.forEach((value, index) => {
        if (known.has(value)) addIssue([list, index, field], "stands twice in this list")
        known.add(value)
      })
    }
    const images = (product.images ?? []).map((image, index) => image.position ?? index)
    const options = new Map(
      (product.options ?? []).map(({ name, values }) => [
        name,
        values.map((value) => (typeof value === "string" ? value : value.value)),
      ]),
    )
    unique("images", "position", images)
    unique(
      "options",
      "name",
      (product.options ?? []).map(({ name }) => name),
    )
    for (const [index, { values }] of (product.options ?? []).entries()) {
      if (new Set(values.map((value) => (typeof value === "string" ? value : value.value))).size < values.length)
        addIssue(["options", index, "values"], "names a value twice")
    }
    unique(
      "variants",
      "sku",
      product.variants.map(({ sku }) => sku),
    )
    unique(
      "variants",
      "position",
      product.variants.map((variant, index) => variant.position ?? index),
    )
    unique(
      "bundle",
      "sku",
      (product.bundle ?? []).map(({ sku }) => sku),
    )
    const own = new Set(product.variants.map(({ sku }) => sku))
    for (const [index, { sku }] of (product.bundle ?? []).entries())
      if (own.has(sku)) addIssue(["bundle", index, "sku"], "is a variant of the bundle itself")
    product.variants.forEach((variant, index) => {
      if (variant.mrp < variant.price) addIssue(["variants", index, "mrp"], "must be at least the price")
      if (typeof variant.image === "number" && !images.includes(variant.image))
        addIssue(["variants", index, "image"], "is the position of no image of this product")
      for (const [place, { name, value }] of (variant.options ?? []).entries()) {
        if (!options.get(name)?.includes(value))
          addIssue(["variants", index, "options", place], "is none of the product's options")
      }
    })
  })

const Record = z.discriminatedUnion("kind", [Category, Brand, Store, Product, Order])

export const KINDS = ["category", "brand", "store", "product", "order"] as const
export type Kind = (typeof KINDS)[number]

/** A line of an import file (docs/import.md), validated without the database. */
export type CatalogueRecord = z.output<typeof Record>

/** An error in one field of one line. */
export interface RecordError {
  /** Starts at 1. */
  line: number
  /** The path of the field, such as "variants.0.price"; empty where the line as a whole is wrong. */
  field: string
  message: string
}

/** Parses a line and fills in positions that a list leaves out. */
export function parseRecord(
  line: number,
  json: string,
): { record: CatalogueRecord } | { errors: RecordError[]; record: unknown } {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    return { errors: [{ line, field: "", message: `is not JSON: ${(error as Error).message}` }], record: null }
  }
  const parsed = Record.safeParse(value)
  if (!parsed.success) {
    return {
      errors: parsed.error.issues.map(({ path, message }) => ({ line, field: path.join("."), message })),
      record: value,
    }
  }
  return { record: parsed.data.kind === "product" ? placed(parsed.data) : parsed.data }
}

function placed(product: z.output<typeof Product>): z.output<typeof Product> {
  const options = (product.options ?? []).map((option, index) => ({
    ...option,
    position: option.position ?? index,
    values: option.values.map((value, place) => (typeof value === "string" ? { value, position: place } : value)),
  }))
  return {
    ...product,
    type: product.type ?? (product.bundle?.length ? "bundle" : options.length > 0 ? "variable" : "simple"),
    options,
    images: (product.images ?? []).map((image, index) => ({ ...image, position: image.position ?? index })),
    variants: product.variants.map((variant, index) => ({ ...variant, position: variant.position ?? index })),
  }
}
