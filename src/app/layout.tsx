import "./globals.css"
import type { Metadata, Viewport } from "next"
import { headers } from "next/headers"
import { getLocale, getTranslations } from "next-intl/server"
import type { ReactNode } from "react"
import { currentTheme } from "@/app/current-theme"
import { FontPreload } from "@/app/font-preload"
import { OG_SIZE } from "@/app/media/og/og-size"
import { describePage, localeUrl, localeUrls, ogPictureUrl, publicPaths } from "@/docs/public-pages"
import type { Locale } from "@/domain/locale"
import { themeColours } from "@/domain/theme"
import { PATH_HEADER } from "@/i18n/locale-cookie"
import { env } from "@/platform/env"
import { Hydrated } from "@/ui/hydrated"
import { ClientMessages } from "@/ui/client-messages"
import { HYDRATED_EVENT, replayEvents } from "@/ui/event-replay"
import { TimeZoneReporter } from "@/ui/time-zone-reporter"

export async function generateMetadata(): Promise<Metadata> {
  const [t, locale, sent] = await Promise.all([getTranslations("Landing"), getLocale(), headers()])
  const path = sent.get(PATH_HEADER) ?? "/"
  const described = describePage(path, locale)
  const images = [{ url: ogPictureUrl(described ? path : "/", locale), ...OG_SIZE }]
  return {
    metadataBase: new URL(env.appUrl),
    title: { default: t("title"), template: `%s · ${t("title")}` },
    description: described?.description ?? t("description"),
    applicationName: "Haat",
    // A page's own title and description are added.
    openGraph: { type: "website", siteName: t("title"), locale: OG_LOCALES[locale], images },
    twitter: { card: "summary_large_image", images },
  }
}

const OG_LOCALES: Record<Locale, string> = { en: "en_IN", hi: "hi_IN", mai: "mai_IN" }

export async function generateViewport(): Promise<Viewport> {
  return { themeColor: themeColours(await currentTheme()) }
}

/** The nonce of the page's Content-Security-Policy, for its scripts. */
function nonceOf(policy: string | null): string | undefined {
  return /'nonce-([^']+)'/.exec(policy ?? "")?.[1]
}

/** The page's URL in its language, and those in the others, for search engines. React moves them into the head. */
function LocaleLinks({ path, locale }: { path: string; locale: Locale }) {
  return (
    <>
      <link rel="canonical" href={localeUrl(path, locale)} />
      {Object.entries(localeUrls(path)).map(([language, url]) => (
        <link key={language} rel="alternate" hrefLang={language} href={url} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={localeUrl(path, "en")} />
    </>
  )
}

async function RootLayout({ children }: { children: ReactNode }) {
  const [locale, t, sent, theme] = await Promise.all([
    getLocale(),
    getTranslations("Common"),
    headers(),
    currentTheme(),
  ])
  const path = sent.get(PATH_HEADER)
  return (
    <html lang={locale} data-theme={theme}>
      <body>
        <FontPreload locale={locale} />
        {path !== null && publicPaths().has(path) && <LocaleLinks path={path} locale={locale} />}
        {/* Browsers hide the nonce from scripts, including React. */}
        <script
          nonce={nonceOf(sent.get("content-security-policy"))}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: `(${replayEvents.toString()})("${HYDRATED_EVENT}")` }}
        />
        <a
          href="#content"
          className="sr-only rounded-lg bg-surface px-4 py-2 text-link focus:not-sr-only focus:absolute focus:top-3 focus:left-3 focus:z-50"
        >
          {t("skip")}
        </a>
        <TimeZoneReporter />
        <ClientMessages namespaces={["ErrorPage"]}>{children}</ClientMessages>
        <Hydrated />
      </body>
    </html>
  )
}

export default RootLayout
