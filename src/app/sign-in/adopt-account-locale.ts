import { isLocale } from "@/domain/locale"
import { LOCALE_COOKIE, localeCookie } from "@/i18n/locale-cookie"

/** Switches to the account's language, unless one was chosen in this browser. Errors must not prevent a sign-in. */
export async function adoptAccountLocale(): Promise<void> {
  if (document.cookie.split("; ").some((pair) => pair.startsWith(`${LOCALE_COOKIE}=`))) return
  try {
    const response = (await (await fetch("/api/trpc/me.get")).json()) as {
      result?: { data?: { data?: { locale?: unknown } } }
    }
    const locale = response.result?.data?.data?.locale
    if (isLocale(locale)) document.cookie = localeCookie(locale)
  } catch {
    // The page then uses the browser's language.
  }
}
