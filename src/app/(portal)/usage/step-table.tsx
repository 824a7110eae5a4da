"use client"

export interface TableStep {
  key: string
  href?: string
  time: string
  cells: string[]
}

interface StepTableProps {
  caption: string
  summary: string
  heads: string[]
  steps: readonly TableStep[]
}

/** A chart as a table, folded. A client component: its strings are a fraction of its elements, sent for hydration. */
export function StepTable({ caption, summary, heads: headings, steps }: StepTableProps) {
  return (
    <details>
      <summary className="w-fit rounded-lg py-1 text-sm text-muted hover:text-ink">{summary}</summary>
      <div
        tabIndex={0}
        role="group"
        aria-label={caption}
        className="mt-2 max-h-80 overflow-auto rounded-lg border border-line"
      >
        <table className="w-full text-sm">
          <caption className="sr-only">{caption}</caption>
          <thead className="sticky top-0 bg-sunken text-muted">
            <tr className="h-9">
              {headings.map((heading, index) => (
                <th
                  key={heading}
                  scope="col"
                  className={`px-3 font-medium whitespace-nowrap ${index === 0 ? "text-left" : "text-right"}`}
                >
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="*:h-9 *:border-t *:border-line *:hover:bg-sunken [&_td]:px-3 [&_td]:text-right [&_td]:tabular-nums [&_th]:px-3 [&_th]:text-left [&_th]:font-normal [&_th]:whitespace-nowrap">
            {steps.map(({ key, href, time, cells }) => (
              <tr key={key}>
                <th scope="row">
                  {href === undefined ? (
                    time
                  ) : (
                    <a href={href} className="link">
                      {time}
                    </a>
                  )}
                </th>
                {cells.map((cell, index) => (
                  <td key={index}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
