"use client"

import { type ReactNode, useEffect, useRef } from "react"

/** The least distance of a panel from the window's edge, in pixels. */
const WINDOW_MARGIN = 8

interface MenuProps {
  label: ReactNode
  className: string
  /** Which edge of the button the panel is aligned with. */
  align?: "left" | "right"
  children: ReactNode
}

/**
 * A button with a panel below it, which works without scripts. With them, Escape and a click elsewhere close it, and
 * so does a link in it. On a phone the panel is as wide as the nearest positioned ancestor, such as the toolbar.
 */
export function Menu({ label, className, align = "left", children }: MenuProps) {
  const ref = useRef<HTMLDetailsElement>(null)

  useEffect(() => {
    const menu = ref.current
    if (!menu) return
    const listeners = new AbortController()
    const close = (): void => menu.removeAttribute("open")
    const onClick = ({ target }: MouseEvent): void => {
      if (target instanceof Node && menu.contains(target) && !(target instanceof Element && target.closest("a"))) return
      close()
    }
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || !menu.open) return
      event.stopPropagation()
      close()
      menu.querySelector("summary")?.focus()
    }
    const keepInWindow = (): void => {
      const panel = menu.lastElementChild
      if (!menu.open || !(panel instanceof HTMLElement)) return
      panel.style.translate = ""
      const beyond = panel.getBoundingClientRect().right - document.documentElement.clientWidth + WINDOW_MARGIN
      if (beyond > 0) panel.style.translate = `${-beyond}px 0`
    }
    menu.addEventListener("toggle", keepInWindow, listeners)
    window.addEventListener("resize", keepInWindow, listeners)
    document.addEventListener("click", onClick, listeners)
    menu.addEventListener("keydown", onKeyDown, listeners)
    return () => listeners.abort()
  }, [])

  return (
    <details ref={ref} className="sm:relative" name="table-menu">
      <summary className={`list-none [&::-webkit-details-marker]:hidden ${className}`}>{label}</summary>
      <div
        className={`absolute z-30 mt-1 max-h-96 overflow-y-auto rounded-xl border border-line-strong bg-surface p-1.5 shadow-card max-sm:inset-x-0 sm:top-full sm:w-max sm:max-w-80 sm:min-w-44 ${align === "right" ? "sm:right-0" : "sm:left-0"}`}
      >
        {children}
      </div>
    </details>
  )
}
