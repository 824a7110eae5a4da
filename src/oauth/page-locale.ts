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
  const asked = (uiLocales ?? "")
    .split(" ")
    .map((tag) => tag.toLowerCase().split("-")[0])
    .find(isLocale)
  const chosen = readCookie(request.header("cookie"), LOCALE_COOKIE)
  const own = account ?? undefined
  return (
    asked ??
    (isLocale(chosen)
      ? chosen
      : isLocale(own)
        ? own
        : (negotiateLocale(request.header("accept-language")) ?? DEFAULT_LOCALE))
  )
}
