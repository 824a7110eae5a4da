"use client"

import { useTranslations } from "next-intl"
import { useCallback, useEffect, useState } from "react"
import { Alert } from "@/ui/alert"
import { signedInEmail } from "@/ui/api"
import { Button } from "@/ui/button"
import { buttonClasses } from "@/ui/button-look"
import { Dialog, DialogActions } from "@/ui/dialog"

interface SignedOutDialogProps {
  /** The email address of the account that the page belongs to. */
  email: string
  onAnswer: (signedIn: boolean) => void
}

/** Lets a person whose session has ended sign in in another tab and continue here without losing their input. */
export function SignedOutDialog({ email, onAnswer }: SignedOutDialogProps) {
  const t = useTranslations("SignedOut")
  const common = useTranslations("Common")
  const [refused, setRefused] = useState<{ text: string; attempt: number } | null>(null)

  const check = useCallback(
    async (refuse: boolean): Promise<void> => {
      const current = await signedInEmail()
      if (current === email) return onAnswer(true)
      if (refuse)
        setRefused((last) => ({
          text: current === null ? t("not_yet") : t("another", { email: current }),
          attempt: (last?.attempt ?? 0) + 1,
        }))
    },
    [email, onAnswer, t],
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
    <Dialog title={t("title")} onClose={() => onAnswer(false)}>
      <div className="grid gap-4">
        {refused && <Alert key={refused.attempt}>{refused.text}</Alert>}
        <p className="text-muted">{t("lead", { email })}</p>
        <DialogActions>
          <Button onClick={() => onAnswer(false)}>{common("cancel")}</Button>
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
