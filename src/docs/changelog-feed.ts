import { marked } from "marked"
import { type ChangelogEntry, apiChangelog } from "@/docs/changelog"
import { changelog } from "@/docs/guides"
import { type AtomEntry, atomFeed } from "@/http/atom"
import { env } from "@/platform/env"

const PAGE = "/docs/changelog"

/** The changelog of the API as an Atom feed, with an entry for each date. */
export function changelogFeed(): string {
  const { entries } = apiChangelog()
  const { title, lead } = changelog()
  return atomFeed({
    name: "changelog",
    language: "en",
    title: `Haat: ${title}`,
    subtitle: toHtml(lead),
    updated: timeOf(entries[0]?.date ?? "2026-05-01"),
    path: `${PAGE}.atom`,
    pagePath: PAGE,
    entries: entries.map(feedEntry),
  })
}

function feedEntry({ date, lead, changes }: ChangelogEntry): AtomEntry {
  return {
    name: `changelog/${date}`,
    title: `${date}: ${changes.map(({ kind }) => kind.toLowerCase()).join(", ")}`,
    updated: timeOf(date),
    pagePath: `${PAGE}#${date}`,
    categories: changes.map(({ kind }) => ({ term: kind.toLowerCase(), label: kind })),
    content: toHtml([lead ?? "", ...changes.map(({ kind, list }) => `### ${kind}\n\n${list}`)].join("\n\n")),
  }
}

/** Entries have a date only. */
function timeOf(date: string): string {
  return `${date}T00:00:00Z`
}

/** Feed readers show the content elsewhere, so its links name this server. */
function toHtml(markdown: string): string {
  return marked.parse(markdown, { async: false }).replaceAll('href="/', `href="${env.appUrl}/`)
}
