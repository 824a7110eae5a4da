import { z } from "zod"
import { localeParameter, nameLocale } from "@/trpc/product-meta"
import { pageParameters, textSchema, timestamp } from "@/trpc/wire"

const PRODUCT_SORTS = ["popular", "newest", "price_asc", "price_desc", "rating", "discount", "relevance"] as const
export type ProductSort = (typeof PRODUCT_SORTS)[number]

export const FACETS = ["category", "brand", "price", "seller", "in_stock"] as const
export type FacetName = (typeof FACETS)[number]

const FACET = `(?:${FACETS.join("|")})`

const paise = z.int().min(0).describe("Paise of INR, GST inclusive.")
const percent = z.int().min(0).max(100)

const productFields = {
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  name_locale: nameLocale,
  type: z.enum(["simple", "variable", "bundle"]),
  short_description: z.string().nullable(),
  currency: z.literal("INR"),
  price: paise,
  mrp: paise,
  discount_percent: percent,
  in_stock: z.boolean(),
  rating: z.object({ average: z.number().min(0).max(5), count: z.int().min(0) }),
  category: z.object({ id: z.int(), slug: z.string(), name: z.string(), name_locale: nameLocale }).nullable(),
  brand: z.object({ slug: z.string(), name: z.string() }).nullable(),
  seller: z.object({ store: z.string(), name: z.string(), is_official: z.boolean() }).nullable(),
  image: z.url(),
  url: z.url(),
  published_at: timestamp.nullable(),
}

const productExample = {
  id: 731,
  slug: "phool-makhana-classic-250-g",
  name: "Phool Makhana, Classic, 250 g",
  type: "simple",
  short_description: "Hand-popped fox nuts from Darbhanga.",
  currency: "INR",
  price: 29900,
  mrp: 34900,
  discount_percent: 14,
  in_stock: true,
  rating: { average: 4.6, count: 812 },
  category: { id: 12, slug: "makhana", name: "Makhana" },
  brand: { slug: "kosi-farms", name: "Kosi Farms" },
  seller: { store: "mithila-haat", name: "Mithila Haat", is_official: false },
  image: "https://haat.example/media/products/jar/7-2.svg",
  url: "https://haat.example/products/phool-makhana-classic-250-g",
  published_at: "2026-02-11T05:30:00.000Z",
} as const

export const Product = z
  .object(productFields)
  .meta({ id: "Product", description: "A product in a list.", examples: [productExample] })

export const ProductDetail = z
  .object({
    ...productFields,
    description: z.string(),
    options: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
    images: z.array(
      z.object({
        id: z.int(),
        url: z.url(),
        alt: z.string(),
        position: z.int(),
        width: z.int(),
        height: z.int(),
        variant_ids: z.array(z.int()),
      }),
    ),
    variants: z.array(
      z.object({
        id: z.int(),
        sku: z.string(),
        name: z.string(),
        options: z.array(z.object({ name: z.string(), value: z.string() })),
        price: paise,
        mrp: paise,
        discount_percent: percent,
        in_stock: z.boolean(),
        image_id: z.int().nullable(),
        position: z.int(),
      }),
    ),
  })
  .meta({
    id: "ProductDetail",
    description: "A product with all its details.",
    examples: [
      {
        ...productExample,
        description: "Popped by hand over a wood fire and graded by size.",
        options: [],
        images: [
          {
            id: 9,
            url: "https://haat.example/media/products/jar/7-2.svg",
            alt: "A jar of makhana",
            position: 0,
            width: 800,
            height: 800,
            variant_ids: [],
          },
        ],
        variants: [
          {
            id: 1204,
            sku: "MH-000731-1",
            name: "Phool Makhana, Classic, 250 g",
            options: [],
            price: 29900,
            mrp: 34900,
            discount_percent: 14,
            in_stock: true,
            image_id: null,
            position: 0,
          },
        ],
      },
    ],
  })

const slug = z.string().max(200)

export const ProductQuery = z
  .object({
    q: textSchema(120)

      .describe(
        "Search terms (the first eight distinct words), in English, Hindi or Maithili, in Devanagari or Latin script. They are matched against name, brand, category and description; synonyms, other spellings and typos are recognised. Prices and sizes are read too: `saree under 500`, `500 se kam`, `atta 5 kg`. If few products match all words, those that match most follow, when sorting by relevance.",
      )
      .optional(),
    category: slug
      .describe(
        "A category's slug; its sub-categories are included. An unknown one returns 404, whereas an unknown `parent` of `GET /categories` returns 422.",
      )
      .optional(),
    brand: slug.describe("A brand's slug. An unknown one returns 404.").optional(),
    seller: slug.describe("A store's slug. An unknown one returns 404.").optional(),
    min_price: z.int().min(0).describe("Paise.").optional(),
    max_price: z.int().min(0).describe("Paise.").optional(),
    in_stock: z.boolean().describe("true: only products in stock.").optional(),
    locale: localeParameter,
    sort: z.enum(PRODUCT_SORTS).describe("The order; by default `relevance` with `q`, otherwise `popular`.").optional(),
    facets: z
      .string()
      .regex(new RegExp(`^${FACET}(?:,${FACET}){0,${FACETS.length - 1}}$`), {
        message: `Must be a comma-separated list of ${FACETS.join(", ")}`,
      })
      .describe(
        `A comma-separated list of \`${FACETS.join("`, `")}\`. For each of them, \`meta.facets\` counts the listed products by its values. Each facet ignores its own filter, so it also counts what another value would list.`,
      )
      .meta({ examples: ["category,brand,price"] })
      .optional(),
    ...pageParameters(),
  })
  .refine(({ min_price, max_price }) => min_price === undefined || max_price === undefined || min_price <= max_price, {
    path: ["min_price"],
    message: "min_price is above max_price",
    params: { code: "min_above_max" },
  })

export type ProductQuery = z.output<typeof ProductQuery>

export const TERM_SOURCES = [
  "synonym",
  "ignored",
  "unsold",
  "name",
  "description",
  "number",
  "sound",
  "beginning",
  "one_word",
  "two_words",
  "corrected",
  "unknown",
] as const

/** What a search makes of a query, for staff. */
export const ExplainedQuery = z.object({
  terms: z.array(
    z.object({
      phrase: z.string(),
      source: z.enum(TERM_SOURCES),
      /** What is searched for, as stems. */
      stems: z.array(z.string()),
    }),
  ),
  corrected: z.string().nullable(),
  min_price: z.int().nullable(),
  max_price: z.int().nullable(),
  sizes: z.array(z.string()),
  total: z.int(),
  products: z.array(z.object({ slug: z.string(), name: z.string(), category: z.string().nullable(), price: z.int() })),
})
