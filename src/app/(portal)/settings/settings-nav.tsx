"use client"

import Link from "next/link"
import { usePathname } from "next/navigation"
import { useTranslations } from "next-intl"

const PAGES = ["profile", "security", "sessions", "account"] as const

export function SettingsNav() {
  const t = useTranslations("Settings")
  const path = usePathname()
  return (
    <nav aria-label={t("title")} className="border-b border-line">
      <ul className="-mb-px flex flex-wrap gap-x-1">
        {PAGES.map((page) => (
          <li key={page}>
            <Link
              href={`/settings/${page}`}
              aria-current={path === `/settings/${page}` ? "page" : undefined}
              className="flex min-h-11 items-center border-b-2 border-transparent px-2.5 text-sm text-muted hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink sm:px-3"
            >
              {t(page)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
