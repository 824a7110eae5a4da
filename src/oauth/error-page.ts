import type { UnsafeReason } from "@/oauth/oauth-error"
import { html, page, pageLocale, wordsOf } from "@/oauth/page"
import type { HttpAnswer, HttpRequest } from "@/platform/http"

/** For a request that must not be sent anywhere: what is wrong, in the reader's language, and nothing of the request. */
export const errorPage = (request: HttpRequest, reason: UnsafeReason): HttpAnswer => {
  const locale = pageLocale(request, new URL(request.url).searchParams.get("ui_locales"))
  const t = wordsOf(locale)
  // What somebody meets who did nothing wrong, only late, twice or elsewhere.
  const [title, hint] =
    reason === "interaction" ? [t("gone_title"), t("gone_hint")] : [t("error_title"), t("error_hint")]
  return page({
    status: 400,
    locale,
    title,
    body: html`<div class="sheet"><h1>${title}</h1><p>${t(`error_${reason}`)}</p><p class="soft">${hint}</p></div>`,
  })
}
