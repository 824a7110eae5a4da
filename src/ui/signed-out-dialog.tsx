"use client"

import { useTranslations } from "next-intl"
import { useEffect, useState } from "react"
import { Alert } from "@/ui/alert"
import { currentEmail } from "@/ui/api"
import { Button } from "@/ui/button"
import { Dialog } from "@/ui/dialog"
import { DialogForm } from "@/ui/dialog-form"
import { useErrorMessage, useWaitFormat } from "@/ui/error-message"
import { useFieldErrors } from "@/ui/field-errors"
import { ProofField } from "@/ui/proof-field"
import { signIn, type SignInFields, throttledSeconds } from "@/ui/session"

interface SignedOutDialogProps {
  /** The email address of the account that the page belongs to. */
  email: string
  onResult: (signedIn: boolean) => void
}

/** Signs in again where the session has ended, so that nothing that was typed is lost. */
export function SignedOutDialog({ email, onResult }: SignedOutDialogProps) {
  const t = useTranslations("SignedOut")
  const proof = useTranslations("StepUp")
  const problems = useTranslations("Problems")
  const errorMessage = useErrorMessage()
  const wait = useWaitFormat()
  const { errors, validate } = useFieldErrors()
  const [step, setStep] = useState<"password" | "code">("password")
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<{ text: string; attempt: number } | null>(null)

  useEffect(() => {
    // The person may have signed in in another tab.
    const onVisible = (): void => {
      if (document.visibilityState !== "visible") return
      void currentEmail().then((current) => current === email && onResult(true))
    }
    document.addEventListener("visibilitychange", onVisible)
    return () => document.removeEventListener("visibilitychange", onVisible)
  }, [email, onResult])

  const showError = (text: string): void => {
    setError((last) => ({ text, attempt: (last?.attempt ?? 0) + 1 }))
    setBusy(false)
  }
  const offline = (): void => showError(errorMessage({ code: "offline", message: "", details: [], retryAfter: null }))

  const submit = async (fields: SignInFields, wrongMessage: string): Promise<void> => {
    const refusal = await signIn(fields)
    const seconds = refusal === null ? null : throttledSeconds(refusal)
    if (refusal === "second_step") {
      setStep("code")
      setBusy(false)
    } else if (refusal === "step_expired") {
      setStep("password")
      showError(t("step_expired"))
    } else if (seconds !== null) showError(problems("wait", { wait: wait(seconds) }))
    else if (refusal !== null) showError(refusal === "CredentialsSignin" ? wrongMessage : problems("unexpected"))
    else {
      const current = await currentEmail()
      // A passkey may belong to another account.
      if (current === email) onResult(true)
      else showError(t("another", { email: current ?? "" }))
    }
  }

  const onSubmit = (form: HTMLFormElement): void => {
    setError(null)
    if (!validate(form)) return
    const typed = new FormData(form).get("proof")
    if (typeof typed !== "string") return
    setBusy(true)
    submit(
      step === "password" ? { email, password: typed } : { code: typed },
      proof(step === "password" ? "password_wrong" : "code_wrong"),
    ).catch(offline)
  }

  const signInWithPasskey = async (): Promise<void> => {
    const { authenticateWithPasskey } = await import("@/ui/passkeys")
    const response = await authenticateWithPasskey()
    if (response === null) showError(proof("passkey_none"))
    else await submit({ passkey: JSON.stringify(response) }, proof("passkey_wrong"))
  }
  const onPasskey = (): void => {
    setBusy(true)
    signInWithPasskey().catch(offline)
  }

  const path = typeof window === "undefined" ? "/" : window.location.pathname
  return (
    <Dialog title={t("title")} onClose={() => onResult(false)}>
      <DialogForm onSubmit={onSubmit} submit={t("submit")} pending={busy} onCancel={() => onResult(false)}>
        {error && <Alert key={error.attempt}>{error.text}</Alert>}
        <p className="text-muted wrap-anywhere">{t("lead", { email })}</p>
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <ProofField key={step} kind={step} error={errors.proof} ref={(input) => input?.focus()} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {"PublicKeyCredential" in window && (
            <Button onClick={onPasskey} disabled={busy}>
              {proof("use_passkey")}
            </Button>
          )}
          <a
            href={`/sign-in?return=${encodeURIComponent(path)}`}
            target="_blank"
            rel="noopener"
            className="link text-sm"
          >
            {t("sign_in")}
          </a>
        </div>
      </DialogForm>
    </Dialog>
  )
}
