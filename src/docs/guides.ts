import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { type Locale, LOCALES } from "@/domain/locale"
import { env } from "@/platform/env"
import { processSingleton } from "@/platform/process-singleton"

/** The guides in the order in which a newcomer wants them; each is docs/guides/<slug>.md, <slug>.hi.md and <slug>.mai.md. */
export const GUIDES = [
  "first-call",
  "oauth-node",
  "oauth-single-page-app",
  "ship-an-order",
  "receive-webhooks",
  "sandbox",
  "errors",
  "limits",
  "versions",
  "typescript-client",
] as const
type GuideSlug = (typeof GUIDES)[number]

export function isGuide(slug: string): slug is GuideSlug {
  return GUIDES.includes(slug as GuideSlug)
}

export interface MarkdownDocument {
  title: string
  /** Its first paragraph. */
  lead: string
  /** What comes after that. */
  body: string
  /** Whole, the title included. */
  markdown: string
  /** What it is written in. */
  language: Locale
}

/** A guide in the reader's language, else in English. */
export function guide(slug: GuideSlug, locale: Locale): MarkdownDocument {
  return (
    processSingleton(`docs-guide-${slug}-${locale}`, () =>
      readDocument(`docs/guides/${slug}${locale === "en" ? "" : `.${locale}`}.md`, locale),
    ) ?? guide(slug, "en")
  )
}

/** The languages that a guide is written in. */
export function languagesOf(slug: GuideSlug): Locale[] {
  return LOCALES.filter((locale) => guide(slug, locale).language === locale)
}

export function changelog(): MarkdownDocument {
  const found = processSingleton("docs-changelog", () => readDocument("docs/changelog.md", "en"))
  if (!found) throw new Error("docs/changelog.md is missing")
  return found
}

function readDocument(path: string, language: Locale): MarkdownDocument | null {
  const text = readTextFile(path)
  if (text === null) return null
  const markdown = text.replaceAll("{{app_url}}", env.appUrl).replaceAll("{{base_url}}", `${env.appUrl}/v1`)
  const [, title = "", lead = "", body = ""] = /^# (.+)\n+((?:.+\n)+)\n*([\s\S]*)$/.exec(markdown) ?? []
  return { title, lead: lead.trim().replaceAll("\n", " "), body, markdown, language }
}

function readTextFile(path: string): string | null {
  try {
    // The folder is beside the server, not in its bundle.
    return readFileSync(resolve(/* turbopackIgnore: true */ process.cwd(), path), "utf8")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null
    throw error
  }
}
