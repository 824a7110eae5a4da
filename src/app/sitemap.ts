import type { MetadataRoute } from "next"
import { docsPages } from "@/docs/pages"
import { env } from "@/platform/env"

export const dynamic = "force-dynamic"

/** The pages that search engines should index: the start page, the status page and the documentation. Products belong to the shop. */
export default function sitemap(): MetadataRoute.Sitemap {
  return ["/", "/status", ...docsPages("en").map(({ path }) => path)].map((path) => ({ url: env.appUrl + path }))
}
