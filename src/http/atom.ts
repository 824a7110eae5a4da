import { escapeMarkup } from "@/domain/escape-markup"
import { env } from "@/platform/env"

/** The media type of a feed (RFC 4287, section 7). */
export const ATOM_TYPE = "application/atom+xml"

interface AtomFeed {
  /** The name of the feed, unique on this server. */
  name: string
  language: string
  title: string
  /** As HTML. */
  subtitle?: string
  updated: string
  /** The path of the feed itself. */
  path: string
  /** The path of the page with the same entries. */
  pagePath: string
  entries: readonly AtomEntry[]
}

export interface AtomEntry {
  /** The name of the entry, unique on this server. */
  name: string
  title: string
  published?: string
  updated: string
  pagePath: string
  categories: readonly { term: string; label: string }[]
  /** As HTML. */
  content: string
}

/** Writes an Atom feed (RFC 4287). Texts are escaped; times are in RFC 3339 format. */
export function atomFeed({ name, language, title, subtitle, updated, path, pagePath, entries }: AtomFeed): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    `<id>${escapeMarkup(tagUri(name))}</id>`,
    `<title>${escapeMarkup(title)}</title>`,
    ...(subtitle === undefined ? [] : [`<subtitle type="html">${escapeMarkup(subtitle)}</subtitle>`]),
    `<updated>${updated}</updated>`,
    `<author><name>Haat</name><uri>${escapeMarkup(env.appUrl)}</uri></author>`,
    `<link rel="self" type="${ATOM_TYPE}" href="${escapeMarkup(env.appUrl + path)}"/>`,
    alternateLink(pagePath),
    ...entries.map(entryElement),
    "</feed>\n",
  ].join("\n")
}

function entryElement({ name, title, published, updated, pagePath, categories, content }: AtomEntry): string {
  return [
    "<entry>",
    `<id>${escapeMarkup(tagUri(name))}</id>`,
    `<title>${escapeMarkup(title)}</title>`,
    ...(published === undefined ? [] : [`<published>${published}</published>`]),
    `<updated>${updated}</updated>`,
    alternateLink(pagePath),
    ...categories.map(({ term, label }) => `<category term="${escapeMarkup(term)}" label="${escapeMarkup(label)}"/>`),
    `<content type="html">${escapeMarkup(content)}</content>`,
    "</entry>",
  ].join("\n")
}

function alternateLink(path: string): string {
  return `<link rel="alternate" type="text/html" href="${escapeMarkup(env.appUrl + path)}"/>`
}

/** An id that stays the same when the URL of a page changes (RFC 4151). */
function tagUri(name: string): string {
  return `tag:${new URL(env.appUrl).hostname},2026-05-01:${name}`
}
