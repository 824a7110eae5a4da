"use server"

import { cookies } from "next/headers"
import { fieldText } from "@/app/form-result"
import { THEME_COOKIE, toTheme } from "@/domain/theme"
import { YEAR_SECONDS } from "@/domain/time-units"

/** Stores the theme that a reader chose. The action of a plain form, so that it works before any script has loaded. */
export async function setTheme(form: FormData): Promise<void> {
  const theme = toTheme(fieldText(form, "theme"))
  const store = await cookies()
  if (theme === "system") store.delete(THEME_COOKIE)
  else store.set(THEME_COOKIE, theme, { path: "/", maxAge: YEAR_SECONDS, sameSite: "lax" })
}
