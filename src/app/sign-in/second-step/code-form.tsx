"use client"

import { useTranslations } from "next-intl"
import { type FormEvent, useEffect, useRef, useState } from "react"
import { adoptAccountLocale } from "@/app/sign-in/adopt-account-locale"
import { useSignInErrorMessage } from "@/app/sign-in/sign-in-error"
import { signInWithCode } from "@/app/sign-in/actions"
import { Alert } from "@/ui/alert"
import { SubmitButton } from "@/ui/submit-button"
import { InputField } from "@/ui/field"
import { useFieldErrors } from "@/ui/field-errors"
import { signInPath } from "@/domain/return-path"
import { signIn } from "@/ui/session"

export function CodeForm({ back, totp }: { back: string; totp: boolean }) {
  const t = useTranslations("SignIn")
  const errorMessage = useSignInErrorMessage()
  const { errors, validate } = useFieldErrors()
  const [error, setError] = useState<{ text: string; attempt: number } | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLInputElement>("[name=code]")?.focus(), [])

  const refuse = (text: string): void => {
    setError((last) => ({ text, attempt: (last?.attempt ?? 0) + 1 }))
    setBusy(false)
  }

  const submit = async (code: string): Promise<void> => {
    const refusal = await signIn({ code })
    if (refusal === "step_expired") return window.location.assign(`${signInPath(back)}&error=step_expired`)
    if (refusal !== null) return refuse(refusal === "CredentialsSignin" ? t("step_wrong") : errorMessage(refusal))
    await adoptAccountLocale()
    window.location.assign(back)
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setError(null)
    if (!validate(event.currentTarget)) return
    setBusy(true)
    submit(new FormData(event.currentTarget).get("code") as string).catch(() => refuse(errorMessage("offline")))
  }

  return (
    <form ref={form} action={signInWithCode} noValidate onSubmit={onSubmit} className="grid gap-4">
      {error && <Alert key={error.attempt}>{error.text}</Alert>}
      <input type="hidden" name="return" value={back} />
      <InputField
        label={t(totp ? "code" : "recovery")}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={40}
        className="font-mono tracking-wide"
        error={errors.code}
      />
      <SubmitButton pending={busy} className="min-h-11">
        {t("step_submit")}
      </SubmitButton>
    </form>
  )
}
