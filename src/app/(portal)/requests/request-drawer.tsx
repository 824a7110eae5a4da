"use client"

import { useRouter } from "next/navigation"
import { useTranslations } from "next-intl"
import { type ReactNode, useEffect, useId, useRef } from "react"

interface RequestDrawerProps {
  title: string
  /** The address without it. */
  back: string
  children: ReactNode
}

/** A dialog at the side of the page, open as long as the address says so. */
export const RequestDrawer = ({ title, back, children }: RequestDrawerProps) => {
  const t = useTranslations("Common")
  const router = useRouter()
  const ref = useRef<HTMLDialogElement>(null)
  const heading = useId()

  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const opener = document.activeElement
    dialog.showModal()
    dialog.querySelector("h2")?.focus()
    return () => {
      dialog.close()
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])

  const close = (): void => router.push(back, { scroll: false })
  return (
    <dialog
      ref={ref}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onClick={(event) => {
        // What is not inside is the backdrop.
        if (event.target === ref.current) close()
      }}
      className="my-0 mr-0 ml-auto h-dvh max-h-none w-[min(44rem,100vw)] max-w-none overflow-y-auto overscroll-contain border-l border-line bg-surface p-0"
    >
      <div className="grid gap-5 p-4 sm:p-6">
        <div className="flex items-start justify-between gap-4">
          <h2 id={heading} tabIndex={-1} className="min-w-0 pt-1 font-mono text-base font-semibold wrap-anywhere">
            {title}
          </h2>
          <button type="button" onClick={close} aria-label={t("close")} className="-mt-1 -mr-2 grid size-10 shrink-0 place-items-center rounded-lg text-muted hover:bg-sunken">
            <svg viewBox="0 0 16 16" className="size-4" aria-hidden="true">
              <path d="m3 3 10 10M13 3 3 13" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
            </svg>
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}
