import type { ReactNode } from "react"

export type Trend = "more" | "fewer" | "equal"

const PATHS: Record<Trend, string> = {
  more: "M6 10V2M2.5 5.5 6 2l3.5 3.5",
  fewer: "M6 2v8M2.5 6.5 6 10l3.5-3.5",
  equal: "M2 4.5h8M2 7.5h8",
}

/**
 * What a figure was in the period before, in words, with an arrow that says how it changed.
 * @param trend null if there is no figure now
 */
export function PreviousValue({ trend, children }: { trend: Trend | null; children: ReactNode }) {
  return (
    <p className="inline-flex items-baseline gap-1.5 text-sm text-muted">
      {trend && (
        <svg viewBox="0 0 12 12" aria-hidden="true" className="size-3 shrink-0">
          <path d={PATHS[trend]} fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      )}
      {children}
    </p>
  )
}
