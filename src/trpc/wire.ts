import { z } from "zod"
import { LOCALES } from "@/domain/locale"
import { JsonText } from "@/domain/json-text"
import { type Page, pageMeta, PER_PAGE_DEFAULT, PER_PAGE_MAX, type PageRequest } from "@/domain/page"
import { env } from "@/platform/env"

/** `{ data }`, the envelope of a single resource (API-SPEC, General rules). */
export const dataSchema = <Schema extends z.ZodType>(resource: Schema) => z.object({ data: resource })

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

const facetOf = <Value extends z.ZodType>(value: Value, order: string) =>
  z
    .object({
      values: z.array(value).describe(order),
      truncated: z.boolean().describe("Whether there are more values, with fewer products each, than are listed."),
    })
    .optional()

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
      "The top of the tree, then the children of the chosen category and of those above it, or of a category that is alone on its level. Parents come first, and on each level the category with most products.",
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

export const PageMeta = z
  .object({
    page: z.int().min(1),
    per_page: z.int().min(1).max(PER_PAGE_MAX),
    total: z.int().min(0),
    last_page: z.int().min(1),
    search: SearchMeta.optional().describe("Only of a product list with `q`."),
    facets: Facets.optional().describe("Only of a product list with `facets`."),
  })
  .meta({ id: "PageMeta", examples: [{ page: 1, per_page: 20, total: 57, last_page: 3 }] })

/** `{ data, meta }`, the envelope of a list's page. /v1 adds the links to its neighbours. */
export function pageSchema<Schema extends z.ZodType>(resources: Schema) {
  return z.object({ data: resources, meta: PageMeta })
}

/** The envelope of a page of objects. */
export const listSchema = <Schema extends z.ZodType>(resource: Schema) => pageSchema(z.array(resource))

/** Wraps a page of rows in the list's envelope. */
export const toPage = <Row, Resource>(request: PageRequest, page: Page<Row>, resource: (row: Row) => Resource) => ({
  data: page.rows.map(resource),
  meta: pageMeta(request, page.total),
})

/** The envelope of a page of search results, which are only similar to the search text if nothing matches it. */
export const searchSchema = <Schema extends z.ZodType>(resource: Schema) =>
  listSchema(resource).extend({ similar: z.boolean() })

/**
 * The schema of `data` that is already JSON text. It types and documents the contents, and passes the text through
 * unparsed.
 */
export function jsonTextSchema<Schema extends z.ZodType>(schema: Schema) {
  const jsonTextType = z.custom<JsonText<z.input<Schema>>>((value) => value instanceof JsonText)
  const passthrough = z.codec(jsonTextType, schema, {
    decode: (json) => json.parse(),
    encode: (resource) => new JsonText(JSON.stringify(resource)),
  })
  // Validation would parse the text for each client of /v1; for a session procedures.ts does that.
  passthrough._zod.run = (payload, ctx) => jsonTextType._zod.run(payload, ctx)
  return passthrough
}

/** The parameters page and per_page of a list. */
export const pageParameters = (perPageDefault: number = PER_PAGE_DEFAULT) => ({
  page: z.int().min(1).default(1).describe("Which page, from 1."),
  per_page: z.int().min(1).max(PER_PAGE_MAX).default(perPageDefault).describe("How many on a page."),
})

/** The parameter locale of products and categories. */
export const localeParameter = z
  .enum(LOCALES)
  .describe(
    "The language of the names of products and categories. A name without a translation is the default name; `name_locale` tells the language of each. `Accept-Language` is not considered.",
  )
  .optional()

/** Text that PostgreSQL can store and people can read: well-formed Unicode without NUL. */
export const textSchema = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine((value) => value.isWellFormed() && !value.includes("\0"), {
      message: "Must be well-formed text without NUL characters",
      params: { code: "invalid_text" },
    })

/** An ISO 8601 timestamp in UTC with milliseconds. */
export const timestamp = z.iso.datetime({ offset: true })
export const toTimestamp = (date: Date): string => date.toISOString()
export const toTimestampOrNull = (date: Date | null): string | null => date?.toISOString() ?? null

/** Returns the absolute URL of one of our paths; an absolute URL is returned unchanged. */
export const absoluteUrl = (path: string): string => (path.startsWith("/") ? env.appUrl + path : path)
