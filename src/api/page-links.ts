import { z } from "zod"
import { adjacentPages, type PageMeta } from "@/domain/page"
import { env } from "@/platform/env"

export const PageLinks = z
  .object({ next: z.url().nullable(), prev: z.url().nullable() })
  .meta({ id: "PageLinks", examples: [{ next: "https://haat.example/v1/products?page=2", prev: null }] })

export type PageLinks = z.output<typeof PageLinks>

/** Builds the URLs of the next and the previous page. */
export function pageLinks(meta: PageMeta, url: URL): PageLinks {
  function pageUrl(page: number | null): string | null {
    if (page === null) return null
    const search = new URLSearchParams(url.search)
    search.set("page", String(page))
    return `${env.appUrl}${url.pathname}?${search.toString()}`
  }
  const { next, prev } = adjacentPages(meta)
  return { next: pageUrl(next), prev: pageUrl(prev) }
}

/** Formats the links as a Link header (RFC 8288). */
export function linkHeader(links: PageLinks): string {
  return (["next", "prev"] as const).flatMap((rel) => (links[rel] ? [`<${links[rel]}>; rel="${rel}"`] : [])).join(", ")
}
