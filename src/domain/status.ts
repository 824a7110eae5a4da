import { type Locale, LOCALES } from "@/domain/locale"

/** The components of the service that are checked, in the order of the status page. */
export const STATUS_COMPONENTS = ["api", "database", "oauth", "webhooks"] as const
export type StatusComponent = (typeof STATUS_COMPONENTS)[number]

/** How much of a component an incident affects: slow or partly wrong, failing for some, failing for all. */
export const INCIDENT_SEVERITIES = ["minor", "major", "critical"] as const
export type IncidentSeverity = (typeof INCIDENT_SEVERITIES)[number]

/** What an update of an incident says; the last one ends it. */
export const INCIDENT_STATUSES = ["investigating", "identified", "monitoring", "resolved"] as const

export const INCIDENT_TITLE_MAX = 120
export const INCIDENT_BODY_MAX = 2_000

/** A text in one or more of our languages. */
export type LocalTexts = { [Language in Locale]?: string | undefined }

/** The text in the reader's language, else in English, else in any; with its language. */
export function pickText(texts: LocalTexts, locale: Locale): { text: string; language: Locale } {
  for (const language of [locale, ...LOCALES]) {
    const text = texts[language]
    if (text !== undefined) return { text, language }
  }
  return { text: "", language: locale }
}
