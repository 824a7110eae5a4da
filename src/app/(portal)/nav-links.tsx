"use client"

import Link from "next/link"
import { usePathname } from "next/navigation"
import { useTranslations } from "next-intl"

const PAGES = [
  ["keys", "/keys"],
  ["apps", "/apps"],
  ["store", "/store"],
  ["orders", "/orders"],
  ["connected", "/connected-apps"],
  ["sessions", "/settings/sessions"],
  ["staff", "/staff"],
] as const

interface NavLinksProps {
  /** How many apps wait for a review; null for those who review nothing. */
  waiting: number | null
}

export const NavLinks = ({ waiting }: NavLinksProps) => {
  const t = useTranslations("Nav")
  const path = usePathname()
  return (
    <nav aria-label={t("main")} className="-mx-4 border-b border-line px-4 sm:-mx-6 sm:px-6 lg:mx-0 lg:border-0 lg:px-0 lg:pt-9">
      <ul className="flex flex-wrap gap-x-1 lg:flex-col lg:gap-y-1">
        {PAGES.filter(([name]) => name !== "staff" || waiting !== null).map(([name, href]) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={path === href ? "page" : path.startsWith(`${href}/`) ? "true" : undefined}
              className="flex min-h-11 items-center gap-2 border-b-2 border-transparent px-1.5 text-sm text-muted hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink lg:min-h-10 sm:px-2.5 lg:rounded-lg lg:border-0 lg:px-3 lg:hover:bg-sunken lg:aria-[current]:bg-sunken"
            >
              {t(name)}
              {name === "staff" && waiting !== null && waiting > 0 && <span className="rounded-full bg-indigo-soft px-2 text-xs font-medium text-indigo-ink tabular-nums">{waiting}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
