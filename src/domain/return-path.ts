const BASE_URL = "http://here.invalid"

/**
 * Paths to which sign-in must not return: the sign-in pages themselves, paths that are not pages, and redirects to
 * other sites.
 */
const FORBIDDEN_RETURN = /^\/(?:(?:sign-in|sign-up|api)(?:\/|$)|oauth\/(?!consent$))/

/**
 * Returns the path of this site to return to after sign-in; null if it is unsafe. Browsers drop tabs and line breaks
 * and read "\" as "/", so the path is checked as a URL parser resolves it.
 */
export const safeReturnPath = (input: string | string[] | null | undefined): string | null => {
  if (typeof input !== "string" || !input.startsWith("/") || !URL.canParse(input, BASE_URL)) return null
  const url = new URL(input, BASE_URL)
  if (url.origin !== BASE_URL || url.pathname.startsWith("//") || FORBIDDEN_RETURN.test(url.pathname)) return null
  return url.pathname + url.search + url.hash
}

export const returnPath = (input: string | string[] | undefined, fallback = "/overview"): string =>
  safeReturnPath(input) ?? fallback

/** Returns the sign-in page that leads back to a path. */
export const signInPath = (returnTo: string): string => `/sign-in?return=${encodeURIComponent(returnTo)}`

/** Returns the page for the second factor of a sign-in. */
export const mfaPath = (returnTo: string): string => `/sign-in/second-step?return=${encodeURIComponent(returnTo)}`

/** Adds the return path to a sign-in page's path. */
export const withReturnPath = (path: string, returnTo: string | null): string =>
  returnTo === null ? path : `${path}${path.includes("?") ? "&" : "?"}return=${encodeURIComponent(returnTo)}`

/** Whether a path is a staff page. */
export const isStaffPage = (path: string): boolean => /^\/staff(?:[/?#]|$)/.test(path)

/** Whether a path is an app's authorization request, whose own sign-in page names the app. */
export const isOauthReturn = (returnTo: string | null): boolean => returnTo?.startsWith("/oauth/") === true

/**
 * Returns the page on which to sign in and return to a path.
 * @param email fills the form in (as login_hint of OpenID Connect Core 1.0, section 3.1.2.1)
 */
export const signInEntryPath = (returnTo: string | null, email: string | null = null): string =>
  returnTo !== null && isOauthReturn(returnTo)
    ? returnTo
    : withReturnPath(email === null ? "/sign-in" : `/sign-in?login_hint=${encodeURIComponent(email)}`, returnTo)

/** Paths allowed in an email, which anyone can have sent to any email address: they carry no message and no host. */
const MAILABLE = /^\/[A-Za-z0-9/_?=&-]{0,199}$/

export const mailableReturnPath = (input: string | undefined): string | null =>
  input !== undefined && MAILABLE.test(input) ? safeReturnPath(input) : null
