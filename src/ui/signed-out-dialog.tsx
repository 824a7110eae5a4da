"use client"

import { useTranslations } from "next-intl"
import { useCallback, useEffect, useState } from "react"
import { Alert } from "@/ui/alert"
import { currentEmail } from "@/ui/api"
import { Button } from "@/ui/button"
import { buttonClasses } from "@/ui/button-variant"
import { Dialog, DialogActions } from "@/ui/dialog"

interface SignedOutDialogProps {
  /** The email address of the account that the page belongs to. */
  email: string
  onResult: (signedIn: boolean) => void
}

/** Lets a person whose session has ended sign in in another tab and continue here without losing their input. */
export function SignedOutDialog({ email, onResult }: SignedOutDialogProps) {
  const t = useTranslations("SignedOut")
  const common = useTranslations("Common")
  const [error, setError] = useState<{ text: string; attempt: number } | null>(null)

  const check = useCallback(
    async (showError: boolean): Promise<void> => {
      const current = await currentEmail()
      if (current === email) return onResult(true)
      if (showError)
        setError((last) => ({
          text: current === null ? t("not_yet") : t("another", { email: current }),
          attempt: (last?.attempt ?? 0) + 1,
        }))
    },
    [email, onResult, t],
  )

  useEffect(() => {
    const onVisible = (): void => {
      if (document.visibilityState === "visible") void check(false)
    }
    document.addEventListener("visibilitychange", onVisible)
    return () => document.removeEventListener("visibilitychange", onVisible)
  }, [check])

  const path = typeof window === "undefined" ? "/" : window.location.pathname
  return (
    <Dialog title={t("title")} onClose={() => onResult(false)}>
      <div className="grid gap-4">
        {error && <Alert key={error.attempt}>{error.text}</Alert>}
        <p className="text-muted">{t("lead", { email })}</p>
        <DialogActions>
          <Button onClick={() => onResult(false)}>{common("cancel")}</Button>
          <Button onClick={() => void check(true)}>{t("continue")}</Button>
          <a
            href={`/sign-in?return=${encodeURIComponent(path)}`}
            target="_blank"
            rel="noopener"
            data-first
            className={buttonClasses("primary")}
          >
            {t("sign_in")}
          </a>
        </DialogActions>
      </div>
    </Dialog>
  )
}
