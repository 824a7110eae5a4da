"use client"

import Link from "next/link"
import { usePathname } from "next/navigation"

interface PageTabsProps {
  label: string
  tabs: readonly (readonly [href: string, label: string])[]
}

/** Tabs that are pages of their own: each is a link, and the path says which one is open. */
export function PageTabs({ label, tabs }: PageTabsProps) {
  const path = usePathname()
  return (
    <nav aria-label={label} className="border-b border-line">
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
  )
}
