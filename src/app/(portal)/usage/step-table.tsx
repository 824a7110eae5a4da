"use client"

interface StepTableProps {
  caption: string
  summary: string
  heads: string[]
  rows: { key: string; href?: string; time: string; cells: string[] }[]
}

/** A chart as a table, folded. A client component: its strings are a fraction of its elements, sent for hydration. */
export function StepTable({ caption, summary, heads: headings, rows }: StepTableProps) {
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
          <tbody>
            {rows.map(({ key, href, time, cells }) => (
              <tr key={key} className="h-9 border-t border-line hover:bg-sunken">
                <th scope="row" className="px-3 text-left font-normal whitespace-nowrap">
                  {href === undefined ? (
                    time
                  ) : (
                    <a href={href} className="link">
                      {time}
                    </a>
                  )}
                </th>
                {cells.map((cell, index) => (
                  <td key={index} className="px-3 text-right tabular-nums">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
