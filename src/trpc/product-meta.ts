import { z } from "zod"
import { LOCALES } from "@/domain/locale"

// What lists of products add to a page, and their language. A list's envelope has one schema, so it is defined here.

export const SearchMeta = z
  .object({
    corrected_query: z
      .string()
      .nullable()
      .describe("The words that were searched for instead of mistyped ones; null if none was corrected."),
    interpreted: z.object({
      words: z
        .array(z.string())
        .describe("The words that were searched for; words such as `buy` or `ka` are left out."),
      min_price: z.int().min(0).nullable().describe("Paise."),
      max_price: z.int().min(0).nullable().describe("Paise."),
      sizes: z.array(z.string()).describe("Sizes such as `5 kg`, which come first among equals."),
    }),
  })
  .meta({
    id: "SearchMeta",
    description: "What `q` was taken to mean.",
    examples: [
      {
        corrected_query: "basmati rice",
        interpreted: { words: ["basmati", "rice"], min_price: null, max_price: 50000, sizes: ["5 kg"] },
      },
    ],
  })
export type SearchMeta = z.output<typeof SearchMeta>

function facetOf<Value extends z.ZodType>(value: Value, order: string) {
  return z
    .object({
      values: z.array(value).describe(order),
      truncated: z.boolean().describe("Whether there are more values, with fewer products each, than are listed."),
    })
    .optional()
}

/** The language of the name beside it. */
export const nameLocale = z
  .enum(LOCALES)
  .optional()
  .describe("The language of `name`; `en` for the default name. Only with `locale`.")

const count = z.int().min(0).describe("The number of products with this value.")

export const Facets = z
  .object({
    category: facetOf(
      z.object({
        id: z.int(),
        slug: z.string(),
        name: z.string(),
        name_locale: nameLocale,
        parent_id: z.int().nullable().describe("Null at the top of the tree."),
        count: z.int().min(0).describe("The number of products in the category and its sub-categories."),
      }),
      "The top of the tree, then the children of the chosen category and of those above it. The children of a category alone on its level are there too. Parents come first, and on each level the category with most products.",
    ),
    brand: facetOf(
      z.object({ slug: z.string(), name: z.string(), count }),
      "Most products first. Products without a brand are not counted.",
    ),
    price: facetOf(
      z.object({
        min_price: z.int().min(0).nullable().describe("Paise; null if there is no lower limit."),
        max_price: z.int().min(0).nullable().describe("Paise; null if there is no upper limit."),
        count,
      }),
      "Ranges with products, cheapest first; the limits are values of the parameters `min_price` and `max_price`.",
    ),
    seller: facetOf(z.object({ store: z.string(), name: z.string(), count }), "Most products first."),
    in_stock: facetOf(z.object({ value: z.boolean(), count }), "True, then false."),
  })
  .meta({
    id: "Facets",
    description:
      "The products that are listed, counted by the values of each facet that was asked for. A chosen category, brand or seller is always there. Counts are at most a minute old, as `meta.total` is.",
    examples: [
      {
        category: {
          values: [{ id: 12, slug: "makhana", name: "Makhana", parent_id: null, count: 57 }],
          truncated: false,
        },
        brand: { values: [{ slug: "kosi-farms", name: "Kosi Farms", count: 21 }], truncated: false },
        price: { values: [{ min_price: 10000, max_price: 24999, count: 38 }], truncated: false },
        seller: { values: [{ store: "mithila-haat", name: "Mithila Haat", count: 57 }], truncated: false },
        in_stock: {
          values: [
            { value: true, count: 55 },
            { value: false, count: 2 },
          ],
          truncated: false,
        },
      },
    ],
  })
export type Facets = z.output<typeof Facets>

/** The parameter locale of products and categories. */
export const localeParameter = z
  .enum(LOCALES)
  .describe(
    "The language of the names of products and categories. A name without a translation is the default name; `name_locale` is the language of each name. `Accept-Language` is not considered.",
  )
  .optional()
