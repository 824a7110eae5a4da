const HERE = "http://here.invalid"

/** Pages that lead in themselves, what is no page, and what sends its reader to addresses of others. */
const NO_WAY_BACK = /^\/(?:(?:sign-in|sign-up|api)(?:\/|$)|oauth\/(?!consent$))/

/**
 * The page of this site that somebody wants to come back to after signing in; null for anything else. Browsers drop tabs and line
 * breaks and read "\" as "/", so the address is judged as they resolve it.
 */
export const safeReturn = (asked: string | string[] | null | undefined): string | null => {
  if (typeof asked !== "string" || !asked.startsWith("/") || !URL.canParse(asked, HERE)) return null
  const url = new URL(asked, HERE)
  if (url.origin !== HERE || url.pathname.startsWith("//") || NO_WAY_BACK.test(url.pathname)) return null
  return url.pathname + url.search + url.hash
}

export const returnPath = (asked: string | string[] | undefined, fallback = "/overview"): string =>
  safeReturn(asked) ?? fallback

/** The sign-in page that comes back to a path. */
export const signInPath = (back: string): string => `/sign-in?return=${encodeURIComponent(back)}`

/** The page that asks for the second factor of a sign-in. */
export const secondStepPath = (back: string): string => `/sign-in/second-step?return=${encodeURIComponent(back)}`

/** Another page on the way in, from which the way back is known too. */
export const keepingReturn = (path: string, back: string | null): string =>
  back === null ? path : `${path}${path.includes("?") ? "&" : "?"}return=${encodeURIComponent(back)}`

/** Whether a path is a page of the platform's staff. */
export const isStaffPage = (path: string): boolean => /^\/staff(?:[/?#]|$)/.test(path)

/** Whether a path is the request of an app, whose own sign-in page then names the app. */
export const isAppRequest = (back: string | null): boolean => back?.startsWith("/oauth/") === true

/** Where somebody signs in to come back to a path. */
export const entrancePath = (back: string | null): string =>
  back !== null && isAppRequest(back) ? back : keepingReturn("/sign-in", back)

/** What may stand in a mail, which strangers can have sent to any address: no words, no host. */
const MAILABLE = /^\/[A-Za-z0-9/_?=&-]{0,199}$/

export const mailableReturn = (asked: string | undefined): string | null =>
  asked !== undefined && MAILABLE.test(asked) ? safeReturn(asked) : null
