"use client"

import { useTranslations } from "next-intl"
import { type FormEvent, useState } from "react"
import { adoptAccountLocale } from "@/app/sign-in/adopt-account-locale"
import { Alert } from "@/ui/alert"
import { Button } from "@/ui/button"
import { useWait } from "@/ui/failure-words"
import { InputField } from "@/ui/field"
import { signIn } from "@/ui/session"

const THROTTLED = /^throttled:(\d+)$/

export const SignInForm = ({ back }: { back: string }) => {
  const t = useTranslations("SignIn")
  const problems = useTranslations("Problems")
  const wait = useWait()
  const [error, setError] = useState<{ text: string; attempt: number } | null>(null)
  const [busy, setBusy] = useState(false)
  const [shown, setShown] = useState(false)

  const refuse = (text: string): void => {
    setError((last) => ({ text, attempt: (last?.attempt ?? 0) + 1 }))
    setBusy(false)
  }

  const submit = async (form: FormData): Promise<void> => {
    const refusal = await signIn(form.get("email") as string, form.get("password") as string)
    if (refusal === null) {
      await adoptAccountLocale()
      // A whole load, so that nothing rendered for somebody signed out is left.
      window.location.assign(back)
      return
    }
    const throttled = THROTTLED.exec(refusal)
    if (throttled) refuse(problems("wait", { wait: wait(Number(throttled[1])) }))
    else refuse(refusal === "CredentialsSignin" ? t("wrong") : problems("unexpected"))
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setBusy(true)
    submit(new FormData(event.currentTarget)).catch(() => refuse(problems("offline")))
  }

  return (
    // A form that is sent before its script runs must not put the password into the address.
    <form method="post" onSubmit={onSubmit} className="grid gap-4">
      {error && <Alert key={error.attempt}>{error.text}</Alert>}
      <InputField label={t("email")} name="email" type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} required maxLength={254} />
      <InputField label={t("password")} name="password" type={shown ? "text" : "password"} autoComplete="current-password" required maxLength={200} />
      <label className="flex w-fit items-center gap-2.5 text-sm">
        <input type="checkbox" className="size-4" checked={shown} onChange={(event) => setShown(event.target.checked)} />
        {t("show")}
      </label>
      <Button type="submit" look="primary" disabled={busy} className="min-h-11">
        {t("submit")}
      </Button>
    </form>
  )
}
