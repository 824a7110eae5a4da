"use client"

import { useTranslations } from "next-intl"
import { useEffect, useState } from "react"
import { Alert } from "@/ui/alert"
import { api, failureOf } from "@/ui/api"
import { Button } from "@/ui/button"
import { buttonClasses } from "@/ui/button-variant"
import { Dialog, DialogActions } from "@/ui/dialog"
import { DialogForm } from "@/ui/dialog-form"
import { useErrorMessage } from "@/ui/error-message"
import { useFieldErrors } from "@/ui/field-errors"
import { ProofField } from "@/ui/proof-field"

type Reauthentication = Parameters<typeof api.security.prove.mutate>[0]["proof"]
type ReauthenticationMethods = Awaited<ReturnType<typeof api.security.waysToProve.query>>

/** The kind of input: the code of the second factor, or a recovery code; without a second factor the password. */
function inputKind({ code, passkey }: ReauthenticationMethods): "password" | "code" | "recovery" {
  return code ? "code" : passkey ? "recovery" : "password"
}

/** Asks for a password, a code or a passkey to reauthenticate the account. */
export function StepUpDialog({ onResult }: { onResult: (proved: boolean) => void }) {
  const t = useTranslations("StepUp")
  const common = useTranslations("Common")
  const errorMessage = useErrorMessage()
  const { errors, validate } = useFieldErrors()
  const [methods, setMethods] = useState<ReauthenticationMethods | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<{ text: string; attempt: number } | null>(null)

  useEffect(() => {
    // If the call fails, ask for the password, which almost every account has.
    api.security.waysToProve.query().then(setMethods, () => setMethods({ password: true, code: false, passkey: false }))
  }, [])

  const showError = (text: string): void => {
    setError((last) => ({ text, attempt: (last?.attempt ?? 0) + 1 }))
    setBusy(false)
  }

  const prove = async (proof: Reauthentication, wrongMessage: string): Promise<void> => {
    try {
      await api.security.prove.mutate({ proof })
      onResult(true)
    } catch (error) {
      const failure = failureOf(error)
      showError(failure.code === "validation_failed" ? wrongMessage : errorMessage(failure))
    }
  }

  const reauthenticateWithPasskey = async (): Promise<void> => {
    setBusy(true)
    try {
      const { authenticateWithPasskey } = await import("@/ui/passkeys")
      const response = await authenticateWithPasskey()
      if (response === null) showError(t("passkey_none"))
      else await prove({ passkey: response } as Reauthentication, t("passkey_wrong"))
    } catch (error) {
      showError(errorMessage(failureOf(error)))
    }
  }

  if (methods === null) return null
  const kind = inputKind(methods)
  if (kind === "password" && !methods.password)
    return (
      <Dialog title={t("title")} onClose={() => onResult(false)}>
        <p className="text-muted">{t("no_password")}</p>
        <DialogActions>
          <Button onClick={() => onResult(false)}>{common("cancel")}</Button>
          <a href="/forgot-password" className={buttonClasses("primary")} data-first>
            {t("set_password")}
          </a>
        </DialogActions>
      </Dialog>
    )

  const onSubmit = (form: HTMLFormElement): void => {
    setError(null)
    if (!validate(form)) return
    const proof = new FormData(form).get("proof") as string
    setBusy(true)
    void prove(
      kind === "password" ? { password: proof } : { code: proof },
      t(kind === "password" ? "password_wrong" : "code_wrong"),
    )
  }

  return (
    <Dialog title={t("title")} onClose={() => onResult(false)}>
      <DialogForm onSubmit={onSubmit} submit={t("submit")} pending={busy} onCancel={() => onResult(false)}>
        {error && <Alert key={error.attempt}>{error.text}</Alert>}
        <p className="text-muted">{t("lead")}</p>
        <ProofField kind={kind} error={errors.proof} />
        {methods.passkey && (
          <div>
            <Button onClick={() => void reauthenticateWithPasskey()} disabled={busy}>
              {t("use_passkey")}
            </Button>
          </div>
        )}
      </DialogForm>
    </Dialog>
  )
}
