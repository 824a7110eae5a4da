import { cookies } from "next/headers"
import { cache } from "react"
import { type Theme, THEME_COOKIE, toTheme } from "@/domain/theme"

/** The theme that the reader chose in this browser. */
export const currentTheme = cache(async (): Promise<Theme> => toTheme((await cookies()).get(THEME_COOKIE)?.value))
