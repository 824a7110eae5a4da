"use client"

import Link from "next/link"
import { usePathname } from "next/navigation"
import { useLocale, useTranslations } from "next-intl"
import { useEffect, useRef } from "react"
import { MethodChip } from "@/app/(site)/docs/method-badge"
import { ChevronIcon } from "@/ui/icons"

interface NavLink {
  href: string
  title: string
  language: string
  method: string | null
}

/** Links under one heading, which unfolds them; unfolded on their own pages. */
export interface NavGroup {
  name: string
  links: NavLink[]
}

interface NavSection {
  /** The heading; null for none. */
  name: string | null
  /** Always visible. */
  links: NavLink[]
  groups: NavGroup[]
}

/** The list of documentation pages: beside the page on wide screens, folded above it on narrow ones. */
export function DocsNav({ sections }: { sections: NavSection[] }) {
  const t = useTranslations("DocsNav")
  const path = usePathname()
  const scroller = useRef<HTMLElement>(null)

  useEffect(() => {
    const list = scroller.current
    const current = list?.querySelector('[aria-current="page"]')
    if (!list || !current) return
    const { top, bottom } = current.getBoundingClientRect()
    const frame = list.getBoundingClientRect()
    // Only the list is scrolled, not the page.
    if (top < frame.top + FADE_PX || bottom > frame.bottom - FADE_PX)
      list.scrollTop += (top + bottom - frame.top - frame.bottom) / 2
  }, [path])

  return (
    <>
      {/*
       * On narrow screens it unfolds the list after it, which is in the document once. Navigating to another page closes
       * it.
       */}
      <details key={path} className="peer rounded-lg border border-line bg-surface lg:hidden">
        <summary className="rounded-lg px-4 py-2.5 text-sm font-medium">{t("contents")}</summary>
      </details>
      <nav
        ref={scroller}
        aria-label={t("label")}
        className="relative hidden min-h-0 scroll-py-10 overscroll-contain peer-open:block max-lg:-mt-2 max-lg:rounded-lg max-lg:border max-lg:border-line max-lg:bg-surface max-lg:px-2 max-lg:py-3 lg:-mx-1 lg:block lg:overflow-y-auto lg:px-1"
      >
        <Sections sections={sections} path={path} />
        {/* Shows that there is more below; at the end it covers only the padding. */}
        <div
          aria-hidden="true"
          className="pointer-events-none sticky bottom-0 h-10 bg-linear-to-t from-paper to-transparent max-lg:hidden"
        />
      </nav>
    </>
  )
}

const FADE_PX = 40

function Sections({ sections, path }: { sections: NavSection[]; path: string }) {
  return (
    <ul className="grid gap-4">
      {sections.map(({ name, links, groups }) => (
        <li key={name ?? ""} className="grid">
          {name !== null && <p className="px-2.5 pb-1 text-xs font-semibold text-muted">{name}</p>}
          {links.length > 0 && <Links links={links} path={path} />}
          {groups.map((group) => (
            <Group key={group.name} group={group} path={path} />
          ))}
        </li>
      ))}
    </ul>
  )
}

function Group({ group: { name, links }, path }: { group: NavGroup; path: string }) {
  return (
    <details open={links.some(({ href }) => href === path)} className="group/links">
      <summary className="flex list-none items-center gap-1.5 rounded-lg px-2.5 py-1.5 text-sm font-medium hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">{name}</span>
        <ChevronIcon className="size-3.5 shrink-0 -rotate-90 text-muted group-open/links:rotate-0" />
      </summary>
      <div className="ml-2.5 border-l border-line pb-1 pl-1">
        <Links links={links} path={path} />
      </div>
    </details>
  )
}

function Links({ links, path }: { links: NavLink[]; path: string }) {
  const locale = useLocale()
  return (
    <ul className="grid">
      {links.map(({ href, title, language, method }) => (
        <li key={href}>
          <Link
            href={href}
            prefetch={false}
            aria-current={path === href ? "page" : undefined}
            className="flex items-baseline justify-between gap-2 rounded-lg px-2.5 py-1.5 text-sm text-muted hover:bg-sunken hover:text-ink aria-[current]:bg-sunken aria-[current]:font-medium aria-[current]:text-ink"
          >
            <span lang={language === locale ? undefined : language} className="min-w-0 wrap-anywhere">
              {title}
            </span>
            {method !== null && <MethodChip method={method} />}
          </Link>
        </li>
      ))}
    </ul>
  )
}
