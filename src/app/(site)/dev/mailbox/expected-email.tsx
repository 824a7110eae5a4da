"use client"

import { useRouter } from "next/navigation"
import { useTranslations } from "next-intl"
import { useEffect } from "react"

const INTERVAL_MS = 1_000
const ATTEMPTS_MAX = 30

/** Reloads the list until the email to this address has arrived; the page then opens it. */
export function ExpectedEmail({ to }: { to: string }) {
  const t = useTranslations("Mailbox")
  const router = useRouter()
  useEffect(() => {
    let attempts = 0
    const timer = setInterval(() => {
      if (++attempts > ATTEMPTS_MAX) clearInterval(timer)
      else router.refresh()
    }, INTERVAL_MS)
    return () => clearInterval(timer)
  }, [router])
  return (
    <p role="status" className="text-sm text-muted wrap-anywhere">
      {t("expected", { to })}
    </p>
  )
}
