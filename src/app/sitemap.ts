import type { MetadataRoute } from "next"
import { LOCALES } from "@/domain/locale"
import { localeUrl, localeUrls, publicPaths } from "@/docs/public-pages"

export const dynamic = "force-dynamic"

/** The public pages, in each language at a URL of its own. */
export default function sitemap(): MetadataRoute.Sitemap {
  return [...publicPaths()].flatMap((path) =>
    LOCALES.map((locale) => ({ url: localeUrl(path, locale), alternates: { languages: localeUrls(path) } })),
  )
}
