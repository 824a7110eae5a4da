import { DEFAULT_LOCALE, isLocale, type Locale } from "@/domain/locale"
import { pickText } from "@/domain/status"
import { listIncidents } from "@/features/status/incidents/list-incidents"
import type { Incident } from "@/features/status/incidents/schema"
import { escapeMarkup } from "@/domain/escape-markup"
import { ATOM_TYPE } from "@/http/atom"
import { translatorOf } from "@/i18n/translator"
import { env } from "@/platform/env"

const PAGE = "/status"
export const STATUS_FEED = `${PAGE}/feed.atom`

/**
 * The incidents of the status page as an Atom feed (RFC 4287), each an entry that changes with its updates.
 * @param url its parameter `lang` is the language of the feed
 * @throws Error of Prisma if the database is unreachable
 */
export async function statusFeed(url: URL): Promise<string> {
  const named = url.searchParams.get("lang")
  const locale = isLocale(named) ? named : DEFAULT_LOCALE
  const now = new Date()
  const incidents = await listIncidents(now)
  const t = translatorOf(locale)
  const updated =
    incidents
      .map(({ updated_at }) => updated_at)
      .toSorted()
      .at(-1) ?? FIRST
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${locale}">`,
    `<id>${escapeMarkup(tagUri("status"))}</id>`,
    `<title>${escapeMarkup(`Haat: ${t("StatusPage.title")}`)}</title>`,
    `<updated>${updated}</updated>`,
    `<author><name>Haat</name><uri>${escapeMarkup(env.appUrl)}</uri></author>`,
    `<link rel="self" type="${ATOM_TYPE}" href="${escapeMarkup(selfUrl(locale))}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeMarkup(env.appUrl + PAGE)}"/>`,
    ...incidents.map((incident) => feedEntry(incident, locale)),
    "</feed>\n",
  ].join("\n")
}

// A feed without entries must have a time that does not change (RFC 4287, section 4.2.15).
const FIRST = "2026-05-01T00:00:00.000Z"

function feedEntry(
  { id, component, severity, title, started_at, updated_at, updates }: Incident,
  locale: Locale,
): string {
  const t = translatorOf(locale)
  const content = updates
    .map(({ status, body, created_at }) => {
      const paragraphs = escapeMarkup(pickText(body, locale).text).replaceAll("\n", "<br/>")
      return `<p><strong>${escapeMarkup(t(`Incidents.${status}`))}</strong> <time datetime="${created_at}">${created_at}</time><br/>${paragraphs}</p>`
    })
    .join("")
  return [
    "<entry>",
    `<id>${escapeMarkup(tagUri(`status/${id}`))}</id>`,
    `<title>${escapeMarkup(pickText(title, locale).text)}</title>`,
    `<published>${started_at}</published>`,
    `<updated>${updated_at}</updated>`,
    `<link rel="alternate" type="text/html" href="${escapeMarkup(`${env.appUrl}${PAGE}#${id}`)}"/>`,
    `<category term="${component}" label="${escapeMarkup(t(`StatusPage.${component}`))}"/>`,
    `<category term="${severity}" label="${escapeMarkup(t(`Incidents.severity_${severity}`))}"/>`,
    `<content type="html">${escapeMarkup(content)}</content>`,
    "</entry>",
  ].join("\n")
}

function selfUrl(locale: Locale): string {
  return `${env.appUrl}${STATUS_FEED}${locale === DEFAULT_LOCALE ? "" : `?lang=${locale}`}`
}

/** An id that stays the same when the address of a page changes (RFC 4151). */
function tagUri(name: string): string {
  return `tag:${new URL(env.appUrl).hostname},2026-05-01:${name}`
}
