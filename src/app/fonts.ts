import localFont from "next/font/local"

// Self-hosted, as created by subset-fonts.sh. Each file covers its own letters, so that a page loads only what it
// needs.

const inter = localFont({
  src: "../../public/fonts/inter.woff2",
  weight: "400 700",
  variable: "--font-inter",
  adjustFontFallback: "Arial",
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0020-007E, U+00A0-00FF, U+0131, U+0152-0153, U+02BC, U+02C6, U+02DA, U+02DC, U+2002-200B, U+2010-2027, U+202F-203A, U+2044, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215",
    },
  ],
})

const interRupee = localFont({
  src: "../../public/fonts/inter-rupee.woff2",
  weight: "400 700",
  variable: "--font-inter-rupee",
  preload: false,
  adjustFontFallback: false,
  declarations: [{ prop: "unicode-range", value: "U+20B9" }],
})

const interExtended = localFont({
  src: "../../node_modules/@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2",
  weight: "100 900",
  variable: "--font-inter-extended",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0100-0130, U+0132-0151, U+0154-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2C60-2C7F, U+A720-A7FF",
    },
  ],
})

// The names of the languages, in a twentieth of the size of the full font.
const languageNames = localFont({
  src: "../../public/fonts/language-names.woff2",
  variable: "--font-language-names",
  preload: false,
  adjustFontFallback: false,
  declarations: [{ prop: "unicode-range", value: "U+0900-097F" }],
})

/** Classes that declare the font families on an element. */
export const FONT_CLASSES = [inter, interRupee, interExtended, languageNames].map(({ variable }) => variable).join(" ")
