import { env } from "@/platform/env"

/**
 * Whether a browser says that a request comes from a page of another site. Ours count under whichever name the browser found them
 * (localhost, 127.0.0.1): it fills in both Origin and Host by itself. A page that sends no referrer has the origin "null", which
 * tells nothing; Sec-Fetch-Site then decides.
 */
export const isForeign = (headers: Headers): boolean => {
  const origin = headers.get("origin")
  if (origin !== null && origin !== "null") {
    return origin !== new URL(env.appUrl).origin && !(URL.canParse(origin) && new URL(origin).host === headers.get("host"))
  }
  const site = headers.get("sec-fetch-site")
  return site !== null && site !== "same-origin" && site !== "none"
}
