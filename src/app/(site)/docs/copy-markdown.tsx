"use client"

import { useTranslations } from "next-intl"
import { useState } from "react"
import { Button } from "@/ui/button"

/** Copies the page as Markdown, which is fetched on the click. */
export function CopyMarkdown({ href }: { href: string }) {
  const t = useTranslations("DocsNav")
  const common = useTranslations("Common")
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle")
  const copy = async (): Promise<void> => {
    try {
      const response = await fetch(href)
      if (!response.ok) throw new Error(`${response.status}`)
      await navigator.clipboard.writeText(await response.text())
      setState("copied")
    } catch {
      setState("failed")
    }
  }
  return (
    <>
      <Button variant="quiet" onClick={() => void copy()}>
        {t("copy_markdown")}
      </Button>
      <span role="status" className={`text-sm ${state === "failed" ? "text-danger-ink" : "text-muted"}`}>
        {state === "copied" ? common("copied") : state === "failed" ? common("copy_failed") : ""}
      </span>
    </>
  )
}
