import { getRequestConfig } from "next-intl/server"
import { cookies, headers } from "next/headers"
import { acceptedLocale, DEFAULT_LOCALE, isLocale, type Locale } from "@/domain/locale"
import { LOCALE_COOKIE } from "@/i18n/locale-cookie"
import { messagesOf } from "@/i18n/messages"

/** The reader's language: what they chose, else what their browser asks for. */
const readersLocale = async (): Promise<Locale> => {
  const chosen = (await cookies()).get(LOCALE_COOKIE)?.value
  return isLocale(chosen) ? chosen : (acceptedLocale((await headers()).get("accept-language")) ?? DEFAULT_LOCALE)
}

export default getRequestConfig(async () => {
  const locale = await readersLocale()
  return { locale, messages: messagesOf(locale), timeZone: "Asia/Kolkata" }
})
