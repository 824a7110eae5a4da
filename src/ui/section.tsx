import { type ReactNode, useId } from "react"

interface SectionProps {
  title: string
  lead?: string
  /** An element beside the heading. */
  aside?: ReactNode
  /** For a table or code: the heading stays above it, also where there is room beside it. */
  wide?: boolean
  children: ReactNode
}

/** A part of a page with a heading, which is beside the content where there is room. */
export function Section({ title, lead, aside, wide = false, children }: SectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="@container min-w-0 rounded-2xl border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <div className={`grid grid-cols-1 gap-4 ${wide ? "" : "@4xl:grid-cols-[18rem_minmax(0,1fr)] @4xl:gap-x-10"}`}>
        <div>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 id={id} className="font-semibold">
              {title}
            </h2>
            {aside}
          </div>
          {lead !== undefined && <p className="max-w-prose text-sm text-muted">{lead}</p>}
        </div>
        <div className="grid min-w-0 grid-cols-1 content-start gap-4">{children}</div>
      </div>
    </section>
  )
}
