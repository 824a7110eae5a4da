"use client"

import { useTranslations } from "next-intl"
import { type ComponentType, useCallback, useEffect, useState } from "react"
import { LoadingPalette } from "@/app/palette/palette-frame"
import type { Mode } from "@/domain/mode"
import { buttonClasses } from "@/ui/button-variant"
import { SearchIcon } from "@/ui/icons"
import { useClientValue } from "@/ui/use-client-value"

interface PaletteProps {
  /** The mode of the portal's pages; null for a reader who is not signed in. */
  mode: Mode | null
  staff: boolean
}

export interface OpenPaletteProps extends PaletteProps {
  /** What was typed before the palette's code was there. */
  typed: string
  onClose: () => void
}

function isApple(): boolean {
  return /Mac|iP(?:hone|ad|od)/.test(navigator.userAgent)
}

/** Opens the command palette, also by Ctrl-K or Command-K. */
export function PaletteButton(props: PaletteProps) {
  const t = useTranslations("Palette")
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState("")
  const [Palette, setPalette] = useState<ComponentType<OpenPaletteProps> | null>(null)
  const shortcut = useClientValue<string>(() => (isApple() ? "⌘K" : "Ctrl K"), "Ctrl K")

  // The library is loaded when the palette is first opened. Without a connection the page says that it is offline.
  const load = useCallback((): void => {
    import("@/app/palette/palette").then(
      (loaded) => setPalette(() => loaded.Palette),
      () => setOpen(false),
    )
  }, [])
  useEffect(() => {
    if (open && Palette === null) load()
  }, [open, Palette, load])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "k" || event.altKey || event.shiftKey || !(event.metaKey || event.ctrlKey)) return
      // A dialog keeps what is typed in it.
      if (document.querySelector("dialog[open]:not([data-palette])")) return
      event.preventDefault()
      setOpen((before) => !before)
      setTyped("")
    }
    window.addEventListener("keydown", onKeyDown)
    return () => window.removeEventListener("keydown", onKeyDown)
  }, [])

  const close = (): void => {
    setOpen(false)
    setTyped("")
  }
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        onPointerEnter={load}
        aria-busy={(open && Palette === null) || undefined}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        className={buttonClasses("secondary", "px-3 text-muted")}
      >
        <SearchIcon />
        <span className="max-md:sr-only">{t("open")}</span>
        <kbd aria-hidden="true" className="rounded-md bg-sunken px-1.5 font-sans text-xs max-md:hidden">
          {shortcut}
        </kbd>
      </button>
      {open &&
        (Palette ? (
          <Palette {...props} typed={typed} onClose={close} />
        ) : (
          <LoadingPalette query={typed} onQueryChange={setTyped} onClose={close} />
        ))}
    </>
  )
}
