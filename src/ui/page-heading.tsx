import type { ReactNode } from "react"

export function PageHeading({ title, lead, children }: { title: ReactNode; lead?: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 in-data-portal:items-start">
      <div className="grid min-w-0 gap-1 in-data-portal:gap-0">
        <h1 className="text-2xl font-semibold in-data-portal:min-h-10 in-data-portal:content-center in-data-portal:text-xl">
          {title}
        </h1>
        {lead !== undefined && <p className="max-w-3xl text-muted">{lead}</p>}
      </div>
      {children}
    </div>
  )
}
