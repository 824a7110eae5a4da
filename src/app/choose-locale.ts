"use server"

import { cookies } from "next/headers"
import { isLocale } from "@/domain/locale"
import { LOCALE_COOKIE } from "@/i18n/locale-cookie"

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Remembers the language that a reader chose. A plain form's action, so that it works before any script does. */
export const chooseLocale = async (form: FormData): Promise<void> => {
  const locale = form.get("locale")
  if (!isLocale(locale)) return
  const store = await cookies()
  store.set(LOCALE_COOKIE, locale, { path: "/", maxAge: YEAR_SECONDS, sameSite: "lax" })
}
