interface StepTableProps {
  caption: string
  summary: string
  heads: string[]
  rows: { key: string; href: string; time: string; cells: string[] }[]
}

/** A chart as a table, folded. */
export const StepTable = ({ caption, summary, heads: headings, rows }: StepTableProps) => (
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
        <thead className="sticky top-0 bg-sunken">
          <tr>
            {headings.map((heading, index) => (
              <th
                key={heading}
                scope="col"
                className={`px-3 py-2 font-medium ${index === 0 ? "text-left" : "text-right"}`}
              >
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ key, href, time, cells }) => (
            <tr key={key}>
              <th scope="row" className="px-3 py-1.5 text-left font-normal">
                <a href={href} className="link">
                  {time}
                </a>
              </th>
              {cells.map((cell, index) => (
                <td key={index} className="px-3 py-1.5 text-right tabular-nums">
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
