import Link from "next/link"
import type { ReactNode } from "react"

/** The link above a page's heading to the page that it belongs to, named by that page's title. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="link flex w-fit max-w-full items-center gap-1.5 text-sm">
      <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4 shrink-0">
        <path
          d="M13 8H3m4.5-4.5L3 8l4.5 4.5"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </Link>
  )
}
