import { type ReactNode, useId } from "react"

export const Section = ({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) => {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid min-w-0 grid-cols-1 gap-4 rounded-2xl border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <div>
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {lead !== undefined && <p className="max-w-prose text-sm text-muted">{lead}</p>}
      </div>
      {children}
    </section>
  )
}
