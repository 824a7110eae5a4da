"use client"

import Link from "next/link"
import { usePathname } from "next/navigation"
import { useTranslations } from "next-intl"
import { lazy, Suspense, useEffect, useRef, useState } from "react"
import { onMembership } from "@/app/(portal)/membership-event"
import { ModeSwitch } from "@/app/(portal)/mode-switch"
import { NavIcon } from "@/app/(portal)/nav-icon"
import type { Mode } from "@/domain/mode"
import { NAV_GROUPS } from "@/domain/nav-groups"
import { ChevronIcon } from "@/ui/icons"
import { usePendingNavigation } from "@/ui/use-pending-navigation"

// Only the staff load it; it is reloaded after a decision.
const WaitingApps = lazy(async () => ({ default: (await import("@/app/(portal)/waiting-apps")).WaitingApps }))

/** An object is in one mode, so its page leads to the list, which both have. */
const OBJECT_PAGES = /^\/(?:webhooks(?=\/we_)|orders(?=\/)|keys(?=\/))/

type Page = (typeof NAV_GROUPS)[number]["pages"][number]

interface NavLinksProps {
  mode: Mode
  /** Whether the account was a member of a store when the server rendered the navigation. */
  member: boolean
  /** When that was, in milliseconds since 1970. */
  renderedAt: number
  /** The account, and the number of apps that wait for a review; null for accounts that are not staff. */
  staff: { account: string; waiting: number } | null
}

/**
 * A column on wide screens, as high as the window without the header; a menu on narrow ones, which works without scripts.
 */
export function NavLinks({ mode, member: rendered, renderedAt, staff }: NavLinksProps) {
  const t = useTranslations("Nav")
  const opened = usePathname()
  const member = useMembership(rendered, renderedAt)
  // The page that is being opened is marked already.
  const path = usePendingNavigation()?.pathname ?? opened
  // The staff's work comes first for them.
  const others = NAV_GROUPS.filter(({ name }) => name !== "staff")
  const groups = staff === null ? others : [...NAV_GROUPS.filter(({ name }) => name === "staff"), ...others]
  const current = currentOf(
    groups.flatMap(({ pages }): readonly Page[] => pages),
    path,
  )
  const lists = groups.map(({ name, pages }) => (
    <section key={name} className="grid content-start gap-1">
      <h2 className="px-2.5 text-xs font-medium text-muted">{t(`group_${name}`)}</h2>
      <ul>
        {pages
          .filter(([page]) => isOffered(page, mode, member))
          .map(([page, href]) => (
            <li key={href}>
              <Link
                href={href}
                prefetch={false}
                aria-current={href !== current?.[1] ? undefined : path === href ? "page" : "true"}
                className="flex min-h-11 items-center gap-2.5 rounded-lg px-2.5 text-sm text-muted hover:bg-sunken hover:text-ink aria-[current]:bg-sunken aria-[current]:font-medium aria-[current]:text-ink lg:min-h-9"
              >
                <NavIcon page={page} />
                {t(page)}
                {page === "reviews" && staff !== null && (
                  <Suspense>
                    <WaitingApps {...staff} />
                  </Suspense>
                )}
              </Link>
            </li>
          ))}
      </ul>
    </section>
  ))
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const column = nav.current
    const link = column?.querySelector<HTMLElement>(":scope > div:last-child [aria-current]")
    // The page's link may be below the edge of the column; the details of narrow screens do not scroll.
    if (column && link && link.offsetTop + link.offsetHeight > column.scrollTop + column.clientHeight)
      column.scrollTop = link.offsetTop - column.clientHeight / 2
  }, [path])
  return (
    <nav
      ref={nav}
      aria-label={t("main")}
      className="relative -mx-4 border-b border-line sm:-mx-6 lg:sticky lg:top-(--bar-height) lg:-mx-1 lg:max-h-[calc(100dvh-var(--bar-height)-3.625rem)] lg:self-start lg:overflow-y-auto lg:border-0 lg:px-1 lg:py-4"
    >
      <details key={path} className="group lg:hidden">
        <summary className="mr-48 flex min-h-12 cursor-pointer items-center gap-1.5 pl-4 text-sm font-medium sm:pl-6">
          {current ? t(current[0]) : t("menu")}
          <ChevronIcon className="size-4 text-muted transition-transform group-open:rotate-180 motion-reduce:transition-none" />
        </summary>
        <div className="grid gap-4 border-t border-line bg-surface px-1 py-4 sm:grid-cols-2 sm:px-3">{lists}</div>
      </details>
      <div className="absolute top-1 right-4 sm:right-6 lg:sticky lg:-top-4 lg:z-10 lg:-mx-1 lg:-mt-4 lg:mb-3 lg:bg-paper lg:px-1 lg:pt-4 lg:pb-2">
        <ModeSwitch mode={mode} path={switchPath(mode, path)} />
      </div>
      <div className="hidden gap-5 lg:grid">{lists}</div>
    </nav>
  )
}

/** Whether the account is a member of a store: as the server rendered it, until a page has read it since. */
function useMembership(rendered: boolean, renderedAt: number): boolean {
  const [read, setRead] = useState<{ member: boolean; renderedAt: number } | null>(null)
  useEffect(() => onMembership((member) => setRead({ member, renderedAt })), [renderedAt])
  return read?.renderedAt === renderedAt ? read.member : rendered
}

/** In the sandbox every account has a store; in live mode one that has none can open it. */
function isOffered(page: Page[0], mode: Mode, member: boolean): boolean {
  if (page === "sandbox") return mode === "sandbox"
  if (page === "store" || page === "store_offers") return member || mode === "sandbox"
  if (page === "store_people") return member
  return page !== "open_store" || (!member && mode === "live")
}

/** Where the other mode opens: the page of the sandbox leads out of it. */
function switchPath(mode: Mode, path: string): string {
  if (mode === "sandbox" && path === "/sandbox") return "/overview"
  return OBJECT_PAGES.exec(path)?.[0] ?? path
}

/** The page with the longest URL that is a prefix of the path. */
function currentOf(pages: readonly Page[], path: string): Page | undefined {
  return pages
    .filter(([, href]) => path === href || path.startsWith(`${href}/`))
    .reduce<Page | undefined>((best, page) => (best && best[1].length >= page[1].length ? best : page), undefined)
}
