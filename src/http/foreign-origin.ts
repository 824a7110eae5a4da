import { env } from "@/platform/env"
import type { HeaderReader } from "@/http/message"

/**
 * Whether a browser says that a request comes from a page of another site. Ours count under whichever name the browser found them
 * (localhost, 127.0.0.1): it fills in both Origin and Host by itself. A page that sends no referrer has the origin "null", which
 * tells nothing; Sec-Fetch-Site then decides.
 */
export const isForeign = (header: HeaderReader): boolean => {
  const origin = header("origin")
  if (origin !== null && origin !== "null") {
    return origin !== new URL(env.appUrl).origin && !(URL.canParse(origin) && new URL(origin).host === header("host"))
  }
  const site = header("sec-fetch-site")
  return site !== null && site !== "same-origin" && site !== "none"
}
