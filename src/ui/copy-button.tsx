"use client"

import { useTranslations } from "next-intl"
import { createContext, useContext, useEffect, useState } from "react"
import { Button, type ButtonVariant } from "@/ui/button"

const NOTICE_MS = 2_000

/** Called when a copy button below has copied its text. */
export const CopiedHandler = createContext<() => void>(() => undefined)

interface CopyButtonProps {
  text: string
  label?: string
  variant?: ButtonVariant
}

/** Copies a text, and announces it visually and to screen readers. */
export function CopyButton({ text, label, variant = "secondary" }: CopyButtonProps) {
  const t = useTranslations("Common")
  const onCopied = useContext(CopiedHandler)
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle")

  useEffect(() => {
    if (state !== "copied") return
    const timer = setTimeout(() => setState("idle"), NOTICE_MS)
    return () => clearTimeout(timer)
  }, [state])

  const copy = (): void => {
    // The clipboard exists only in a secure context.
    const writing =
      (navigator as Partial<Navigator>).clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"))
    writing.then(
      () => {
        setState("copied")
        onCopied()
      },
      () => setState("failed"),
    )
  }

  return (
    <>
      <Button variant={variant} onClick={copy} className="shrink-0">
        {/* Both labels share one cell, so that the button keeps its width; the first one stays the accessible name. */}
        <span className="grid">
          <span className={`col-start-1 row-start-1 ${state === "copied" ? "opacity-0" : ""}`}>
            {label ?? t("copy")}
          </span>
          <span aria-hidden="true" className={`col-start-1 row-start-1 ${state === "copied" ? "" : "invisible"}`}>
            {t("copied")}
          </span>
        </span>
      </Button>
      <span role="status" className={state === "failed" ? "text-sm text-danger-ink" : "sr-only"}>
        {state === "copied" ? t("copied") : state === "failed" ? t("copy_failed") : ""}
      </span>
    </>
  )
}
