import type { ReactNode } from "react"

/** A button's label, under a spinner while the button's action runs. It keeps its width and stays the button's name. */
export function PendingLabel({ pending, children }: { pending: boolean; children: ReactNode }) {
  return pending ? (
    <span className="relative inline-grid place-items-center">
      <span className="inline-flex items-center gap-2 opacity-0">{children}</span>
      <svg viewBox="0 0 20 20" aria-hidden="true" className="absolute size-5 motion-safe:animate-spin">
        <circle cx="10" cy="10" r="7.5" fill="none" stroke="currentColor" strokeWidth="2.5" opacity="0.3" />
        <path
          d="M10 2.5a7.5 7.5 0 0 1 7.5 7.5"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinecap="round"
        />
      </svg>
    </span>
  ) : (
    children
  )
}
