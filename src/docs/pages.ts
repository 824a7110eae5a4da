import { createTranslator } from "use-intl/core"
import type { Locale } from "@/domain/locale"
import { translateDescription } from "@/docs/descriptions"
import { changelog, guide, GUIDES } from "@/docs/guides"
import {
  errorsMarkdown,
  errorDocsMessages,
  eventMarkdown,
  operationMarkdown,
  referenceMarkdown,
} from "@/docs/reference-markdown"
import { eventTypes, operations } from "@/docs/operations"
import { operationTitle } from "@/docs/titles"
import { messagesOf } from "@/i18n/messages"
import { env } from "@/platform/env"

export type DocsSection = "start" | "guides" | "reference" | "events" | "more"

/** A page of the documentation. */
export interface DocsPage {
  /** Its path, such as "/docs/guides/first-call"; with ".md" behind it, the page as Markdown. */
  path: string
  title: string
  /** One sentence. */
  description: string
  section: DocsSection
  /** What the page is written in. */
  language: Locale
  titleLanguage: Locale
  markdown: () => string
}

/** Every page in the order of the navigation, in the reader's language where it is written in it. */
export function docsPages(locale: Locale): DocsPage[] {
  const t = createTranslator({ locale, messages: messagesOf(locale), namespace: "Docs" })
  const pages: DocsPage[] = [
    ...GUIDES.map((slug): DocsPage => {
      const { title, lead, language, markdown } = guide(slug, locale)
      return {
        path: `/docs/guides/${slug}`,
        title,
        description: lead,
        section: "guides",
        language,
        titleLanguage: language,
        markdown: () => markdown,
      }
    }),
    {
      path: "/docs/reference",
      title: t("reference"),
      description: t("reference_lead"),
      section: "reference",
      language: locale,
      titleLanguage: locale,
      markdown: () => referenceMarkdown(eventTypes(), locale),
    },
    ...operations().map((operation): DocsPage => {
      const { title, language } = operationTitle(operation, locale)
      return {
        path: `/docs/reference/${operation.id}`,
        title,
        description: `${operation.method} ${operation.path}`,
        section: "reference",
        language: locale,
        titleLanguage: language,
        markdown: () => operationMarkdown(operation, locale),
      }
    }),
    ...eventTypes().map(
      (event): DocsPage => ({
        path: `/docs/reference/events/${event.name}`,
        title: event.name,
        description: translateDescription(event.summary, locale).text,
        section: "events",
        language: locale,
        titleLanguage: "en",
        markdown: () => eventMarkdown(event, locale),
      }),
    ),
    {
      path: "/docs/errors",
      title: errorDocsMessages(locale)("title"),
      description: errorDocsMessages(locale)("lead"),
      section: "more",
      language: locale,
      titleLanguage: locale,
      markdown: () => errorsMarkdown(locale),
    },
    page("/docs/changelog", changelog().title, changelog().lead, "more", () => changelog().markdown),
  ]
  return [
    page("/docs", "Haat documentation", "Guides, the API's reference and every error code.", "start", () =>
      tableOfContents(pages),
    ),
    ...pages,
  ]
}

/** The page at a path of the documentation, or null. */
export function docsPage(path: string, locale: Locale): DocsPage | null {
  return docsPages(locale).find((each) => each.path === path) ?? null
}

/** llms.txt (llmstxt.org): what there is, each as Markdown. */
export function llmsText(): string {
  const pages = docsPages("en")
  const section = (name: string, ...wanted: DocsSection[]): string =>
    `## ${name}\n\n${pages
      .filter(({ section: pageSection }) => wanted.includes(pageSection))
      .map(({ path, title, description }) => `- [${title}](${env.appUrl}${path}.md): ${description}`)
      .join("\n")}\n`
  return [
    "# Haat\n",
    "> A marketplace's developer platform: a REST API for the account, the catalogue, orders and seller fulfilment, API keys, an OAuth 2.0 and OpenID Connect provider, and signed webhooks.\n",
    `The API is at ${env.appUrl}/v1. Bodies are JSON, amounts are integer paise of INR, lists come in pages. Send \`Authorization: Bearer <API key or access token>\`.\n`,
    "The guides and the reference are written in English, Hindi and Maithili: send `Accept-Language: hi` or `mai` for the others.\n",
    section("Guides", "guides"),
    section("Reference", "reference", "events"),
    `## More\n\n- [OpenAPI 3.1 description](${env.appUrl}/openapi.json): what the reference is made from\n- [Postman collection](${env.appUrl}/postman.json): every operation with an example\n${section("", "more").split("\n").slice(2).join("\n")}`,
  ].join("\n")
}

function page(
  path: string,
  title: string,
  description: string,
  section: DocsSection,
  markdown: () => string,
): DocsPage {
  return { path, title, description, section, language: "en", titleLanguage: "en", markdown }
}

function tableOfContents(pages: readonly DocsPage[]): string {
  return `# Haat documentation\n\n${pages.map(({ path, title, description }) => `- [${title}](${env.appUrl}${path}.md): ${description}`).join("\n")}\n`
}
