import { changelog } from "@/docs/guides"
import { processSingleton } from "@/platform/process-singleton"

/** The kinds of changes, in the order in which an entry has them. */
export const CHANGE_KINDS = ["Added", "Changed", "Deprecated", "Fixed"] as const
type ChangeKind = (typeof CHANGE_KINDS)[number]

/** What changed on one day. */
export interface ChangelogEntry {
  /** Such as "2026-11-26". */
  date: string
  /** A sentence about the whole entry, as Markdown. */
  lead: string | null
  /** Each kind with its changes as a list in Markdown. */
  changes: { kind: ChangeKind; list: string }[]
}

/** A changelog, with what stands above its entries as Markdown. */
export interface Changelog {
  intro: string
  /** The newest first. */
  entries: ChangelogEntry[]
}

/** The changelog of the API. */
export function apiChangelog(): Changelog {
  return processSingleton("api-changelog", () => parseChangelog(changelog().body))
}

/**
 * Reads a changelog: a heading of the second level for each date, and below it one of the third level for
 * each kind of change, with a list.
 * @throws Error that says what is not of this form
 */
export function parseChangelog(body: string): Changelog {
  const [intro = "", ...sections] = body.split(/^## /m)
  const entries = sections.map(parseEntry)
  for (const [index, { date }] of entries.entries())
    if (index > 0 && date >= (entries[index - 1]?.date ?? ""))
      throw new Error(`the changelog's entry ${date} must come before a later one, and each date once`)
  return { intro: intro.trim(), entries }
}

function parseEntry(section: string): ChangelogEntry {
  const [head = "", ...parts] = section.split(/^### /m)
  const [date = "", ...lead] = head.split("\n")
  if (!isDate(date)) throw new Error(`an entry of the changelog has a date as its heading, not ${date}`)
  const changes = parts.map((part) => {
    const [name = "", ...lines] = part.split("\n")
    const kind = CHANGE_KINDS.find((each) => each === name)
    if (!kind) throw new Error(`the changelog of ${date} has ${name}; a change is one of ${CHANGE_KINDS.join(", ")}`)
    const list = lines.join("\n").trim()
    if (!list.startsWith("- ") || /\n(?!- | {2}\S)/.test(list))
      throw new Error(`the changelog of ${date} has under ${kind} something else than one list`)
    return { kind, list }
  })
  const order = changes.map(({ kind }) => CHANGE_KINDS.indexOf(kind))
  if (changes.length === 0 || order.some((at, index) => index > 0 && at <= (order[index - 1] ?? 0)))
    throw new Error(`the changelog of ${date} needs each of its kinds once, in the order ${CHANGE_KINDS.join(", ")}`)
  return { date, lead: lead.join("\n").trim() || null, changes }
}

function isDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
