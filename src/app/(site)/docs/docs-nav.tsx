"use client"

import Link from "next/link"
import { usePathname } from "next/navigation"
import { useLocale, useTranslations } from "next-intl"

interface NavSection {
  /** Null for the pages outside all sections. */
  name: string | null
  links: { href: string; title: string; language: string; method: string | null }[]
}

/** The list of documentation pages: beside the page on wide screens, folded above it on narrow ones. */
export const DocsNav = ({ sections }: { sections: NavSection[] }) => {
  const t = useTranslations("DocsNav")
  const path = usePathname()
  return (
    <>
      {/* Navigating to another page closes it. */}
      <details key={path} className="group rounded-lg border border-line bg-surface lg:hidden">
        <summary className="rounded-lg px-4 py-2.5 text-sm font-medium">{t("contents")}</summary>
        <nav aria-label={t("label")} className="border-t border-line px-2 py-3">
          <Sections sections={sections} path={path} />
        </nav>
      </details>
      <nav aria-label={t("label")} className="hidden lg:block">
        <Sections sections={sections} path={path} />
      </nav>
    </>
  )
}

const Sections = ({ sections, path }: { sections: NavSection[]; path: string }) => {
  const locale = useLocale()
  return (
    <ul className="grid gap-5">
      {sections.map(({ name, links }) => (
        <li key={name ?? ""}>
          {name !== null && <p className="px-2.5 pb-1 text-xs font-semibold text-muted">{name}</p>}
          <ul className="grid">
            {links.map(({ href, title, language, method }) => (
              <li key={href}>
                <Link
                  href={href}
                  prefetch={false}
                  aria-current={path === href ? "page" : undefined}
                  className="flex items-baseline justify-between gap-2 rounded-lg px-2.5 py-1.5 text-sm text-muted hover:bg-sunken hover:text-ink aria-[current]:bg-sunken aria-[current]:font-medium aria-[current]:text-ink"
                >
                  <span lang={language === locale ? undefined : language} className="min-w-0">
                    {title}
                  </span>
                  {method !== null && method !== "GET" && <span className="font-mono text-[0.6875rem]">{method}</span>}
                </Link>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
