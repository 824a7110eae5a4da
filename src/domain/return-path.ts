const HERE = "http://here.invalid"

/**
 * Paths to which sign-in must not return: the sign-in pages themselves, paths that are not pages, and redirects to
 * other sites.
 */
const NO_WAY_BACK = /^\/(?:(?:sign-in|sign-up|api)(?:\/|$)|oauth\/(?!consent$))/

/**
 * Returns the path of this site to return to after sign-in; null if it is unsafe. Browsers drop tabs and line breaks
 * and read "\" as "/", so the path is checked as a URL parser resolves it.
 */
export const safeReturn = (asked: string | string[] | null | undefined): string | null => {
  if (typeof asked !== "string" || !asked.startsWith("/") || !URL.canParse(asked, HERE)) return null
  const url = new URL(asked, HERE)
  if (url.origin !== HERE || url.pathname.startsWith("//") || NO_WAY_BACK.test(url.pathname)) return null
  return url.pathname + url.search + url.hash
}

export const returnPath = (asked: string | string[] | undefined, fallback = "/overview"): string =>
  safeReturn(asked) ?? fallback

/** Returns the sign-in page that leads back to a path. */
export const signInPath = (back: string): string => `/sign-in?return=${encodeURIComponent(back)}`

/** Returns the page for the second factor of a sign-in. */
export const secondStepPath = (back: string): string => `/sign-in/second-step?return=${encodeURIComponent(back)}`

/** Adds the return path to a sign-in page's path. */
export const keepingReturn = (path: string, back: string | null): string =>
  back === null ? path : `${path}${path.includes("?") ? "&" : "?"}return=${encodeURIComponent(back)}`

/** Whether a path is a staff page. */
export const isStaffPage = (path: string): boolean => /^\/staff(?:[/?#]|$)/.test(path)

/** Whether a path is an app's authorization request, whose own sign-in page names the app. */
export const isAppRequest = (back: string | null): boolean => back?.startsWith("/oauth/") === true

/** Returns the page on which to sign in and return to a path. */
export const entrancePath = (back: string | null): string =>
  back !== null && isAppRequest(back) ? back : keepingReturn("/sign-in", back)

/** Paths allowed in an email, which anyone can have sent to any email address: they carry no message and no host. */
const MAILABLE = /^\/[A-Za-z0-9/_?=&-]{0,199}$/

export const mailableReturn = (asked: string | undefined): string | null =>
  asked !== undefined && MAILABLE.test(asked) ? safeReturn(asked) : null
