import { marked } from "marked"
import { type ChangelogEntry, apiChangelog } from "@/docs/changelog"
import { changelog } from "@/docs/guides"
import { env } from "@/platform/env"

const PAGE = "/docs/changelog"
const FEED = `${PAGE}.atom`

/** The media type of a feed (RFC 4287, section 7). */
export const ATOM_TYPE = "application/atom+xml"

/** The changelog of the API as an Atom feed (RFC 4287), with an entry for each date. */
export function changelogFeed(): string {
  const { entries } = apiChangelog()
  const { title, lead } = changelog()
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `<id>${text(tagUri("changelog"))}</id>`,
    `<title>${text(`Haat: ${title}`)}</title>`,
    `<subtitle type="html">${text(toHtml(lead))}</subtitle>`,
    `<updated>${timeOf(entries[0]?.date ?? "2026-05-01")}</updated>`,
    `<author><name>Haat</name><uri>${text(env.appUrl)}</uri></author>`,
    `<link rel="self" type="${ATOM_TYPE}" href="${text(env.appUrl + FEED)}"/>`,
    `<link rel="alternate" type="text/html" href="${text(env.appUrl + PAGE)}"/>`,
    ...entries.map(feedEntry),
    "</feed>\n",
  ].join("\n")
}

function feedEntry({ date, lead, changes }: ChangelogEntry): string {
  const content = [lead ?? "", ...changes.map(({ kind, list }) => `### ${kind}\n\n${list}`)].join("\n\n")
  return [
    "<entry>",
    `<id>${text(tagUri(`changelog/${date}`))}</id>`,
    `<title>${text(`${date}: ${changes.map(({ kind }) => kind.toLowerCase()).join(", ")}`)}</title>`,
    `<updated>${timeOf(date)}</updated>`,
    `<link rel="alternate" type="text/html" href="${text(`${env.appUrl}${PAGE}#${date}`)}"/>`,
    ...changes.map(({ kind }) => `<category term="${kind.toLowerCase()}" label="${kind}"/>`),
    `<content type="html">${text(toHtml(content))}</content>`,
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

function text(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")
}
