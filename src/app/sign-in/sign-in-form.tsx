"use client"

import { useTranslations } from "next-intl"
import { type FormEvent, useState } from "react"
import { adoptAccountLocale } from "@/app/sign-in/adopt-account-locale"
import { useSignInErrorMessage } from "@/app/sign-in/sign-in-error"
import { signInWithPassword } from "@/app/sign-in/actions"
import { EMAIL_MAX } from "@/domain/email-address"
import { Alert } from "@/ui/alert"
import { SubmitButton } from "@/ui/submit-button"
import { InputField } from "@/ui/field"
import { useFieldErrors } from "@/ui/field-errors"
import { mfaPath } from "@/domain/return-path"
import { signIn } from "@/ui/session"

interface SignInFormProps {
  back: string
  /** The address that the person is expected to sign in with. */
  email: string | undefined
}

export function SignInForm({ back, email }: SignInFormProps) {
  const t = useTranslations("SignIn")
  const errorMessage = useSignInErrorMessage()
  const { errors, validate } = useFieldErrors()
  const [error, setError] = useState<{ text: string; attempt: number } | null>(null)
  const [busy, setBusy] = useState(false)
  const [shown, setShown] = useState(false)

  const refuse = (text: string): void => {
    setError((last) => ({ text, attempt: (last?.attempt ?? 0) + 1 }))
    setBusy(false)
  }

  const submit = async (form: FormData): Promise<void> => {
    const refusal = await signIn({ email: form.get("email") as string, password: form.get("password") as string })
    if (refusal === null) await adoptAccountLocale()
    else if (refusal !== "second_step") return refuse(errorMessage(refusal))
    // A full page load, so that nothing rendered for a signed-out visitor stays.
    window.location.assign(refusal === null ? back : mfaPath(back))
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setError(null)
    if (!validate(event.currentTarget)) return
    setBusy(true)
    submit(new FormData(event.currentTarget)).catch(() => refuse(errorMessage("offline")))
  }

  return (
    <form action={signInWithPassword} noValidate onSubmit={onSubmit} className="grid gap-4">
      {error && <Alert key={error.attempt}>{error.text}</Alert>}
      <input type="hidden" name="return" value={back} />
      <InputField
        label={t("email")}
        name="email"
        type="email"
        defaultValue={email}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={EMAIL_MAX}
        error={errors.email}
      />
      <InputField
        label={t("password")}
        name="password"
        type={shown ? "text" : "password"}
        autoComplete="current-password"
        required
        maxLength={200}
        error={errors.password}
      />
      <label className="flex w-fit items-center gap-2.5 text-sm">
        <input
          type="checkbox"
          className="size-4"
          checked={shown}
          onChange={(event) => setShown(event.target.checked)}
        />
        {t("show")}
      </label>
      <SubmitButton pending={busy} className="min-h-11">
        {t("submit")}
      </SubmitButton>
    </form>
  )
}
