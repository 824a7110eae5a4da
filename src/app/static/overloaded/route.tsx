import { serveFetch } from "@/http/fetch"
import { RETRY_SECONDS } from "@/api/page-admission"
import { staticPage } from "@/app/static/static-page"
import { translatorOf } from "@/i18n/translator"
import { pageLocale } from "@/oauth/page-locale"

/** The page that the server has Next render when a page could not be rendered in time. */
export const GET = serveFetch((request) => {
  const locale = pageLocale(request, null)
  const t = translatorOf(locale)
  return staticPage({
    request,
    status: 503,
    headers: { "retry-after": String(RETRY_SECONDS) },
    locale,
    title: t("Overloaded.title"),
    children: (
      <>
        <h1 className="mb-4 text-2xl font-semibold">{t("Overloaded.title")}</h1>
        <p>{t("Overloaded.text")}</p>
      </>
    ),
  })
})
