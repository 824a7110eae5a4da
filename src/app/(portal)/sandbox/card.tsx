import { type ReactNode, useId } from "react"
import { Notice } from "@/ui/notice"

/** A part of the page with a heading. */
export function Card({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid min-w-0 grid-cols-1 gap-4 rounded-2xl border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <div className="grid gap-1">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        <p className="max-w-prose text-sm text-muted">{lead}</p>
      </div>
      {children}
    </section>
  )
}

/** Says that a change was made. It belongs into an element with role="status", which is there before. */
export function Done({ children }: { children: ReactNode }) {
  return (
    <div className="mt-4">
      <Notice tone="good">
        <p>{children}</p>
      </Notice>
    </div>
  )
}

/** The summary of options that are folded away. */
export const FOLD_CLASSES = "w-fit cursor-pointer rounded-lg py-1 text-sm font-medium text-link"
