import type { Locale } from "@/domain/locale"
import { YEAR_SECONDS } from "@/domain/time-units"

/** Stores the language that a reader chose. */
export const LOCALE_COOKIE = "haat-locale"

/** With it, the proxy passes the language on that a page's address names. */
export const LOCALE_HEADER = "x-haat-locale"

/** With it, the proxy passes the path of a page on. */
export const PATH_HEADER = "x-haat-path"

export const LOCALE_COOKIE_ATTRIBUTES = { path: "/", maxAge: YEAR_SECONDS, sameSite: "lax" } as const

/** The Set-Cookie header for a language. */
export function localeCookie(locale: Locale): string {
  return `${LOCALE_COOKIE}=${locale}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`
}
