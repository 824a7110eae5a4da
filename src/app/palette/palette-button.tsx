"use client"

import { useTranslations } from "next-intl"
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react"
import type { Mode } from "@/domain/mode"
import { buttonClasses } from "@/ui/button-variant"

// The library is loaded when the palette is first opened.
const Palette = lazy(async () => ({ default: (await import("@/app/palette/palette")).Palette }))

export interface PaletteProps {
  /** The mode of the portal's pages; null for a reader who is not signed in. */
  mode: Mode | null
  staff: boolean
}

const subscribeToNothing = (): (() => void) => () => undefined
const isApple = (): boolean => /Mac|iP(?:hone|ad|od)/.test(navigator.userAgent)

/** Opens the command palette, also by Ctrl-K or Command-K. */
export function PaletteButton(props: PaletteProps) {
  const t = useTranslations("Palette")
  const [open, setOpen] = useState(false)
  const shortcut = useSyncExternalStore(
    subscribeToNothing,
    () => (isApple() ? "⌘K" : "Ctrl K"),
    () => "Ctrl K",
  )

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "k" || event.altKey || event.shiftKey || !(event.metaKey || event.ctrlKey)) return
      // A dialog keeps what is typed in it.
      if (document.querySelector("dialog[open]:not([data-palette])")) return
      event.preventDefault()
      setOpen((before) => !before)
    }
    window.addEventListener("keydown", onKeyDown)
    return () => window.removeEventListener("keydown", onKeyDown)
  }, [])

  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        aria-label={t("open")}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        className={buttonClasses("secondary", "px-3 text-muted")}
      >
        <svg
          viewBox="0 0 16 16"
          className="size-4"
          aria-hidden="true"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeLinecap="round"
        >
          <circle cx="7" cy="7" r="4.25" />
          <path d="m10.2 10.2 3.3 3.3" />
        </svg>
        <span aria-hidden="true" className="max-md:hidden">
          {t("button")}
        </span>
        <kbd aria-hidden="true" className="rounded-md bg-sunken px-1.5 font-sans text-xs max-md:hidden">
          {shortcut}
        </kbd>
      </button>
      {open && (
        <Suspense>
          <Palette {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
