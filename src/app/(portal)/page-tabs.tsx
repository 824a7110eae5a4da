"use client"

import Link from "next/link"
import { usePathname } from "next/navigation"
import type { ReactNode } from "react"

interface PageTabsProps {
  label: string
  tabs: readonly (readonly [href: string, label: string])[]
  /** What the tabs are of, in the same line where there is room. */
  children?: ReactNode
}

/** Tabs that are pages of their own: each is a link, and the path says which one is open. */
export function PageTabs({ label, tabs, children }: PageTabsProps) {
  const path = usePathname()
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-1 border-b border-line">
      {children}
      <nav aria-label={label}>
        <ul className="-mb-px flex flex-wrap gap-x-1">
          {tabs.map(([href, name]) => (
            <li key={href}>
              <Link
                href={href}
                aria-current={path === href ? "page" : undefined}
                className="flex min-h-11 items-center border-b-2 border-transparent px-2.5 text-sm text-muted hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink sm:px-3"
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
