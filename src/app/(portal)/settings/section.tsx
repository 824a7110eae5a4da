import { type ReactNode, useId } from "react"

interface SectionProps {
  title: string
  lead?: string
  /** An element beside the heading. */
  aside?: ReactNode
  children: ReactNode
}

export const Section = ({ title, lead, aside, children }: SectionProps) => {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid min-w-0 grid-cols-1 gap-4 rounded-2xl border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 id={id} className="font-semibold">
            {title}
          </h2>
          {aside}
        </div>
        {lead !== undefined && <p className="max-w-prose text-sm text-muted">{lead}</p>}
      </div>
      {children}
    </section>
  )
}
