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
export function safeReturnPath(input: string | string[] | null | undefined): string | null {
  if (typeof input !== "string" || !input.startsWith("/") || !URL.canParse(input, BASE_URL)) return null
  const url = new URL(input, BASE_URL)
  if (url.origin !== BASE_URL || url.pathname.startsWith("//") || FORBIDDEN_RETURN.test(url.pathname)) return null
  return url.pathname + url.search + url.hash
}

export function returnPath(input: string | string[] | undefined, fallback = "/overview"): string {
  return safeReturnPath(input) ?? fallback
}

/** Returns the sign-in page that leads back to a path. */
export function signInPath(returnTo: string): string {
  return `/sign-in?return=${encodeURIComponent(returnTo)}`
}

/** Returns the page for the second factor of a sign-in. */
export function mfaPath(returnTo: string): string {
  return `/sign-in/second-step?return=${encodeURIComponent(returnTo)}`
}

/** Adds the return path to a sign-in page's path. */
export function withReturnPath(path: string, returnTo: string | null): string {
  return returnTo === null ? path : `${path}${path.includes("?") ? "&" : "?"}return=${encodeURIComponent(returnTo)}`
}

/** Whether a path is a staff page. */
export function isStaffPage(path: string): boolean {
  return /^\/staff(?:[/?#]|$)/.test(path)
}

/** Whether a path is an app's authorization request, whose own sign-in page names the app. */
export function isOauthReturn(returnTo: string | null): boolean {
  return returnTo?.startsWith("/oauth/") === true
}

/**
 * Returns the page on which to sign in and return to a path.
 * @param email fills the form in (as login_hint of OpenID Connect Core 1.0, section 3.1.2.1)
 */
export function signInEntryPath(returnTo: string | null, email: string | null = null): string {
  return returnTo !== null && isOauthReturn(returnTo)
    ? returnTo
    : withReturnPath(email === null ? "/sign-in" : `/sign-in?login_hint=${encodeURIComponent(email)}`, returnTo)
}

/** Paths allowed in an email, which anyone can have sent to any email address: they carry no message and no host. */
const MAILABLE = /^\/[A-Za-z0-9/_?=&-]{0,199}$/

export function mailableReturnPath(input: string | undefined): string | null {
  return input !== undefined && MAILABLE.test(input) ? safeReturnPath(input) : null
}
