"use client"

import { useTranslations } from "next-intl"
import { type FormEvent, useState } from "react"
import { Outcome } from "@/app/outcome"
import type { WayOn } from "@/app/way-on"
import { entrancePath, keepingReturn, signInPath } from "@/domain/return-path"
import { callAccounts } from "@/ui/account-call"
import { Alert } from "@/ui/alert"
import { buttonClasses } from "@/ui/button-look"
import { useFailureWords } from "@/ui/failure-words"
import { InputField } from "@/ui/field"
import { useFieldErrors } from "@/ui/field-errors"
import { passwordRefusal } from "@/ui/password-refusal"

interface ResetPasswordFormProps extends WayOn {
  token: string
  passwordMin: number
}

export const ResetPasswordForm = ({ token, passwordMin, back, app }: ResetPasswordFormProps) => {
  const t = useTranslations("ResetPassword")
  const problems = useTranslations("Problems")
  const failureWords = useFailureWords()
  const { errors, check, refuse } = useFieldErrors()
  const [failure, setFailure] = useState<{ text: string; attempt: number } | null>(null)
  const [shown, setShown] = useState(false)
  const [busy, setBusy] = useState(false)
  const [end, setEnd] = useState<"done" | "dead" | null>(null)

  const save = async (password: string): Promise<void> => {
    const { failure: failed } = await callAccounts((accounts) => accounts.resetPassword.mutate({ token, password }))
    const refused = failed && passwordRefusal(failed)
    if (failed === null) setEnd("done")
    else if (failed.code === "not_found") setEnd("dead")
    else if (refused !== null) refuse({ password: problems(refused, { min: String(passwordMin) }) })
    else setFailure((last) => ({ text: failureWords(failed), attempt: (last?.attempt ?? 0) + 1 }))
    setBusy(false)
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setFailure(null)
    if (!check(event.currentTarget)) return
    setBusy(true)
    void save(new FormData(event.currentTarget).get("password") as string)
  }

  if (end !== null) {
    return (
      <Outcome title={t(`${end}_title`)}>
        <p>{t(`${end}_text`)}</p>
        {end === "done" && app === "gone" && <p>{t("done_app_gone")}</p>}
        <a
          href={end === "done" ? entrancePath(back) : keepingReturn("/forgot-password", back)}
          className={buttonClasses("primary", "min-h-11")}
        >
          {t(`${end}_action`)}
        </a>
        {end === "done" && (
          <p className="text-sm">
            <a href={signInPath("/settings/security#access")} className="link">
              {t("done_end")}
            </a>
          </p>
        )}
      </Outcome>
    )
  }
  return (
    <>
      <h1 className="mb-1 text-2xl font-semibold">{t("title")}</h1>
      <p className="mb-6 text-muted">{t("lead")}</p>
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
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
        <button type="submit" disabled={busy} className={buttonClasses("primary", "min-h-11")}>
          {t("submit")}
        </button>
      </form>
    </>
  )
}
