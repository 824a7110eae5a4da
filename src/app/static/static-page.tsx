import type { ReactNode } from "react"
import { FontPreload } from "@/app/font-preload"
import { STYLE_PATH } from "@/app/static/stylesheet"
import type { Locale } from "@/domain/locale"
import { THEME_COOKIE, themeColours, toTheme } from "@/domain/theme"
import { translatorOf } from "@/i18n/translator"
import { pageHeaders } from "@/oauth/page-headers"
import { readCookie } from "@/http/cookies"
import type { HttpRequest, HttpResponse } from "@/http/message"
import { AuthFrame } from "@/ui/auth-frame"
import { LanguageButtons } from "@/ui/language-switch"

interface StaticPage {
  status?: number
  locale: Locale
  title: string
  children: ReactNode
  /** The id of the page's form, which the language switch then submits as well. */
  form?: string
  /** The redirect URI to which a form of this page may finally lead. */
  formTarget?: string
  /** Whether it may take the width of two columns. */
  wide?: boolean
  headers?: Record<string, string>
  /** The request that it answers, with the reader's choice of a theme. */
  request: Pick<HttpRequest, "header">
}

/**
 * A page of the portal's components without any script. They must not use hooks, because it is rendered outside Next's
 * tree.
 */
export async function staticPage({
  status = 200,
  locale,
  title,
  children,
  form,
  formTarget,
  wide = false,
  headers = {},
  request,
}: StaticPage): Promise<HttpResponse> {
  // Next forbids a static import of it below src/app.
  const { renderToStaticMarkup } = await import("react-dom/server")
  const t = translatorOf(locale)
  const theme = toTheme(readCookie(request.header("cookie"), THEME_COOKIE))
  const languages = form !== undefined && (
    <div role="group" aria-label={t("Common.language")} className="flex flex-wrap gap-x-1">
      <LanguageButtons current={locale} form={form} formNoValidate />
    </div>
  )
  const html = renderToStaticMarkup(
    <html lang={locale} data-theme={theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        {themeColours(theme).map(({ media, color }) => (
          <meta key={color} name="theme-color" media={media} content={color} />
        ))}
        <title>{`${title} · ${t("Common.brand")}`}</title>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <FontPreload locale={locale} />
        <link rel="stylesheet" href={STYLE_PATH} />
      </head>
      <body>
        <AuthFrame brand={t("Common.brand")} wide={wide} {...(languages && { formLanguages: languages })}>
          {children}
        </AuthFrame>
      </body>
    </html>,
  )
  return { status, headers: { ...pageHeaders(formTarget), ...headers }, body: `<!doctype html>${html}` }
}
