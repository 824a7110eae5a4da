"use server"

import { cookies } from "next/headers"
import { textOf } from "@/app/posted"
import { isLocale } from "@/domain/locale"
import { LOCALE_COOKIE, LOCALE_COOKIE_ATTRIBUTES } from "@/i18n/locale-cookie"

/** Remembers the language that a reader chose. A plain form's action, so that it works before any script does. */
export const chooseLocale = async (form: FormData): Promise<void> => {
  const locale = textOf(form, "locale")
  if (!isLocale(locale)) return
  const store = await cookies()
  store.set(LOCALE_COOKIE, locale, LOCALE_COOKIE_ATTRIBUTES)
}
