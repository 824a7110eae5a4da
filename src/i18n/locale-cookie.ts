/** Holds the language that a reader chose. */
export const LOCALE_COOKIE = "haat-locale"
