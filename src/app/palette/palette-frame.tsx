"use client"

import { useTranslations } from "next-intl"
import { type ReactNode, useEffect, useRef } from "react"

export const PALETTE_INPUT_CLASSES =
  "min-h-14 w-full border-b border-line bg-transparent px-5 text-base text-ink placeholder:text-muted focus-visible:outline-none"

export const PALETTE_INPUT_MAX = 100

/** The palette's dialog, open while it is rendered. Its field gets the focus, which returns when it closes. */
export function PaletteFrame({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const t = useTranslations("Palette")
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    element?.showModal()
    const input = element?.querySelector("input")
    input?.focus()
    input?.setSelectionRange(input.value.length, input.value.length)
    return () => {
      element?.close()
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      data-palette
      aria-label={t("title")}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
      className="mx-auto mt-[12vh] w-[min(40rem,calc(100vw-1.5rem))] max-w-none overflow-hidden rounded-2xl border border-line bg-surface p-0 shadow-card"
    >
      {children}
    </dialog>
  )
}

interface LoadingPaletteProps {
  query: string
  onQueryChange: (query: string) => void
  onClose: () => void
}

/** The palette while its code is loaded: what is typed is kept for it. */
export function LoadingPalette({ query, onQueryChange, onClose }: LoadingPaletteProps) {
  const t = useTranslations("Palette")
  return (
    <PaletteFrame onClose={onClose}>
      <input
        value={query}
        onChange={({ target }) => onQueryChange(target.value)}
        aria-label={t("title")}
        aria-busy="true"
        placeholder={t("placeholder")}
        maxLength={PALETTE_INPUT_MAX}
        autoComplete="off"
        spellCheck={false}
        className={PALETTE_INPUT_CLASSES}
      />
    </PaletteFrame>
  )
}
