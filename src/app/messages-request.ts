import { cookies, headers } from "next/headers"
import { getRequestConfig } from "next-intl/server"
import { currentAccount } from "@/app/current-account"
import { SESSION_COOKIE } from "@/auth/session"
import { negotiateLocale, DEFAULT_LOCALE, isLocale, type Locale } from "@/domain/locale"
import { DEFAULT_TIME_ZONE } from "@/domain/time-zone"
import { LOCALE_COOKIE, LOCALE_HEADER } from "@/i18n/locale-cookie"
import { messagesOf } from "@/i18n/messages"

/** The reader's language: chosen in this browser, else named by the address, else their account's or their browser's. */
async function requestLocale(): Promise<Locale> {
  const store = await cookies()
  const selected = store.get(LOCALE_COOKIE)?.value
  if (isLocale(selected)) return selected
  const sent = await headers()
  const named = sent.get(LOCALE_HEADER)
  if (isLocale(named)) return named
  // A page that cannot reach the database must still have a language.
  const account = store.has(SESSION_COOKIE) ? await currentAccount().catch(() => null) : null
  return account?.locale ?? negotiateLocale(sent.get("accept-language")) ?? DEFAULT_LOCALE
}

// A locale is passed where a page needs messages in another person's language.
export default getRequestConfig(async ({ locale: given }) => {
  const locale = isLocale(given) ? given : await requestLocale()
  return { locale, messages: messagesOf(locale), timeZone: DEFAULT_TIME_ZONE }
})
