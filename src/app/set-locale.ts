"use server"

import { cookies } from "next/headers"
import { fieldText } from "@/app/form-result"
import { isLocale } from "@/domain/locale"
import { LOCALE_COOKIE, LOCALE_COOKIE_ATTRIBUTES } from "@/i18n/locale-cookie"

/**
 * Stores the language that a reader chose. The action of a plain form, so that it works before any script has loaded.
 */
export async function setLocale(form: FormData): Promise<void> {
  const locale = fieldText(form, "locale")
  if (!isLocale(locale)) return
  const store = await cookies()
  store.set(LOCALE_COOKIE, locale, LOCALE_COOKIE_ATTRIBUTES)
}
