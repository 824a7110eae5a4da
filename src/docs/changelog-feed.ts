import { marked } from "marked"
import { type ChangelogEntry, apiChangelog } from "@/docs/changelog"
import { changelog } from "@/docs/guides"
import { escapeMarkup } from "@/domain/escape-markup"
import { ATOM_TYPE } from "@/http/atom"
import { env } from "@/platform/env"

const PAGE = "/docs/changelog"
const FEED = `${PAGE}.atom`

/** The changelog of the API as an Atom feed (RFC 4287), with an entry for each date. */
export function changelogFeed(): string {
  const { entries } = apiChangelog()
  const { title, lead } = changelog()
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `<id>${escapeMarkup(tagUri("changelog"))}</id>`,
    `<title>${escapeMarkup(`Haat: ${title}`)}</title>`,
    `<subtitle type="html">${escapeMarkup(toHtml(lead))}</subtitle>`,
    `<updated>${timeOf(entries[0]?.date ?? "2026-05-01")}</updated>`,
    `<author><name>Haat</name><uri>${escapeMarkup(env.appUrl)}</uri></author>`,
    `<link rel="self" type="${ATOM_TYPE}" href="${escapeMarkup(env.appUrl + FEED)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeMarkup(env.appUrl + PAGE)}"/>`,
    ...entries.map(feedEntry),
    "</feed>\n",
  ].join("\n")
}

function feedEntry({ date, lead, changes }: ChangelogEntry): string {
  const content = [lead ?? "", ...changes.map(({ kind, list }) => `### ${kind}\n\n${list}`)].join("\n\n")
  return [
    "<entry>",
    `<id>${escapeMarkup(tagUri(`changelog/${date}`))}</id>`,
    `<title>${escapeMarkup(`${date}: ${changes.map(({ kind }) => kind.toLowerCase()).join(", ")}`)}</title>`,
    `<updated>${timeOf(date)}</updated>`,
    `<link rel="alternate" type="text/html" href="${escapeMarkup(`${env.appUrl}${PAGE}#${date}`)}"/>`,
    ...changes.map(({ kind }) => `<category term="${kind.toLowerCase()}" label="${kind}"/>`),
    `<content type="html">${escapeMarkup(toHtml(content))}</content>`,
    "</entry>",
  ].join("\n")
}

/** An id that stays the same when the address of a page changes (RFC 4151). */
function tagUri(name: string): string {
  return `tag:${new URL(env.appUrl).hostname},2026-05-01:${name}`
}

/** Entries have a date only. */
function timeOf(date: string): string {
  return `${date}T00:00:00Z`
}

/** Feed readers show the content elsewhere, so its links name this server. */
function toHtml(markdown: string): string {
  return marked.parse(markdown, { async: false }).replaceAll('href="/', `href="${env.appUrl}/`)
}
