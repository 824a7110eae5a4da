import { z } from "zod"
import { JsonText } from "@/domain/json-text"
import { type Page, pageMeta, PER_PAGE_DEFAULT, PER_PAGE_MAX, type PageRequest } from "@/domain/page"
import { isTimeZone } from "@/domain/time-zone"
import { env } from "@/platform/env"
import { Facets, SearchMeta } from "@/trpc/product-meta"

/** `{ data }`, the envelope of a single resource (API-SPEC, General rules). */
export function dataSchema<Schema extends z.ZodType>(resource: Schema) {
  return z.object({ data: resource })
}

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
export function listSchema<Schema extends z.ZodType>(resource: Schema) {
  return pageSchema(z.array(resource))
}

/** Wraps a page of rows in the list's envelope. */
export function toPage<Row, Resource>(request: PageRequest, page: Page<Row>, resource: (row: Row) => Resource) {
  return {
    data: page.rows.map(resource),
    meta: pageMeta(request, page.total),
  }
}

/** The envelope of a page of search results, which are only similar to the search text if nothing matches it. */
export function searchSchema<Schema extends z.ZodType>(resource: Schema) {
  return listSchema(resource).extend({ similar: z.boolean() })
}

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
export function pageParameters(perPageDefault: number = PER_PAGE_DEFAULT) {
  return {
    page: z.int().min(1).default(1).describe("The page number, from 1."),
    per_page: z.int().min(1).max(PER_PAGE_MAX).default(perPageDefault).describe("The number of entries on a page."),
  }
}

/** Text that PostgreSQL can store and people can read: well-formed Unicode without NUL. */
export function textSchema(maxLength: number) {
  return z
    .string()
    .max(maxLength)
    .refine((value) => value.isWellFormed() && !value.includes("\0"), {
      message: "Must be well-formed text without NUL characters",
      params: { code: "invalid_text" },
    })
}

/** The name of a time zone, as in `Asia/Kolkata`. */
export const timeZone = z
  .string()
  .refine(isTimeZone, { message: "Must be the name of a time zone", params: { code: "invalid_time_zone" } })

/** An ISO 8601 timestamp in UTC with milliseconds. */
export const timestamp = z.iso.datetime({ offset: true })

/** A timestamp of a request, read as a Date. */
export const dateInput = timestamp.transform((at) => new Date(at))

export function toTimestamp(date: Date): string {
  return date.toISOString()
}
export function toTimestampOrNull(date: Date | null): string | null {
  return date?.toISOString() ?? null
}

/** Returns the absolute URL of one of our paths; an absolute URL is returned unchanged. */
export function absoluteUrl(path: string): string {
  return path.startsWith("/") ? env.appUrl + path : path
}
