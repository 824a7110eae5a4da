import { env } from "@/platform/env"
import type { HeaderReader } from "@/http/message"

/**
 * Whether a request comes from a page of another site, to prevent CSRF. Our pages may use any name of this host
 * (localhost, 127.0.0.1), since the browser sets both Origin and Host. A page without a referrer has the origin "null";
 * Sec-Fetch-Site then decides.
 */
export function isCrossOrigin(header: HeaderReader): boolean {
  const origin = header("origin")
  if (origin !== null && origin !== "null") {
    return origin !== new URL(env.appUrl).origin && !(URL.canParse(origin) && new URL(origin).host === header("host"))
  }
  const site = header("sec-fetch-site")
  return site !== null && site !== "same-origin" && site !== "none"
}
