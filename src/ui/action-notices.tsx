"use client"

import { useTranslations } from "next-intl"
import { createContext, type ReactNode, useContext, useState } from "react"
import { CloseIcon } from "@/ui/icons"

const Report = createContext<(outcome: ReactNode) => void>(() => undefined)

/** Returns a function that shows what an action has done. */
export function useActionNotice(): (outcome: ReactNode) => void {
  return useContext(Report)
}

/**
 * A part of a page whose actions report what they have done: at the lower edge of the window, until the reader closes it
 * or another action reports.
 */
export function ActionNotices({ children }: { children: ReactNode }) {
  const t = useTranslations("Common")
  const [outcome, setOutcome] = useState<ReactNode>(null)
  return (
    <Report value={setOutcome}>
      {children}
      <div
        role="status"
        className="sticky bottom-3 z-20 empty:-mt-6 [html:has([data-selection-bar])_&]:bottom-36 sm:[html:has([data-selection-bar])_&]:bottom-20"
      >
        {outcome !== null && (
          <div className="mx-auto flex w-fit max-w-full items-start gap-1 rounded-xl border border-line-strong bg-surface p-1.5 shadow-card">
            <div className="grid min-w-0 max-w-xl gap-1.5">{outcome}</div>
            <button
              type="button"
              onClick={() => setOutcome(null)}
              aria-label={t("close")}
              className="grid size-9 shrink-0 place-items-center rounded-lg text-muted hover:bg-sunken"
            >
              <CloseIcon />
            </button>
          </div>
        )}
      </div>
    </Report>
  )
}
