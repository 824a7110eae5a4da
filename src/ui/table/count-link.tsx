import Link from "next/link"
import type { ReactNode } from "react"

/** A number beside the title of a table, which leads to the rows that it counts. */
export function CountLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      prefetch={false}
      className="inline-flex min-h-7 items-center rounded-lg border border-line-strong bg-surface px-2 text-xs font-medium hover:bg-sunken"
    >
      {children}
    </Link>
  )
}
