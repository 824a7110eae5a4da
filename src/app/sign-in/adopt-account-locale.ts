import { isLocale } from "@/domain/locale"
import { LOCALE_COOKIE, localeCookie } from "@/i18n/locale-cookie"

/** Shows the portal in the account's language, unless one was chosen in this browser. Never keeps anybody from signing in. */
export const adoptAccountLocale = async (): Promise<void> => {
  if (document.cookie.split("; ").some((pair) => pair.startsWith(`${LOCALE_COOKIE}=`))) return
  try {
    const answer = (await (await fetch("/api/trpc/me.get")).json()) as {
      result?: { data?: { data?: { locale?: unknown } } }
    }
    const locale = answer.result?.data?.data?.locale
    if (isLocale(locale)) document.cookie = localeCookie(locale)
  } catch {
    // The page is then shown in the browser's language.
  }
}
