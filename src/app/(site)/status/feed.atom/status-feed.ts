import { DEFAULT_LOCALE, isLocale, type Locale } from "@/domain/locale"
import { pickText } from "@/domain/status"
import { listIncidents } from "@/features/status/incidents/list-incidents"
import type { Incident } from "@/features/status/incidents/schema"
import { escapeMarkup } from "@/domain/escape-markup"
import { type AtomEntry, atomFeed } from "@/http/atom"
import { translatorOf } from "@/i18n/translator"

const PAGE = "/status"
export const STATUS_FEED = `${PAGE}/feed.atom`

// A feed without entries must have a time that does not change (RFC 4287, section 4.2.15).
const FIRST = "2026-05-01T00:00:00.000Z"

/**
 * The incidents of the status page as an Atom feed, each an entry that changes with its updates.
 * @param url its parameter `lang` is the language of the feed
 * @throws Error of Prisma if the database is unreachable
 */
export async function statusFeed(url: URL): Promise<string> {
  const named = url.searchParams.get("lang")
  const locale = isLocale(named) ? named : DEFAULT_LOCALE
  const incidents = await listIncidents(new Date())
  const updated = incidents.map(({ updated_at }) => updated_at).toSorted()
  return atomFeed({
    name: "status",
    language: locale,
    title: `Haat: ${translatorOf(locale)("StatusPage.title")}`,
    updated: updated.at(-1) ?? FIRST,
    path: `${STATUS_FEED}${locale === DEFAULT_LOCALE ? "" : `?lang=${locale}`}`,
    pagePath: PAGE,
    entries: incidents.map((incident) => feedEntry(incident, locale)),
  })
}

function feedEntry(
  { id, component, severity, title, started_at, updated_at, updates }: Incident,
  locale: Locale,
): AtomEntry {
  const t = translatorOf(locale)
  return {
    name: `status/${id}`,
    title: pickText(title, locale).text,
    published: started_at,
    updated: updated_at,
    pagePath: `${PAGE}#${id}`,
    categories: [
      { term: component, label: t(`StatusPage.${component}`) },
      { term: severity, label: t(`Incidents.severity_${severity}`) },
    ],
    content: updates
      .map(({ status, body, created_at }) => {
        const paragraphs = escapeMarkup(pickText(body, locale).text).replaceAll("\n", "<br/>")
        return `<p><strong>${escapeMarkup(t(`Incidents.${status}`))}</strong> <time datetime="${created_at}">${created_at}</time><br/>${paragraphs}</p>`
      })
      .join(""),
  }
}
