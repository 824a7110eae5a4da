/** The colours of the pages: those of the reader's system, or always light or dark. */
export const THEMES = ["system", "light", "dark"] as const
export type Theme = (typeof THEMES)[number]

/** The theme that a cookie or a form names; that of the system if it names none. */
export function toTheme(value: unknown): Theme {
  return THEMES.find((theme) => theme === value) ?? "system"
}

/** The colour of the browser's own frame, as in globals.css. */
const PAPER = { light: "#faf6ef", dark: "#15120e" }

/** The `theme-color` of a page: one of a theme, or one for each scheme of the system. */
export function themeColours(theme: Theme): { media?: string; color: string }[] {
  return theme === "system"
    ? (["light", "dark"] as const).map((scheme) => ({
        media: `(prefers-color-scheme: ${scheme})`,
        color: PAPER[scheme],
      }))
    : [{ color: PAPER[theme] }]
}

/** Stores the theme that a reader chose; without it the system's is shown. */
export const THEME_COOKIE = "haat-theme"
