import type { Locale } from "@/domain/locale"

/** Holds the language that a reader chose. */
export const LOCALE_COOKIE = "haat-locale"

const YEAR_SECONDS = 365 * 24 * 60 * 60

export const LOCALE_COOKIE_ATTRIBUTES = { path: "/", maxAge: YEAR_SECONDS, sameSite: "lax" } as const

/** The same as a Set-Cookie header. */
export const localeCookie = (locale: Locale): string =>
  `${LOCALE_COOKIE}=${locale}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`
