const HERE = "http://here.invalid"

/**
 * The page to come back to after signing in: a path of this site, else the fallback. Browsers drop tabs and line breaks and
 * read "\" as "/", so the address is judged as they resolve it.
 */
export const returnPath = (asked: string | string[] | undefined, fallback = "/overview"): string => {
  if (typeof asked !== "string" || !asked.startsWith("/")) return fallback
  if (!URL.canParse(asked, HERE)) return fallback
  const url = new URL(asked, HERE)
  if (url.origin !== HERE || url.pathname.startsWith("//") || /^\/(sign-in|sign-up|api)(\/|$)/.test(url.pathname)) return fallback
  return url.pathname + url.search + url.hash
}

/** The sign-in page that comes back to a path. */
export const signInPath = (back: string): string => `/sign-in?return=${encodeURIComponent(back)}`

/** The page that asks for the second factor of a sign-in. */
export const secondStepPath = (back: string): string => `/sign-in/second-step?return=${encodeURIComponent(back)}`
