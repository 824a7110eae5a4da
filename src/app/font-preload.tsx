import type { Locale } from "@/domain/locale"

const FONTS: Record<Locale, string> = {
  en: "/fonts/inter.woff2",
  hi: "/fonts/noto-sans-devanagari.woff2",
  mai: "/fonts/noto-sans-devanagari.woff2",
}

/**
 * Loads the font of a language early, so that the first paint uses it. On a phone it would compete with the style sheet:
 * there the text is first drawn in a font of the system.
 */
export function FontPreload({ locale }: { locale: Locale }) {
  return (
    <link rel="preload" href={FONTS[locale]} as="font" type="font/woff2" crossOrigin="" media="(min-width: 48rem)" />
  )
}
