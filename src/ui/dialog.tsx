"use client"

import { useTranslations } from "next-intl"
import { type ReactNode, useEffect, useId, useRef } from "react"
import { ModeBadge } from "@/ui/badge"
import { CloseIcon } from "@/ui/icons"

interface DialogProps {
  title: string
  /** Whether it acts on live data or in the sandbox, announced with the title; undefined: on neither. */
  livemode?: boolean | undefined
  /** Called on Escape or the close button; the owner decides whether it closes. */
  onClose: () => void
  children: ReactNode
}

/**
 * A modal dialog, open while it is rendered. The focus moves to the element marked data-first, and returns when it
 * closes.
 */
export function Dialog({ title, livemode, onClose, children }: DialogProps) {
  const t = useTranslations("Common")
  const ref = useRef<HTMLDialogElement>(null)
  const heading = useId()
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })

  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const opener = document.activeElement
    dialog.showModal()
    dialog.querySelector<HTMLElement>("[data-first]")?.focus()
    // Chromium closes on a second Escape without a cancel event; the key press is always delivered.
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== "Escape") return
      event.preventDefault()
      close.current()
    }
    dialog.addEventListener("keydown", onKeyDown)
    return () => {
      dialog.removeEventListener("keydown", onKeyDown)
      dialog.close()
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])

  return (
    <dialog
      ref={ref}
      aria-labelledby={heading}
      aria-describedby={livemode === undefined ? undefined : `${heading}-mode`}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className="m-auto w-[min(38rem,calc(100vw-1.5rem))] max-w-none scroll-pt-16 scroll-pb-24 overscroll-contain rounded-2xl border border-line bg-surface p-0 text-left whitespace-normal shadow-card"
    >
      <div className="sticky top-0 z-20 flex items-start justify-between gap-4 bg-surface px-5 pt-5 pb-2 sm:px-6">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
          <h2 id={heading} tabIndex={-1} className="min-w-0 text-xl font-semibold wrap-anywhere">
            {title}
          </h2>
          {livemode !== undefined && (
            <span id={`${heading}-mode`} className="inline-flex">
              <ModeBadge livemode={livemode} />
            </span>
          )}
        </div>
        <button
          type="button"
          onClick={onClose}
          aria-label={t("close")}
          className="-mt-1.5 -mr-2 grid size-10 shrink-0 place-items-center rounded-lg text-muted hover:bg-sunken"
        >
          <CloseIcon />
        </button>
      </div>
      <div className="px-5 pt-1 pb-5 sm:px-6 sm:pb-6">{children}</div>
    </dialog>
  )
}

/**
 * The buttons at a dialog's end. They stay in view while a long dialog is scrolled, and its content fades out above
 * them.
 */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-10 -mx-1 mt-6 -mb-5 flex flex-wrap-reverse justify-end gap-3 bg-surface px-1 pb-5 before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-6 before:bg-linear-to-t before:from-surface sm:-mb-6 sm:pb-6">
      {children}
    </div>
  )
}
