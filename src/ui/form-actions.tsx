import type { ReactNode } from "react"

/** The buttons at a long form's end, which stay in view while it is scrolled, unless the window is very low. */
export function FormActions({ children }: { children: ReactNode }) {
  return (
    <div
      data-form-actions
      className="relative z-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-paper py-3 [@media(height>=30rem)]:sticky [@media(height>=30rem)]:bottom-0"
    >
      {children}
    </div>
  )
}
