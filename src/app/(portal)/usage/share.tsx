import type { ReactNode } from "react"

/** A figure with a bar of its share of the whole; nothing is drawn for none. */
export function Share({ share, children }: { share: number; children: ReactNode }) {
  return (
    <span className="inline-flex items-center justify-end gap-2.5">
      {children}
      <span aria-hidden="true" className="hidden h-1.5 w-16 overflow-hidden rounded-full bg-sunken @xl:block">
        <span
          className="block h-full rounded-full bg-link"
          style={{ width: share > 0 ? `${Math.max(3, 100 * share)}%` : 0 }}
        />
      </span>
    </span>
  )
}
