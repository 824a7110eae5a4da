"use client"

import Link from "next/link"
import { useRouter } from "next/navigation"
import { useTranslations } from "next-intl"
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react"
import { ChevronIcon, CloseIcon } from "@/ui/icons"
import type { PaneLinks } from "@/ui/table/pane-links"

/** Whether the window has room for the details of a row beside its table: the breakpoint `xl`. */
function isWide(): boolean {
  return window.matchMedia("(width >= 80rem)").matches
}

/**
 * A table, and beside it the details of a row. Where there is no room for both there are only the details, from their
 * beginning, and the table is where it was when they close.
 */
export function WithPane({ pane, children }: { pane: ReactNode; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  const tablePlace = useRef<number>(undefined)
  const open = Boolean(pane)

  useLayoutEffect(() => {
    if (open) {
      const isBelowItsBeginning = (ref.current?.getBoundingClientRect().top ?? 0) < 0
      if (tablePlace.current !== undefined && isBelowItsBeginning && !isWide()) ref.current?.scrollIntoView()
      return
    }
    if (tablePlace.current !== undefined && !isWide()) window.scrollTo(0, tablePlace.current)
    const remember = (): void => {
      tablePlace.current = window.scrollY
    }
    remember()
    window.addEventListener("scroll", remember, { passive: true })
    return () => window.removeEventListener("scroll", remember)
  }, [open])

  return (
    // The table keeps its place in the tree, and with it the focus and the selection.
    <div ref={ref} className={`grid grid-cols-1 items-start gap-5 ${pane ? "xl:grid-cols-[minmax(0,1fr)_27rem]" : ""}`}>
      <div className={`grid min-w-0 grid-cols-1 gap-3 ${pane ? "max-xl:hidden" : ""}`}>{children}</div>
      {pane}
    </div>
  )
}

interface RowPaneProps {
  /** What identifies the row: details of another one begin at their top, without the state of these. */
  id: string
  title: ReactNode
  links: PaneLinks
  children: ReactNode
}

/**
 * The details of a row of the table beside it. It is part of the page and of its URL, so it works without scripts.
 * With them it has the focus when it opens, Escape closes it, and the focus returns to the row. Who steps to the row
 * before or after it can do so again.
 */
export function RowPane({ id, title, links: { back, previous, next }, children }: RowPaneProps) {
  const t = useTranslations("Table")
  const router = useRouter()
  const heading = useId()
  const ref = useRef<HTMLElement>(null)
  const steps = useRef<HTMLDivElement>(null)
  const rowLink = useRef<HTMLElement>(null)
  const shown = useRef(false)

  useEffect(() => {
    rowLink.current = document.querySelector<HTMLElement>("tr[data-opened] a")
    // The first page of a visit begins at its top.
    const isFirstPage = !shown.current && document.activeElement === document.body
    shown.current = true
    if (!ref.current || isFirstPage) return
    ref.current.scrollTop = 0
    if (steps.current?.contains(document.activeElement)) rowLink.current?.scrollIntoView({ block: "nearest" })
    else ref.current.querySelector("h2")?.focus({ preventScroll: true })
  }, [id])

  useEffect(
    () => () => {
      // It had the focus, unless something else has it now.
      if (document.activeElement === document.body) rowLink.current?.focus({ preventScroll: isWide() })
    },
    [],
  )

  return (
    <aside
      ref={ref}
      aria-labelledby={heading}
      onKeyDown={(event) => {
        const { target } = event
        if (
          event.key === "Escape" &&
          !event.defaultPrevented &&
          !(target instanceof Element && target.closest("dialog"))
        )
          router.push(back, { scroll: false })
      }}
      className="min-w-0 rounded-xl border border-line bg-surface xl:sticky xl:top-[calc(var(--bar-height)+1rem)] xl:max-h-[calc(100dvh-var(--bar-height)-2rem)] xl:scroll-pt-18 xl:overflow-y-auto"
    >
      <div className="flex items-start justify-between gap-3 rounded-t-xl border-b border-line bg-surface py-2.5 pr-2 pl-4 xl:sticky xl:top-0 xl:z-10">
        <h2
          key={id}
          id={heading}
          tabIndex={-1}
          className="flex min-h-9 min-w-0 flex-wrap items-center gap-x-2 font-semibold wrap-anywhere"
        >
          {title}
        </h2>
        <div className="flex shrink-0">
          {(previous !== undefined || next !== undefined) && (
            <div ref={steps} className="flex">
              <RowLink href={previous} label={t("previous_row")} iconClass="size-4 rotate-180" />
              <RowLink href={next} label={t("next_row")} iconClass="size-4" />
            </div>
          )}
          <Link href={back} scroll={false} prefetch={false} aria-label={t("close_pane")} className={ICON_LINK_CLASSES}>
            <CloseIcon />
          </Link>
        </div>
      </div>
      <div key={id} className="grid grid-cols-1 gap-5 p-4">
        {children}
      </div>
    </aside>
  )
}

const ICON_LINK_CLASSES = "grid size-9 place-items-center rounded-lg text-muted hover:bg-sunken"

/** The link to the row before or after the pane's; dimmed at the end of the list. */
function RowLink({ href, label, iconClass }: { href: string | undefined; label: string; iconClass: string }) {
  const icon = <ChevronIcon className={iconClass} />
  if (href === undefined) return <span className="grid size-9 place-items-center text-line-strong">{icon}</span>
  return (
    <Link href={href} scroll={false} prefetch={false} aria-label={label} title={label} className={ICON_LINK_CLASSES}>
      {icon}
    </Link>
  )
}

/** Details of the row, in a pane: each name beside its value. */
export function PaneDetails({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">{children}</dl>
}

export function PaneDetail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  )
}
