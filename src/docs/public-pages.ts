import { LOCALES, type Locale } from "@/domain/locale"
import { docsPage, docsPages } from "@/docs/pages"
import { withoutMarkup } from "@/docs/without-markup"
import { translatorOf } from "@/i18n/translator"
import { env } from "@/platform/env"
import { processSingleton } from "@/platform/process-singleton"

// The pages for everybody that search engines should index. Products belong to the shop.

const OWN_PATHS = ["/", "/status", "/terms", "/privacy"] as const
type OwnPath = (typeof OWN_PATHS)[number]

/** The operator has not written it yet. */
function isDraft(path: OwnPath): boolean {
  return (
    (path === "/terms" && env.legalFiles.terms === null) || (path === "/privacy" && env.legalFiles.privacy === null)
  )
}

/** The paths, each of which every language has. */
export function publicPaths(): ReadonlySet<string> {
  return processSingleton(
    "docs-public-paths",
    () => new Set([...OWN_PATHS.filter((path) => !isDraft(path)), ...docsPages("en").map(({ path }) => path)]),
  )
}

/** The URL of a public page in a language; that in English is without parameters, and negotiates the language. */
export function localeUrl(path: string, locale: Locale): string {
  return `${env.appUrl}${path}${locale === "en" ? "" : `?lang=${locale}`}`
}

/** The URLs of a public page by language. */
export function localeUrls(path: string): Record<Locale, string> {
  const [en, hi, mai] = LOCALES.map((locale) => localeUrl(path, locale))
  return { en: en ?? "", hi: hi ?? "", mai: mai ?? "" }
}

/** The URL of the picture that a link to a page is shown with. */
export function ogPictureUrl(path: string, locale: Locale): string {
  return `${env.appUrl}/media/og/${locale}${path === "/" ? "/index" : path}.png`
}

/** Pages whose texts are messages. */
const DESCRIBED_PATHS = [...OWN_PATHS, "/docs", "/docs/reference"] as const

/** What a public page says of itself in a language, as plain text; null if it is none. */
export function describePage(path: string, locale: Locale): { title: string; description: string } | null {
  const t = translatorOf(locale)
  const described: Record<(typeof DESCRIBED_PATHS)[number], { title: string; description: string }> = {
    "/": { title: t("Landing.headline"), description: t("Landing.lead") },
    "/status": { title: t("StatusPage.title"), description: t("StatusPage.lead") },
    "/terms": { title: t("Legal.terms"), description: t("Legal.terms_lead") },
    "/privacy": { title: t("Legal.privacy"), description: t("Legal.privacy_lead") },
    "/docs": { title: t("Docs.docs"), description: t("Docs.lead") },
    "/docs/reference": { title: t("Docs.reference"), description: t("Docs.reference_lead") },
  }
  const found = DESCRIBED_PATHS.find((each) => each === path)
  if (found !== undefined) return described[found]
  const page = docsPage(path, locale)
  if (page === null) return null
  const { title, description } = page
  return page.section === "reference"
    ? { title, description: t("Docs.operation_description", { title, request: description }) }
    : { title, description: withoutMarkup(description) }
}
