import { Markdown } from "@/app/(site)/docs/markdown"
import type { Changelog } from "@/docs/changelog"

/** The entries of the changelog. Only the dates have anchors: each entry has the same headings. */
export function ChangelogEntries({ intro, entries }: Changelog) {
  return (
    <>
      <Markdown text={intro} />
      {entries.map(({ date, lead, changes }) => (
        <section key={date} aria-labelledby={date} className="grid grid-cols-1 gap-4">
          <h2 id={date} className="mt-5 scroll-mt-6 text-xl font-semibold">
            <a href={`#${date}`} className="hover:underline">
              <time dateTime={date}>{date}</time>
            </a>
          </h2>
          {lead !== null && <Markdown text={lead} />}
          {changes.map(({ kind, list }) => (
            <div key={kind} className="grid grid-cols-1 gap-3">
              <h3 className="mt-2 text-base font-semibold">{kind}</h3>
              <Markdown text={list} />
            </div>
          ))}
        </section>
      ))}
    </>
  )
}
