import { z } from "zod"
import { type Page, pageMeta, neighbours, PER_PAGE_DEFAULT, PER_PAGE_MAX, type PageRequest } from "@/domain/page"
import type { Context } from "@/trpc/context"
import { env } from "@/platform/env"

/** `{ data }`, the envelope of a single resource (API-SPEC, General rules). */
export const one = <Schema extends z.ZodType>(resource: Schema) => z.object({ data: resource })

export const PageMeta = z
  .object({
    page: z.int().min(1),
    per_page: z.int().min(1).max(PER_PAGE_MAX),
    total: z.int().min(0),
    last_page: z.int().min(1),
  })
  .meta({ id: "PageMeta", example: { page: 1, per_page: 20, total: 57, last_page: 3 } })

export const PageLinks = z
  .object({ next: z.url().nullable(), prev: z.url().nullable() })
  .meta({ id: "PageLinks", example: { next: "https://haat.example/v1/products?page=2", prev: null } })

/** `{ data: [..], meta, links }`, the envelope of a list. */
export const list = <Schema extends z.ZodType>(resource: Schema) =>
  z.object({ data: z.array(resource), meta: PageMeta, links: PageLinks })

const envelope = (ctx: Pick<Context, "linkTo">, request: PageRequest, total: number) => {
  const meta = pageMeta(request, total)
  const { next, prev } = neighbours(meta)
  return {
    meta,
    links: { next: next === null ? null : ctx.linkTo(next), prev: prev === null ? null : ctx.linkTo(prev) },
  }
}

/** Dresses a page of rows in the list's envelope. */
export const listed = <Row, Resource>(
  ctx: Pick<Context, "linkTo">,
  request: PageRequest,
  page: Page<Row>,
  resource: (row: Row) => Resource,
) => ({
  data: page.rows.map(resource),
  ...envelope(ctx, request, page.total),
})

/** An answer whose JSON was made where its rows are; nobody on the way reads it. */
export class ReadyAnswer {
  constructor(
    readonly body: string,
    readonly links?: z.output<typeof PageLinks>,
  ) {}
}

/** Allows a ReadyAnswer, where the door takes one, in place of the object that the schema describes. */
export const orReady = <Schema extends z.ZodObject>(schema: Schema) =>
  z.union([z.custom<never>((value) => value instanceof ReadyAnswer), schema])

/** Dresses a resource that is JSON text already. */
export const oneText = <Resource>(ctx: Pick<Context, "takesText">, resource: string) =>
  ctx.takesText ? (new ReadyAnswer(`{"data":${resource}}`) as never) : { data: JSON.parse(resource) as Resource }

/** Dresses a page whose rows are a JSON array's text already. */
export const listedText = <Resource>(
  ctx: Pick<Context, "linkTo" | "takesText">,
  request: PageRequest,
  { rows, total }: { rows: string; total: number },
) => {
  const { meta, links } = envelope(ctx, request, total)
  if (!ctx.takesText) return { data: JSON.parse(rows) as Resource[], meta, links }
  return new ReadyAnswer(
    `{"data":${rows},"meta":${JSON.stringify(meta)},"links":${JSON.stringify(links)}}`,
    links,
  ) as never
}

/** The page and per_page of a list. */
export const paging = (perPageDefault: number = PER_PAGE_DEFAULT) => ({
  page: z.int().min(1).default(1).describe("Which page, from 1."),
  per_page: z.int().min(1).max(PER_PAGE_MAX).default(perPageDefault).describe("How many on a page."),
})

/** Text that PostgreSQL can hold and people can read: well-formed Unicode without NUL. */
export const text = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine((value) => value.isWellFormed() && !value.includes("\0"), {
      message: "Must be well-formed text without NUL characters",
      params: { code: "invalid_text" },
    })

/** ISO 8601 in UTC with milliseconds. */
export const timestamp = z.iso.datetime({ offset: true })
export const toTimestamp = (date: Date): string => date.toISOString()
export const toTimestampOrNull = (date: Date | null): string | null => date?.toISOString() ?? null

/** The absolute address of one of our own paths; an address that is absolute already stays as it is. */
export const absoluteUrl = (path: string): string => (path.startsWith("/") ? env.appUrl + path : path)
