import { serveFetch } from "@/http/fetch"
import { staticPage } from "@/app/static/static-page"
import { translatorOf } from "@/i18n/translator"
import { pageLocale } from "@/oauth/page-locale"

/** The page that the server has Next render for a malformed form post. */
export const GET = serveFetch((request) => {
  const locale = pageLocale(request, null)
  const t = translatorOf(locale)
  return staticPage({
    request,
    status: 400,
    locale,
    title: t("BrokenForm.title"),
    children: (
      <>
        <h1 className="mb-4 text-2xl font-semibold">{t("BrokenForm.title")}</h1>
        <p className="mb-4">{t("BrokenForm.text")}</p>
        <a href="/" className="link text-sm">
          {t("BrokenForm.home")}
        </a>
      </>
    ),
  })
})
