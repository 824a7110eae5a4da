import type { MetadataRoute } from "next"
import { env } from "@/platform/env"

export const dynamic = "force-dynamic"

/** What search engines may crawl: the public pages, not those of an account. */
export default function robots(): MetadataRoute.Robots {
  const closed = [
    "/api/",
    "/oauth/",
    "/v1/",
    "/dev/",
    "/account-export",
    "/reset-password",
    "/verify-email",
    "/confirm-email-change",
  ]
  return { rules: [{ userAgent: "*", allow: "/", disallow: closed }], sitemap: `${env.appUrl}/sitemap.xml` }
}
