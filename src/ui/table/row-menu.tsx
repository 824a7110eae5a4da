"use client"

import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react"

interface RowMenuProps {
  /** What a screen reader calls the button. */
  label: string
  children: ReactNode
}

const GAP = 4

/**
 * A button in a row with a panel of actions. The panel is a popover, so that the table's edge does not cut it. Its
 * dialogs must be outside of it, because a dialog closes it.
 */
export function RowMenu({ label, children }: RowMenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const menu = panel.current
    if (!menu) return
    const listeners = new AbortController()
    const place = (): void => {
      const at = button.current?.getBoundingClientRect()
      if (!at || !menu.matches(":popover-open")) return
      menu.style.right = `${document.documentElement.clientWidth - at.right}px`
      const below = at.bottom + GAP
      const height = menu.offsetHeight
      menu.style.top = `${below + height > innerHeight ? Math.max(at.top - GAP - height, GAP) : below}px`
    }
    const onToggle = ({ newState }: ToggleEvent): void => {
      if (newState !== "open") return
      place()
      menu.querySelector("button")?.focus({ preventScroll: true })
    }
    menu.addEventListener("toggle", onToggle, listeners)
    window.addEventListener("scroll", place, { signal: listeners.signal, capture: true, passive: true })
    window.addEventListener("resize", place, listeners)
    return () => listeners.abort()
  }, [])

  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={label}
        className="relative z-10 grid size-8 place-items-center rounded-lg text-muted hover:bg-line/60 hover:text-ink"
      >
        <svg viewBox="0 0 16 16" className="size-4" aria-hidden="true">
          <path d="M3 8h.01M8 8h.01M13 8h.01" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
        </svg>
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        onKeyDown={moveBetweenItems}
        className="fixed inset-auto m-0 min-w-36 rounded-xl border border-line-strong bg-surface p-1.5 text-left text-ink shadow-card"
      >
        {children}
      </div>
    </>
  )
}

/** An action of a row's menu. The menu closes before it runs, so that a dialog returns the focus to its button. */
export function RowMenuItem({ onClick, ...rest }: ComponentProps<"button">) {
  return (
    <button
      type="button"
      className="flex min-h-9 w-full items-center rounded-lg px-2.5 text-sm hover:bg-sunken"
      onClick={(event) => {
        const menu = event.currentTarget.closest<HTMLElement>("[popover]")
        menu?.hidePopover()
        onClick?.(event)
      }}
      {...rest}
    />
  )
}

function moveBetweenItems(event: KeyboardEvent<HTMLElement>): void {
  // The table moves between its rows by the same keys.
  event.stopPropagation()
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const items = [...event.currentTarget.querySelectorAll("button")]
  const next = items.findIndex((item) => item === document.activeElement) + step
  items.at(next % items.length)?.focus()
}
