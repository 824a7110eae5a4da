import { negotiateLocale, DEFAULT_LOCALE, isLocale, type Locale } from "@/domain/locale"
import { LOCALE_COOKIE } from "@/i18n/locale-cookie"
import { readCookie } from "@/http/cookies"
import type { HttpRequest } from "@/http/message"

/** Returns a page's language: the client's request, else the user's choice, the account's, or the browser's. */
export function pageLocale(
  request: Pick<HttpRequest, "header">,
  uiLocales: string | null,
  account?: string | null,
): Locale {
  const requested = (uiLocales ?? "")
    .split(" ")
    .map((tag) => tag.toLowerCase().split("-")[0])
    .find(isLocale)
  const cookieLocale = readCookie(request.header("cookie"), LOCALE_COOKIE)
  const accountLocale = account ?? undefined
  return (
    requested ??
    (isLocale(cookieLocale)
      ? cookieLocale
      : isLocale(accountLocale)
        ? accountLocale
        : (negotiateLocale(request.header("accept-language")) ?? DEFAULT_LOCALE))
  )
}
