/** For static pages; the portal's layout gets it from next/font. */
export const LATIN_FONT = "/fonts/inter.woff2"

/** Declared in globals.css: next/font would preload it on every page or on none. */
export const DEVANAGARI_FONT = "/fonts/noto-sans-devanagari.woff2"
