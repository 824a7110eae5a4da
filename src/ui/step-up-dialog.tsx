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
type Ways = Awaited<ReturnType<typeof api.security.waysToProve.query>>

/** The kind of input: the code of the second factor, or a recovery code; without a second factor the password. */
const typedOf = ({ code, passkey }: Ways): "password" | "code" | "recovery" =>
  code ? "code" : passkey ? "recovery" : "password"

/** Asks for a password, a code or a passkey to reauthenticate the account. */
export const StepUpDialog = ({ onAnswer }: { onAnswer: (proved: boolean) => void }) => {
  const t = useTranslations("StepUp")
  const common = useTranslations("Common")
  const failureWords = useFailureWords()
  const { errors, check } = useFieldErrors()
  const [ways, setWays] = useState<Ways | null>(null)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<{ text: string; attempt: number } | null>(null)

  useEffect(() => {
    // If the call fails, ask for the password, which every account has.
    api.security.waysToProve.query().then(setWays, () => setWays({ code: false, passkey: false }))
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

  if (ways === null) return null
  const typed = typedOf(ways)

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    // The dialog may be inside a form of the page.
    event.stopPropagation()
    setRefused(null)
    if (!check(event.currentTarget)) return
    const proof = new FormData(event.currentTarget).get("proof") as string
    setBusy(true)
    void prove(
      typed === "password" ? { password: proof } : { code: proof },
      t(typed === "password" ? "password_wrong" : "code_wrong"),
    )
  }

  return (
    <Dialog title={t("title")} onClose={() => onAnswer(false)}>
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
        {refused && <Alert key={refused.attempt}>{refused.text}</Alert>}
        <p className="text-muted">{t("lead")}</p>
        <InputField
          label={t(typed)}
          name="proof"
          type={typed === "password" ? "password" : "text"}
          autoComplete={typed === "password" ? "current-password" : "one-time-code"}
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={typed === "password" ? 200 : 40}
          data-first
          error={errors.proof}
        />
        {ways.passkey && (
          <div>
            <Button onClick={() => void takePasskey()} disabled={busy}>
              {t("use_passkey")}
            </Button>
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
