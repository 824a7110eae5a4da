"use client"

import { useTranslations } from "next-intl"
import { type FormEvent, useEffect, useState } from "react"
import { Alert } from "@/ui/alert"
import { api, failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { Dialog, DialogActions } from "@/ui/dialog"
import { useFailureWords } from "@/ui/failure-words"
import { InputField } from "@/ui/field"
import { useFieldErrors } from "@/ui/field-errors"

type Proof = Parameters<typeof api.security.prove.mutate>[0]["proof"]
type Way = "password" | "code"

/** A password, a code or a passkey, whichever the account has. */
export const StepUpDialog = ({ onAnswer }: { onAnswer: (proved: boolean) => void }) => {
  const t = useTranslations("StepUp")
  const common = useTranslations("Common")
  const failureWords = useFailureWords()
  const { errors, check, refuse: say } = useFieldErrors()
  const [ways, setWays] = useState({ code: false, passkey: false })
  const [way, setWay] = useState<Way>("password")
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<{ text: string; attempt: number } | null>(null)

  useEffect(() => {
    // Without an answer the password is asked for, which every account has.
    api.security.waysToProve.query().then(setWays, () => undefined)
  }, [])

  const refuse = (text: string): void => {
    setRefused((last) => ({ text, attempt: (last?.attempt ?? 0) + 1 }))
    setBusy(false)
  }

  const prove = async (proof: Proof, wrong: string): Promise<void> => {
    try {
      await api.security.prove.mutate({ proof })
      onAnswer(true)
    } catch (error) {
      const failure = failureOf(error)
      refuse(failure.code === "validation_failed" ? wrong : failureWords(failure))
    }
  }

  const takePasskey = async (): Promise<void> => {
    setBusy(true)
    try {
      const { askPasskey } = await import("@/ui/passkeys")
      const answer = await askPasskey()
      if (answer === null) refuse(t("passkey_none"))
      else await prove({ passkey: answer } as Proof, t("passkey_wrong"))
    } catch (error) {
      refuse(failureWords(failureOf(error)))
    }
  }

  const takeOther = (): void => {
    setWay(way === "password" ? "code" : "password")
    say({})
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    // The dialog may stand inside a form of the page.
    event.stopPropagation()
    setRefused(null)
    if (!check(event.currentTarget)) return
    const typed = new FormData(event.currentTarget).get("proof") as string
    setBusy(true)
    void prove(way === "password" ? { password: typed } : { code: typed }, t(`${way}_wrong`))
  }

  return (
    <Dialog title={t("title")} onClose={() => onAnswer(false)}>
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
        {refused && <Alert key={refused.attempt}>{refused.text}</Alert>}
        <p className="text-muted">{t("lead")}</p>
        <InputField
          key={way}
          label={t(way)}
          name="proof"
          type={way === "password" ? "password" : "text"}
          autoComplete={way === "password" ? "current-password" : "one-time-code"}
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={way === "password" ? 200 : 40}
          data-first
          error={errors.proof}
        />
        {(ways.code || ways.passkey) && (
          <div className="flex flex-wrap gap-x-2 gap-y-2">
            {ways.code && <Button onClick={takeOther}>{t(way === "password" ? "use_code" : "use_password")}</Button>}
            {ways.passkey && (
              <Button onClick={() => void takePasskey()} disabled={busy}>
                {t("use_passkey")}
              </Button>
            )}
          </div>
        )}
        <DialogActions>
          <Button onClick={() => onAnswer(false)}>{common("cancel")}</Button>
          <Button type="submit" look="primary" disabled={busy}>
            {t("submit")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
