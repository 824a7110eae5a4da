"use client"

import { useTranslations } from "next-intl"
import { type FormEvent, useEffect, useRef, useState } from "react"
import { Alert } from "@/ui/alert"
import { api, failureOf } from "@/ui/api"
import { Button, ButtonLink } from "@/ui/button"
import { useFailureWords } from "@/ui/failure-words"
import { InputField } from "@/ui/field"

export const ResetPasswordForm = ({ token, passwordMin }: { token: string; passwordMin: number }) => {
  const t = useTranslations("ResetPassword")
  const problems = useTranslations("Problems")
  const failureWords = useFailureWords()
  const [failure, setFailure] = useState<{ text: string; attempt: number } | null>(null)
  const [short, setShort] = useState(false)
  const [shown, setShown] = useState(false)
  const [busy, setBusy] = useState(false)
  const [end, setEnd] = useState<"done" | "dead" | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => heading.current?.focus(), [end])
  useEffect(() => {
    if (short) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus()
  }, [short])

  const save = async (password: string): Promise<void> => {
    try {
      await api.accounts.resetPassword.mutate({ token, password })
      setEnd("done")
    } catch (error) {
      const failed = failureOf(error)
      if (failed.code === "not_found") setEnd("dead")
      else setFailure((last) => ({ text: failureWords(failed), attempt: (last?.attempt ?? 0) + 1 }))
    }
    setBusy(false)
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const password = new FormData(event.currentTarget).get("password") as string
    setShort(password.length < passwordMin)
    if (password.length < passwordMin) return
    setBusy(true)
    void save(password)
  }

  if (end !== null) {
    return (
      <div className="grid gap-4">
        <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold">
          {t(`${end}_title`)}
        </h1>
        <p>{t(`${end}_text`)}</p>
        <ButtonLink href={end === "done" ? "/sign-in" : "/forgot-password"} look="primary" className="min-h-11">
          {t(`${end}_action`)}
        </ButtonLink>
      </div>
    )
  }
  return (
    <>
      <h1 className="mb-1 text-2xl font-semibold">{t("title")}</h1>
      <p className="mb-6 text-muted">{t("lead")}</p>
      <form ref={form} method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
        {failure && <Alert key={failure.attempt}>{failure.text}</Alert>}
        <InputField
          label={t("password")}
          name="password"
          type={shown ? "text" : "password"}
          autoComplete="new-password"
          required
          minLength={passwordMin}
          maxLength={200}
          hint={t("hint", { min: String(passwordMin) })}
          error={short ? problems("password_short", { min: String(passwordMin) }) : undefined}
        />
        <label className="flex w-fit items-center gap-2.5 text-sm">
          <input type="checkbox" className="size-4" checked={shown} onChange={(event) => setShown(event.target.checked)} />
          {t("show")}
        </label>
        <Button type="submit" look="primary" disabled={busy} className="min-h-11">
          {t("submit")}
        </Button>
      </form>
    </>
  )
}
